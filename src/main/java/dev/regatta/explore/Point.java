package dev.regatta.explore;

import dev.regatta.analysis.Disturbance;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One point that was measured.
 *
 * @param id          which
 * @param rate          operations per second that were to be offered; 0 in a closed loop
 * @param offered       operations per second that were due
 * @param achieved      correct operations per second that ended
 * @param refused       operations that were due while as many as may be were in flight
 * @param mostInFlight  operations in flight at most; 0 in a closed loop
 * @param lateP99Nanos  how late 99 % of the operations were handed to the client at most
 * @param latencies     from when operations were due
 * @param clientNanos   CPU time of the client for an operation
 * @param serverNanos   CPU time of the server for an operation; empty where it cannot be read
 * @param clientShare   share of its CPUs that the client used, 0 to 1; empty where it has no CPUs of its own
 * @param serverShare   the same of the server, with the relay that makes the way to it longer
 * @param allocated     bytes of heap for an operation; empty where the JVM does not count them
 * @param errors        operations that threw
 * @param wrong         operations that returned a wrong result
 * @param problem       the first of either in words, or empty
 * @param disturbed     whether others used much of the machine meanwhile
 */
public record Point(PointId id, double rate, double offered, double achieved, long refused, int mostInFlight,
        long lateP99Nanos, LatencySummary latencies, double clientNanos, OptionalDouble serverNanos,
        OptionalDouble clientShare, OptionalDouble serverShare, OptionalDouble allocated, int errors, int wrong,
        String problem, boolean disturbed) {

    /** A generator that is later than this adds to the latencies that it measures. */
    private static final long LATE_NANOS = 500_000;
    /**
     * But it matters only from this share of p99 on. Where a client uses up its CPUs, the generator in its process is a millisecond
     * late, and p99 a hundred: to leave out such misses favoured clients with many threads by 5 to 12 %.
     */
    private static final double LATE_SHARE = 0.1;

    /** A client that achieves a smaller share of what is offered does not carry the load. */
    public static final double CARRIED = 0.99;

    /**
     * The share of the offered load that a probe of a search must achieve. A load that is not carried usually shows by
     * its latency, which grows; this share matters only where the limit is lax.
     */
    private static final double KEPT_UP = 0.95;

    /** Checks that every part is present. */
    public Point {
        Objects.requireNonNull(id);
        Objects.requireNonNull(latencies);
        Objects.requireNonNull(problem);
    }

    static Point of(PointId id, double rate, LoadReading reading, Placement placement) {
        Offering offering = reading.offering();
        Slice slice = offering.slice();
        Surroundings around = reading.surroundings();
        double seconds = slice.windowNanos() / 1e9;
        double operations = Math.max(1, slice.allOperations());
        double elapsed = Math.max(1, around.elapsedNanos());
        OptionalDouble server = around.serverCpuNanos().isPresent()
                ? OptionalDouble.of(around.serverCpuNanos().getAsLong())
                : OptionalDouble.empty();
        boolean placed = !placement.clientCpus().isEmpty();
        return new Point(id, rate, rounded(offering.offered() / seconds), rounded(slice.operations() / seconds),
                offering.refused(), offering.mostInFlight(), offering.lateP99Nanos(),
                LatencySummary.of(slice.latencies()), rounded(slice.cpuNanos() / operations),
                scaled(server, 1 / operations, true),
                scaled(OptionalDouble.of(slice.cpuNanos()), 1 / (elapsed * placement.clientCpus().size()), placed),
                scaled(server.isPresent() ? OptionalDouble.of(server.getAsDouble() + reading.relayNanos()) : server,
                        1 / (elapsed * placement.databaseCpus().size()), placed),
                slice.resources().map(used -> OptionalDouble.of(rounded(used.allocatedBytes() / operations)))
                        .orElse(OptionalDouble.empty()),
                slice.errors(), slice.wrong(), slice.problem(), Disturbance.disturbed(around));
    }

    private static OptionalDouble scaled(OptionalDouble number, double by, boolean known) {
        return known && number.isPresent()
                ? OptionalDouble.of(rounded(number.getAsDouble() * by))
                : OptionalDouble.empty();
    }

    /** Rounds to four decimals; more digits are noise. */
    private static double rounded(double number) {
        return Math.round(number * 1e4) / 1e4;
    }

    /** Whether operations were started on time, so that the latencies are the client's. If not, the point tells nothing of it. */
    public boolean onTime() {
        return onTime(latencies.p99());
    }

    /** Whether they were started early enough to tell whether the client keeps to a limit. */
    boolean onTime(Sla sla) {
        return onTime(latencies.at(sla.percentile()));
    }

    private boolean onTime(double latencyNanos) {
        return lateP99Nanos < Math.max(LATE_NANOS, LATE_SHARE * latencyNanos);
    }

    /** Whether the client carried what was offered. */
    public boolean carried() {
        return refused == 0 && errors == 0 && wrong == 0 && achieved >= CARRIED * offered;
    }

    /**
     * Operations in flight on average: those that were offered times their median latency (J. Little, "A proof for the
     * queuing formula L = lambda W", 1961).
     */
    double inFlight() {
        return offered * latencies.p50() / 1e9;
    }

    /** Whether it kept to a limit of latency, without refusing operations or falling behind. */
    boolean within(Sla sla) {
        return latencies.count() > 0 && latencies.at(sla.percentile()) <= sla.limit().toNanos() && refused == 0
                && errors == 0 && achieved >= KEPT_UP * offered;
    }
}
