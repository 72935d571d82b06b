package dev.regatta.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Facts;
import dev.regatta.explore.FootprintReading;
import dev.regatta.explore.LatencySummary;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Point;
import dev.regatta.explore.PointId;
import dev.regatta.explore.Quantity;
import dev.regatta.explore.RatioReading;
import dev.regatta.explore.Sla;
import dev.regatta.explore.StartReading;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Threads;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Two sets of JVMs, of which the second is twice as fast: ratios within sets do not see that. */
class StudiesTest {

    private static final String VIRTUAL = "mariadb+hikari/virtual";
    private static final String PLATFORM = "mariadb+hikari/platform";
    private static final String OTHER_VIRTUAL = "mysql-connector-j+hikari/virtual";
    private static final String OTHER_PLATFORM = "mysql-connector-j+hikari/platform";
    private static final Studies.Threads ONE = new Studies.Threads(VIRTUAL, PLATFORM);
    private static final Studies.Threads OTHER = new Studies.Threads(OTHER_VIRTUAL, OTHER_PLATFORM);
    private static final Study STUDY = Study.of("study", "--client x");
    private static final double BUSY = 0.99;

    private final List<Point> points = new ArrayList<>();
    private final List<RatioReading> ratios = new ArrayList<>();
    private final Map<String, Double> serverNanos = new HashMap<>();
    private double serverShare = BUSY;
    private long lateNanos;
    private int errors;
    private final List<FootprintReading> footprints = new ArrayList<>();
    private final List<StartReading> starts = new ArrayList<>();

    private Studies studies(Axis axis) {
        List<ClientId> clients = List.of(VIRTUAL, PLATFORM, OTHER_VIRTUAL, OTHER_PLATFORM).stream().map(ClientId::of)
                .toList();
        var plan = new Plan(clients, "select-1", axis, axis == Axis.LOAD ? List.of() : List.of(16.0),
                Optional.of(Sla.of("p99=5ms")),
                new Conditions(16, 16, 0), Arrivals.POISSON, 2, OptionalDouble.empty(), 1, 1);
        return new Studies(Map.of(STUDY.id(), new Exploration(new Facts(Facts.SCHEMA, "0", "abc", "2026", plan,
                Optional.empty(), new TreeMap<>(), new Fingerprint(new TreeMap<>()), Optional.empty(), true), points,
                footprints, ratios, starts)));
    }

    private void point(String client, PointId.Kind kind, int set, int turn, double rate, double achieved, long p50) {
        points.add(new Point(new PointId(ClientId.of(client), new Conditions(16, 16, 0), kind, set, turn), rate,
                achieved, achieved, 0, 0, lateNanos, new LatencySummary(1000, p50, p50, p50, p50, p50, p50), 1000,
                OptionalDouble.of(serverNanos.getOrDefault(client, 1000.0)), OptionalDouble.of(0.1),
                OptionalDouble.of(serverShare), OptionalDouble.of(1000), errors, 0, errors == 0 ? "" : "it failed",
                set == 2));
    }

    private void closed(String client, double achieved) {
        point(client, PointId.Kind.CLOSED, 1, 0, 0, achieved, 1000);
        point(client, PointId.Kind.CLOSED, 2, 0, 0, 2 * achieved, 1000);
    }

    private static void assertAbout(Optional<ConfidenceInterval> seen, double value) {
        assertThat(seen).hasValueSatisfying(known -> assertThat(known.value()).isCloseTo(value, within(1e-6)));
    }

    @Test
    void theGainOfADriverIsComparedWithThatOfAnother() {
        closed(VIRTUAL, 3000);
        closed(PLATFORM, 1000);
        closed(OTHER_VIRTUAL, 1500);
        closed(OTHER_PLATFORM, 1000);
        Studies studies = studies(Axis.CONCURRENCY);
        assertAbout(studies.gain(STUDY, "this", ONE, 16).value(), 3);
        ClaimedRatio gains = studies.gains(STUDY, "this", ONE, OTHER, 16, Claimed.more(1));
        assertAbout(gains.ratio(), 2);
        assertThat(gains.ratio().orElseThrow().high()).isCloseTo(2, within(1e-6));
        assertThat(gains.reading()).as("the database was compared with itself").isEmpty();
        assertThat(gains.bound()).isEqualTo("server / server / server / server");
        assertThat(gains.disturbedWords()).isEqualTo("4 of 8");
    }

    /** A gain is that over platform threads, and what bounds these was not asked. */
    @Test
    void aGainRestsOnAllFourClients() {
        closed(VIRTUAL, 3000);
        closed(OTHER_VIRTUAL, 1500);
        serverShare = 0.5;
        closed(PLATFORM, 1000);
        closed(OTHER_PLATFORM, 1000);
        ClaimedRatio row = studies(Axis.CONCURRENCY).gains(STUDY, "this", ONE, OTHER, 16, Claimed.more(1));
        assertThat(row.reading()).hasValueSatisfying(seen -> assertThat(seen.right()).isTrue());
        assertThat(row.bound()).isEqualTo("server / waiting / server / waiting");
    }

    /** A driver whose virtual threads ask the server for less gains by that, however busy it is. */
    @Test
    void aBusyDatabaseHidesNoGainWhereItHasLessToDo() {
        serverNanos.put(PLATFORM, 3000.0);
        closed(VIRTUAL, 3000);
        closed(PLATFORM, 1000);
        closed(OTHER_VIRTUAL, 1000);
        closed(OTHER_PLATFORM, 1000);
        ClaimedRatio row = studies(Axis.CONCURRENCY).gains(STUDY, "this", ONE, OTHER, 16, Claimed.more(1));
        assertThat(row.bound()).isEqualTo("server / server / server / server");
        assertThat(row.reading()).hasValueSatisfying(seen -> assertThat(seen.right()).isTrue());
    }

    @Test
    void aGainIsUnknownWhereASetOrTheStudyIsMissing() {
        closed(VIRTUAL, 3000);
        point(PLATFORM, PointId.Kind.CLOSED, 1, 0, 0, 1000, 1000);
        assertThat(studies(Axis.CONCURRENCY).gain(STUDY, "this", ONE, 16).words()).isEqualTo("too little was seen");
        assertThat(new Studies(Map.of()).gain(STUDY, "this", ONE, 16).words()).isEqualTo("not measured yet");
    }

    @Test
    void aBusyDatabaseHidesThroughputAndNotWhatAnOperationNeeds() {
        closed(VIRTUAL, 1000);
        closed(PLATFORM, 1000);
        Studies studies = studies(Axis.CONCURRENCY);
        assertThat(studies.compare(STUDY, "this", VIRTUAL, PLATFORM, 16, Quantity.ACHIEVED, Claimed.MORE).reading())
                .isEmpty();
        assertThat(studies.compare(STUDY, "this", VIRTUAL, PLATFORM, 16, Quantity.ALLOCATED, Claimed.MORE).reading())
                .hasValueSatisfying(seen -> assertThat(seen.right()).isFalse());
    }

    /** As a client without a pool does, that has the server start a process for every operation. */
    @Test
    void aBusyDatabaseHidesNothingWhereAClientGivesItMoreToDo() {
        serverNanos.put(PLATFORM, 50_000.0);
        closed(VIRTUAL, 5000);
        closed(PLATFORM, 1000);
        ClaimedRatio row = studies(Axis.CONCURRENCY).compare(STUDY, "this", VIRTUAL, PLATFORM, 16, Quantity.ACHIEVED,
                Claimed.MORE);
        assertThat(row.bound()).isEqualTo("server / server");
        assertThat(row.reading()).hasValueSatisfying(seen -> assertThat(seen.right()).isTrue());
        assertThat(row.disturbedWords()).isEqualTo("2 of 4");
    }

    @Test
    void aBusyDatabaseHidesTheLoadThatIsCarriedOnlyWhereItDoesTheSameForBoth() {
        searched(VIRTUAL, 1000);
        searched(PLATFORM, 500);
        ClaimedRatio row = studies(Axis.LOAD).carried(STUDY, "this", VIRTUAL, PLATFORM, Claimed.MORE);
        assertThat(row.bound()).isEqualTo("server / server");
        assertThat(row.ratio().orElseThrow().value()).isCloseTo(2, within(0.01));
        assertThat(row.reading()).as("the database was compared with itself").isEmpty();
        points.clear();
        serverNanos.put(PLATFORM, 50_000.0);
        searched(VIRTUAL, 1000);
        searched(PLATFORM, 500);
        assertThat(studies(Axis.LOAD).carried(STUDY, "this", VIRTUAL, PLATFORM, Claimed.MORE).reading())
                .hasValueSatisfying(seen -> assertThat(seen.right()).isTrue());
    }

    /** A search in each set: a tenth below the load the limit of latency is kept to, a tenth above it is not. */
    private void searched(String client, double load) {
        for (int set = 1; set <= 2; set++) {
            point(client, PointId.Kind.CLOSED, set, 0, 0, 2 * load, 1000);
            for (int probe = 0; probe < 14; probe++) {
                double rate = load * (probe % 2 == 0 ? 0.9 : 1.1);
                point(client, PointId.Kind.SEARCH, set, probe, rate, rate, probe % 2 == 0 ? 1000 : 1_000_000_000);
            }
        }
    }

    /** It was a reason for a claim like any other, although nothing is known of a client whose load came late. */
    @Test
    void aLoadOfWhichTheGeneratorWasLateSaysNothingEitherWay() {
        serverShare = 0.5;
        searched(PLATFORM, 1000);
        lateNanos = 900_000_000;
        searched(VIRTUAL, 3000);
        ClaimedRatio row = studies(Axis.LOAD).carried(STUDY, "this", VIRTUAL, PLATFORM, Claimed.MORE);
        assertThat(row.ratio()).isPresent();
        assertThat(row.reading()).isEmpty();
        assertThat(row.bound()).isEqualTo("generator / waiting");
        assertThat(row.verdict(Optional.empty())).isEqualTo("the generator was late");
    }

    /** A stack that fails half of its requests would only look slower. */
    @Test
    void aClientWhoseOperationsFailIsNotCompared() {
        serverShare = 0.5;
        closed(PLATFORM, 1000);
        errors = 1;
        closed(VIRTUAL, 3000);
        ClaimedRatio row = studies(Axis.CONCURRENCY).compare(STUDY, "this", VIRTUAL, PLATFORM, 16, Quantity.ACHIEVED,
                Claimed.MORE);
        assertThat(row.ratio()).isPresent();
        assertThat(row.reading()).isEmpty();
        assertThat(row.verdict(Optional.empty())).isEqualTo("operations failed");
    }

    /** 720 rounds were 1440. */
    @Test
    void aRoundIsOneHoweverManyClientsItComparesWithTheFirst() {
        for (int set = 1; set <= 2; set++) {
            for (String client : List.of(VIRTUAL, OTHER_VIRTUAL)) {
                ratios.add(new RatioReading(ClientId.of(client), ClientId.of(PLATFORM), new Conditions(16, 16, 0), set,
                        0, 0.8, 40, client.equals(VIRTUAL) ? 3 : 5));
            }
        }
        closed(VIRTUAL, 1000);
        closed(OTHER_VIRTUAL, 1000);
        assertThat(studies(Axis.CONCURRENCY).compare(STUDY, "this", VIRTUAL, OTHER_VIRTUAL, 16, Quantity.ACHIEVED,
                Claimed.MORE).disturbedWords()).isEqualTo("10 of 80");
    }

    /** 720 rounds stood on the page where 360 had been: both sizes take their turns in the same ones. */
    @Test
    void aRoundIsOneHoweverManySizesOfAPoolItComparesWithTheFirst() {
        for (int set = 1; set <= 2; set++) {
            for (int pool : List.of(20, 100)) {
                ratios.add(new RatioReading(ClientId.of(PLATFORM).with(pool), ClientId.of(PLATFORM).with(5),
                        new Conditions(pool, 256, 0), set, 0, 0.8, 40, pool == 20 ? 3 : 5));
            }
        }
        assertThat(studies(Axis.POOL).compare(STUDY, "this", PLATFORM, 20, 100, Claimed.MORE).disturbedWords())
                .isEqualTo("10 of 80");
    }

    /** Points are half a second apart; the slices of a round are not. */
    @Test
    void slicesThatTookTurnsTellTheRatioWhereThereAreSome() {
        serverNanos.put(PLATFORM, 50_000.0);
        closed(VIRTUAL, 1000);
        closed(PLATFORM, 3000);
        for (int set = 1; set <= 2; set++) {
            ratios.add(new RatioReading(ClientId.of(PLATFORM), ClientId.of(VIRTUAL), new Conditions(16, 16, 0), set, 0,
                    0.8, 40, 3));
        }
        Studies studies = studies(Axis.CONCURRENCY);
        ClaimedRatio row = studies.compare(STUDY, "this", VIRTUAL, PLATFORM, 16, Quantity.ACHIEVED, Claimed.MORE);
        assertAbout(row.ratio(), 1.25);
        assertThat(row.disturbedWords()).as("rounds").isEqualTo("6 of 80");
        assertThat(studies.compare(STUDY, "this", VIRTUAL, PLATFORM, 16, Quantity.ALLOCATED, Claimed.MORE)
                .disturbedWords()).as("points").isEqualTo("2 of 4");
        assertAbout(studies.compare(STUDY, "this", VIRTUAL, PLATFORM, 16, Quantity.SERVER_CPU, Claimed.MORE).ratio(),
                0.02);
        assertAbout(studies.gain(STUDY, "this", ONE, 16).value(), 1.25);
    }

    private void occupied(String client, long bytes) {
        for (int set = 1; set <= 2; set++) {
            footprints.add(new FootprintReading(ClientId.of(client), new Conditions(16, 16, 0), set,
                    new Footprint(OptionalLong.of(bytes * set), OptionalLong.empty(),
                            new Threads(0, Collections.emptySortedMap()))));
        }
    }

    @Test
    void memoryIsComparedWithinSets() {
        occupied(VIRTUAL, 100_000);
        occupied(PLATFORM, 50_000);
        assertAbout(studies(Axis.CONCURRENCY).memory(STUDY, "this", VIRTUAL, PLATFORM, 16, Claimed.more(1)).ratio(), 2);
    }

    /** Twice as fast with as much memory: half of it for a request in a second. */
    @Test
    void memoryIsDividedByTheRequestsPerSecond() {
        closed(VIRTUAL, 2000);
        closed(PLATFORM, 1000);
        occupied(VIRTUAL, 60_000);
        occupied(PLATFORM, 60_000);
        ClaimedRatio row = studies(Axis.CONCURRENCY).memoryPerRequest(STUDY, "this", PLATFORM, VIRTUAL, 16,
                Claimed.more(1.9));
        assertAbout(row.ratio(), 2);
        assertThat(row.reading()).as("with a larger database both would answer more").isEmpty();
        assertThat(row.bound()).isEqualTo("server / server");
        assertThat(row.disturbedWords()).isEqualTo("2 of 4");
    }

    @Test
    void aSizeDoesNotVary() {
        started(VIRTUAL, 38_000_000);
        assertThat(studies(Axis.CONCURRENCY).deployed(STUDY, "this", VIRTUAL, PLATFORM, Claimed.MORE).ratioWords())
                .isEqualTo("too little was seen");
        started(PLATFORM, 19_000_000);
        ClaimedRatio row = studies(Axis.CONCURRENCY).deployed(STUDY, "this", VIRTUAL, PLATFORM, Claimed.MORE);
        assertThat(row.ratioWords()).isEqualTo("2.00 [2.00, 2.00]");
        assertThat(Claim.answer(List.of(row))).isEqualTo(ClaimAnswer.HOLDS);
        assertThat(Claim.answer(List.of(studies(Axis.CONCURRENCY).deployed(STUDY, "this", PLATFORM, VIRTUAL,
                Claimed.MORE)))).isEqualTo(ClaimAnswer.DOES_NOT_HOLD);
        assertThat(new Studies(Map.of()).deployed(STUDY, "this", VIRTUAL, PLATFORM, Claimed.MORE).ratioWords())
                .isEqualTo("not measured yet");
    }

    private void started(String client, long deployed) {
        for (int number = 1; number <= 10; number++) {
            starts.add(new StartReading(ClientId.of(client), number, 2_000_000_000L + number, deployed));
        }
    }

    @Test
    void aCurveBendsWhereItsMedianLatencyHasDoubled() {
        for (int set = 1; set <= 2; set++) {
            point(VIRTUAL, PointId.Kind.LOAD, set, 2, 400, 400, 4000);
            point(VIRTUAL, PointId.Kind.LOAD, set, 0, 50, 50, 1000);
            point(VIRTUAL, PointId.Kind.LOAD, set, 1, 100, 100, 1000);
            point(PLATFORM, PointId.Kind.LOAD, set, 0, 50, 50, 1000);
            point(PLATFORM, PointId.Kind.LOAD, set, 1, 100, 100, 2000);
        }
        Studies studies = studies(Axis.LOAD);
        assertAbout(studies.bend(STUDY, "this", VIRTUAL).value(), 200);
        assertThat(studies.bend(STUDY, "this", PLATFORM).value()).isEmpty();
    }

    /** In the second set both bend at twice the load of the first. */
    @Test
    void bendsAreComparedWithinSets() {
        serverShare = 0.5;
        curves();
        ClaimedRatio row = studies(Axis.LOAD).bent(STUDY, "this", VIRTUAL, PLATFORM, Claimed.DIFFERENT);
        assertAbout(row.ratio(), 2);
        assertThat(row.bound()).isEqualTo("nothing / nothing");
        assertThat(row.disturbedWords()).isEqualTo("6 of 12");
        assertThat(row.reading()).hasValueSatisfying(seen -> assertThat(seen.right()).isTrue());
        points.clear();
        lateNanos = 900_000_000;
        curves();
        assertThat(studies(Axis.LOAD).bent(STUDY, "this", VIRTUAL, PLATFORM, Claimed.DIFFERENT)
                .verdict(Optional.empty())).isEqualTo("the generator was late");
    }

    /** The median has doubled at 200 operations per second on virtual threads, and at 100 on platform threads. */
    private void curves() {
        for (int set = 1; set <= 2; set++) {
            for (String client : List.of(VIRTUAL, PLATFORM)) {
                boolean virtual = client.equals(VIRTUAL);
                point(client, PointId.Kind.LOAD, set, 0, 50 * set, 50, 1000);
                point(client, PointId.Kind.LOAD, set, 1, 100 * set, 100, virtual ? 1000 : 2000);
                point(client, PointId.Kind.LOAD, set, 2, 400 * set, 400, virtual ? 4000 : 64_000);
            }
        }
    }
}
