package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process, told apart from a later one with the same id; written {@code pid-start}.
 *
 * @param pid   its process id
 * @param start when it started: clock ticks since the system did, which no adjustment of the clock moves, where
 *              {@code /proc} tells them, else milliseconds since 1970
 */
public record ProcessIdentity(long pid, long start) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    /** Of {@code /proc/PID/stat}, behind the name in parentheses, which may hold anything: field 22 of proc(5). */
    private static final int START_BEHIND_NAME = 19;

    /** The process written as {@code text}, if it is one. */
    public static Optional<ProcessIdentity> parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new ProcessIdentity(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** The identity of a process; its start is 0 where the system does not tell. */
    public static ProcessIdentity of(ProcessHandle process) {
        return new ProcessIdentity(process.pid(), ticks(Path.of("/proc"), process.pid())
                .or(() -> process.info().startInstant().map(Instant::toEpochMilli)).orElse(0L));
    }

    /** The clock ticks at which a process started, by {@code proc}; empty where that does not tell. */
    static Optional<Long> ticks(Path proc, long pid) {
        try {
            String stat = Files.readString(proc.resolve(Long.toString(pid)).resolve("stat"));
            return Optional.of(Long.valueOf(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[START_BEHIND_NAME]));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Whether it lives, on this machine. */
    public boolean alive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(ProcessIdentity::of).filter(this::equals)
                .isPresent();
    }

    @Override
    public String toString() {
        return pid + "-" + start;
    }
}
