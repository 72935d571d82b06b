package dev.regatta.explore;

import dev.regatta.analysis.Bound;
import dev.regatta.host.Placement;
import dev.regatta.stats.Median;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.OptionalDouble;

/** What bounds what a client carries. */
public enum Limit {
    /** The client's CPUs are busy. */
    CLIENT,
    /** The server's CPUs are busy. */
    SERVER,
    /** Operations wait for connections, locks, the network or each other. */
    WAITING,
    /** Operations were not started when they were due: nothing is known of the client. */
    GENERATOR,
    /** All that was offered was carried, and there was room: more could have been. */
    NOTHING;

    /** CPUs and connections that are used less than this have room. */
    public static final double ROOM = 0.7;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What bounds most of these points; empty where client and server share their CPUs, or nothing was measured.
     *
     * @param points    of one client under equal load and conditions
     * @param placement where they were measured
     */
    static Optional<Limit> of(List<Point> points, Placement placement) {
        if (points.isEmpty()) {
            return Optional.empty();
        }
        if (2 * points.stream().filter(Point::onTime).count() <= points.size()) {
            return Optional.of(GENERATOR);
        }
        double client = median(points, point -> share(point, point.clientShare(), placement));
        double server = median(points, point -> share(point, point.serverShare(), placement));
        if (Double.isNaN(client) || Double.isNaN(server)) {
            return Optional.empty();
        }
        if (Math.max(client, server) < Bound.FULL) {
            return Optional.of(Math.max(client, server) < ROOM && roomy(points) ? NOTHING : WAITING);
        }
        return Optional.of(client >= server ? CLIENT : SERVER);
    }

    /**
     * Whether points carried a load that was given, with connections to spare: a closed loop goes as fast as it can,
     * and a search ends where it can no more.
     */
    private static boolean roomy(List<Point> points) {
        return points.stream().allMatch(point -> point.id().kind() == PointId.Kind.LOAD)
                && 2 * points.stream().filter(Point::carried).count() > points.size()
                && median(points, point -> OptionalDouble.of(
                        point.inFlight() / point.id().conditions().connections(point.id().client()))) < ROOM;
    }

    /**
     * The share of a side's CPUs that is used. Of a closed loop in short slices the share of time is too small, since each slice
     * ends when its last operation does. Throughput times the CPU time of an operation has no such edges (the utilization law;
     * P. Denning and J. Buzen, "The operational analysis of queueing network models", 1978). By how much that is more for the
     * client, it is more for either side.
     *
     * @param ofTime the share of the time that a slice took; empty where it is not known
     */
    private static OptionalDouble share(Point point, OptionalDouble ofTime, Placement placement) {
        double client = point.clientShare().orElse(0);
        return ofTime.isEmpty() || client == 0 || point.id().kind() != PointId.Kind.CLOSED
                || placement.clientCpus().isEmpty()
                        ? ofTime
                        : OptionalDouble.of(ofTime.getAsDouble() * Math.max(1,
                                point.achieved() * point.clientNanos() / 1e9 / placement.clientCpus().size() / client));
    }

    private static double median(List<Point> points, Function<Point, OptionalDouble> share) {
        double[] known = points.stream().map(share).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
        return known.length == 0 ? Double.NaN : Median.of(known);
    }
}
