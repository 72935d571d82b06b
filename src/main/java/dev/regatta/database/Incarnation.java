package dev.regatta.database;

import java.time.Instant;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process, told apart from a later one with the same id; written {@code pid-startMillis}.
 *
 * @param pid         its process id
 * @param startMillis when it started, in milliseconds since 1970
 */
record Incarnation(long pid, long startMillis) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    /** Start times are derived from the boot time, which clock adjustments move a little. */
    private static final long TOLERANCE_MILLIS = 2_000;

    /** The incarnation written as {@code text}, if it is one. */
    static Optional<Incarnation> parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new Incarnation(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** The incarnation of a process; its start is 0 where the system does not tell. */
    static Incarnation of(ProcessHandle process) {
        return new Incarnation(process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    /** Whether it lives, on this machine. */
    boolean alive() {
        return aliveAmong(id -> ProcessHandle.of(id).filter(ProcessHandle::isAlive)
                .map(process -> of(process).startMillis()));
    }

    /**
     * Whether it lives, given the start time in milliseconds of the living process with an id.
     */
    boolean aliveAmong(LongFunction<Optional<Long>> startOf) {
        return startOf.apply(pid).filter(start -> Math.abs(start - startMillis) <= TOLERANCE_MILLIS).isPresent();
    }

    @Override
    public String toString() {
        return pid + "-" + startMillis;
    }
}
