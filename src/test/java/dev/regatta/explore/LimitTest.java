package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.Placement;
import dev.regatta.protocol.ClientId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

class LimitTest {

    private static Point point(PointId.Kind kind, double client, double server, double offered, double achieved,
            double millis, long lateNanos) {
        return point("pgjdbc+hikari/platform", kind, client, server, offered, achieved, millis, lateNanos);
    }

    private static Point point(String name, PointId.Kind kind, double client, double server, double offered,
            double achieved, double millis, long lateNanos) {
        long nanos = (long) (millis * 1e6);
        var latencies = new LatencySummary(500, nanos, nanos, nanos, 2 * nanos, 3 * nanos, 4 * nanos);
        return new Point(
                new PointId(ClientId.of(name), new Conditions(16, 256, 0), kind, 1, 0), offered,
                offered, achieved, 0, 3, lateNanos, latencies, 30_000, OptionalDouble.of(20_000),
                OptionalDouble.of(client), OptionalDouble.of(server), OptionalDouble.empty(), 0, 0, "", false);
    }

    @ParameterizedTest(name = "{0}: client {1}, server {2}, {4} of {3}/s, p50 {5} ms: {7}")
    @CsvSource(textBlock = """
            # kind, client share, server share, offered, achieved, p50 in ms, late by ns, limit
            LOAD, 0.10, 0.12, 1000, 1000, 1, 0, NOTHING
            LOAD, 0.69, 0.12, 1000, 1000, 1, 0, NOTHING
            LOAD, 0.71, 0.12, 1000, 1000, 1, 0, WAITING
            LOAD, 0.12, 0.71, 1000, 1000, 1, 0, WAITING
            LOAD, 0.10, 0.12, 1000, 1000, 11, 0, NOTHING
            LOAD, 0.10, 0.12, 1000, 1000, 12, 0, WAITING
            LOAD, 0.10, 0.12, 1000, 980, 1, 0, WAITING
            LOAD, 0.10, 0.12, 1000, 1000, 1, 500000, GENERATOR
            LOAD, 0.90, 0.12, 1000, 1000, 10, 1900000, CLIENT
            LOAD, 0.90, 0.12, 1000, 1000, 10, 2000000, GENERATOR
            LOAD, 0.86, 0.12, 1000, 1000, 1, 0, CLIENT
            LOAD, 0.86, 0.90, 1000, 1000, 1, 0, SERVER
            CLOSED, 0.10, 0.12, 1000, 1000, 1, 0, WAITING
            SEARCH, 0.10, 0.12, 1000, 1000, 1, 0, WAITING
            """)
    void aLoadThatIsCarriedWithRoomIsBoundedByNothing(PointId.Kind kind, double client, double server, double offered,
            double achieved, double millis, long lateNanos, Limit limit) {
        assertThat(Limit.of(List.of(point(kind, client, server, offered, achieved, millis, lateNanos)), Placement.NONE))
                .isEqualTo(Optional.of(limit));
    }

    /** It was bounded by its CPUs, beside a note that it was bounded by the generator. */
    @Test
    void halfOfThePointsOnTimeAreNotMost() {
        Point onTime = point(PointId.Kind.LOAD, 0.90, 0.12, 1000, 1000, 1, 0);
        Point late = point(PointId.Kind.LOAD, 0.90, 0.12, 1000, 1000, 1, 500_000);
        assertThat(Limit.of(List.of(onTime, late), Placement.NONE)).contains(Limit.GENERATOR);
        assertThat(Limit.of(List.of(onTime, onTime, late), Placement.NONE)).contains(Limit.CLIENT);
    }

    /** 100 in flight of 256 wait for no connection of a pool of 16 that the client does not have. */
    @Test
    void aClientWithoutAPoolHasAConnectionForEachOperation() {
        assertThat(Limit.of(List.of(point("r2dbc-postgresql/event-loop", PointId.Kind.LOAD, 0.1, 0.12, 1000, 1000, 100,
                0)), Placement.NONE)).contains(Limit.NOTHING);
        assertThat(Limit.of(List.of(point("r2dbc-postgresql/event-loop", PointId.Kind.LOAD, 0.1, 0.12, 1000, 1000, 200,
                0)), Placement.NONE)).contains(Limit.WAITING);
    }

    /** All of 256 in flight had a connection to the service, which waited for one of the 10 to its database. */
    @ParameterizedTest
    @CsvSource({"spring-mvc+jdbc/platform, 6, NOTHING", "spring-mvc+jdbc/platform, 8, WAITING",
            "spring-mvc+jdbc~100/platform, 60, NOTHING", "spring-mvc+jdbc~100/platform, 80, WAITING",
            "spring-mvc+jdbc~500/platform, 170, NOTHING", "spring-mvc+jdbc~500/platform, 190, WAITING"})
    void aServiceHasTheConnectionsOfItsOwnPool(String service, double millis, Limit limit) {
        assertThat(
                Limit.of(List.of(point(service, PointId.Kind.LOAD, 0.1, 0.12, 1000, 1000, millis, 0)), Placement.NONE))
                .contains(limit);
    }

    /** Slices of 25 ms whose last operations take 10 ms more: the client needs 30 us of its one CPU for each of 33,000 per second. */
    @Test
    void aClosedLoopThatUsesUpItsCpusDoesNotWaitBecauseItsSlicesAreShort() {
        List<Point> points = List.of(point(PointId.Kind.CLOSED, 0.80, 0.60, 33_000, 33_000, 3, 0));
        assertThat(Limit.of(points, Placement.of("client=0 database=1"))).contains(Limit.CLIENT);
        assertThat(Limit.of(points, Placement.of("client=0-1 database=2-3"))).contains(Limit.WAITING);
        assertThat(Limit.of(points, Placement.NONE)).contains(Limit.WAITING);
    }

    /** Their slices are as short on the server's side, whatever of ours uses its CPUs. */
    @Test
    void aClosedLoopWhoseServerAndRelayUseUpTheirCpusDoesNotWait() {
        List<Point> points = List.of(point(PointId.Kind.CLOSED, 0.60, 0.70, 25_000, 25_000, 3, 0));
        assertThat(Limit.of(points, Placement.of("client=0 database=1"))).contains(Limit.SERVER);
    }

    @Test
    void nothingIsSaidWhereNothingWasMeasured() {
        assertThat(Limit.of(List.of(), Placement.NONE)).isEmpty();
    }
}
