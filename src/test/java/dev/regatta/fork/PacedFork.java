package dev.regatta.fork;

import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Threads;
import dev.regatta.workload.Endpoint;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A fork whose operations take time by a clock that only moves with them. */
public class PacedFork extends ScriptedFork {

    private final Time time;
    private final long eachNanos;
    private long endNanos = Long.MAX_VALUE;

    /** Such a clock. */
    public static final class Time {
        private long now = Clock.nanos();

        /** What it shows, in nanoseconds. */
        public long nanos() {
            return now;
        }

        /** Moves on. */
        public void pass(Duration duration) {
            now += duration.toNanos();
        }
    }

    /**
     * A fork.
     *
     * @param eachNanos how long each of its operations takes, however many are in flight
     */
    public PacedFork(Arm arm, Time time, long eachNanos) {
        this(arm, 0, time, eachNanos);
    }

    /** The same of a set; its slices tell as many operations as end in 10 ms, one at least. */
    public PacedFork(Arm arm, int set, Time time, long eachNanos) {
        super(arm, set, (int) Math.max(1, 10_000_000 / eachNanos));
        this.time = time;
        this.eachNanos = eachNanos;
    }

    @Override
    public void answersBy(long moment) {
        endNanos = moment;
    }

    /** Lets so many operations end one after another, or as many as end within the time limit. */
    private void pass(long operations) throws Unanswered {
        long end = time.now + operations * eachNanos;
        if (end > endNanos) {
            long waited = endNanos - time.now;
            time.now = endNanos;
            throw new Unanswered(arm() + " did not answer", Path.of("threads.txt"), Math.max(1, waited));
        }
        time.now = end;
    }

    /** Lets the operations end that begin within {@code nanos}. */
    private void passSlice(long nanos) throws Unanswered {
        pass(Math.max(1, (nanos + eachNanos - 1) / eachNanos));
    }

    @Override
    public long check(String workload, int checked, long seed) throws MeasurementFailure {
        pass(checked);
        return super.check(workload, checked, seed);
    }

    @Override
    public long failures(String workload, int counted, long seed) throws MeasurementFailure {
        pass(counted);
        return 0;
    }

    @Override
    public Optional<Long> allocatedBytes(String workload, int counted, long seed) throws MeasurementFailure {
        pass(counted);
        return Optional.of(1000L * counted);
    }

    @Override
    public WarmUp warmUpFor(String workload, boolean brief) {
        return WarmUp.ofFreshFork();
    }

    @Override
    public void warm(WarmUp warmUp, String workload, long seed) {
        long start = time.now;
        try {
            passSlice(100_000_000);
        } catch (Unanswered e) {
            throw new IllegalStateException(e);
        }
        warmUp.add(slice(""), time.now - start);
    }

    @Override
    public Answer.Ran run(long nanos, long seed) throws MeasurementFailure {
        passSlice(nanos);
        return super.run(nanos, seed);
    }

    @Override
    public Answer.Recorded record(long warmUpNanos, long nanos, long seed) throws MeasurementFailure {
        passSlice(warmUpNanos);
        passSlice(nanos);
        return new Answer.Recorded(slice(""), true, new Pins(0, nanos / eachNanos + 1, 0, List.of(), List.of()));
    }

    @Override
    public Footprint inspect(long nanos, long seed) throws MeasurementFailure {
        passSlice(nanos);
        return new Footprint(OptionalLong.empty(), OptionalLong.empty(), new Threads(1, new TreeMap<>()));
    }

    @Override
    public Answer.Metered meter(String workload, Endpoint endpoint, int connections, long warmUpNanos, long nanos,
            long seed) throws MeasurementFailure {
        passSlice(warmUpNanos);
        passSlice(nanos);
        return new Answer.Metered(slice(""), new TreeMap<>());
    }

    @Override
    public Answer.Profiled profile(long warmUpNanos, long nanos, long seed, Path file) throws MeasurementFailure {
        passSlice(warmUpNanos);
        passSlice(nanos);
        return new Answer.Profiled(slice(""), null);
    }
}
