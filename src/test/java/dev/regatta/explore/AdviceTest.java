package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

class AdviceTest {

    private static final ClientId FAST = ClientId.of("vertx-pg-client+pool/event-loop");
    private static final ClientId SLOW = ClientId.of("pgjdbc+hikari/platform");
    private static final ClientId EQUAL = ClientId.of("pgjdbc+hikari/virtual");

    @TempDir
    private Path folder;

    private List<Advice.Row> advice(Ask ask) throws Exception {
        var bench = new SimulatedBench(9);
        List<Contender> contenders = List.of(bench.client(SLOW.toString(), 8_000),
                bench.client(FAST.toString(), 16_000), bench.client(EQUAL.toString(), 8_000));
        var plan = new Plan(contenders.stream().map(Contender::client).toList(), ask.workload(), Axis.LOAD,
                List.of(ask.rate()), Optional.of(ask.sla()), new Conditions(16, 256, 0), Arrivals.POISSON, 3,
                OptionalDouble.empty(), 300_000_000, 5);
        var facts = new Facts(Facts.SCHEMA, "0", "abc", "2026-01-01T00:00:00Z", plan, Optional.of(ask), new TreeMap<>(),
                bench.fingerprint().with(Map.of(Fingerprint.PLACEMENT, "client=0 database=1")), Optional.empty(),
                false);
        return Advice.of(ask, new Explorer(bench, new Exploration(facts, List.of(), List.of()),
                ExplorationFile.begin(folder.resolve("exploration.json"), facts), contenders, Duration.ofHours(1),
                line -> {
                }).run());
    }

    @Test
    void thoseThatCarryMostComeFirstAndEqualOnesShareALetter() throws Exception {
        List<Advice.Row> rows = advice(Ask.of("rate=2000/s,sla=p99:2ms,cores=1"));
        assertThat(rows).extracting(Advice.Row::client).startsWith(FAST);
        assertThat(rows).extracting(Advice.Row::group).containsExactly("a", "b", "b");
        assertThat(rows).extracting(Advice.Row::held).containsOnly(new Advice.Held(3, 3, 3));
        Advice.Row first = rows.getFirst();
        // 30 us of the simulated client's CPU for each operation, and half a millisecond or so in the system.
        assertThat(first.clientCpu().orElseThrow().value()).isCloseTo(0.06, within(0.01));
        assertThat(first.connections().orElseThrow()).isBetween(0.05, 0.3);
        assertThat(first.expected()).isEqualTo(first.carried().load());
    }

    /**
     * Student's t is 6 for each of three ratios, of two degrees of freedom: one such ratio in 40 is as far from 1 by chance, and
     * a table of four clients has six of them. A t of 35 is none of those.
     */
    @Test
    void allPairsOfATableShareOneError() {
        assertThat(letters(0.115)).containsExactly("a", "a", "a", "a");
        assertThat(letters(0.02)).containsExactly("a", "b", "b", "b");
    }

    /** Of three equal clients, and one that carries half as much again and scatters so much. */
    private static List<String> letters(double deviation) {
        Ask ask = Ask.of("rate=100/s,sla=p99:10ms");
        List<ClientId> clients = List.of(FAST, SLOW, EQUAL, ClientId.of("pgjdbc+agroal/virtual"));
        Plan plan = new Plan(clients, ask.workload(), Axis.LOAD, List.of(ask.rate()), Optional.of(ask.sla()),
                new Conditions(16, 256, 0), Arrivals.POISSON, 3, OptionalDouble.empty(), 1_000_000_000, 1);
        var points = new ArrayList<Point>();
        for (ClientId client : clients) {
            for (int set = 1; set <= 3; set++) {
                double load = client.equals(FAST) ? 1000 * Math.exp(0.4 + (set - 2) * deviation) : 1000;
                points.add(point(client, PointId.Kind.CLOSED, set, 0, 0, 2 * load, true));
                for (int probe = 0; probe < SlaSearch.PROBES; probe++) {
                    boolean below = probe % 2 == 0;
                    double rate = load * (below ? 0.9 : 1.1);
                    points.add(point(client, PointId.Kind.SEARCH, set, probe, rate, rate, below));
                }
            }
        }
        return Advice.of(ask, new Exploration(new Facts(Facts.SCHEMA, "0", "abc", "2026", plan, Optional.of(ask),
                new TreeMap<>(), new Fingerprint(new TreeMap<>(Map.of(Fingerprint.PLACEMENT, "client=0 database=1"))),
                Optional.empty(), true), points, List.of())).stream().map(Advice.Row::group).toList();
    }

    private static Point point(ClientId client, PointId.Kind kind, int set, int turn, double rate, double achieved,
            boolean within) {
        long p99 = within ? 1_000_000 : 1_000_000_000;
        return new Point(new PointId(client, new Conditions(16, 256, 0), kind, set, turn), rate, achieved, achieved, 0,
                0, 0, new LatencySummary(1000, 1000, 1000, 1000, p99, p99, p99), 1000, OptionalDouble.of(1000),
                OptionalDouble.of(0.1), OptionalDouble.of(0.1), OptionalDouble.empty(), 0, 0, "", false);
    }

    @Test
    void aLimitThatTheRoundTripsAloneExceedIsNotPossible() {
        Ask ask = Ask.of("rate=100/s,queries=20,rtt=1ms,sla=p99:20ms");
        assertThat(ask.roundTrips()).isEqualTo(Duration.ofMillis(20));
        assertThat(ask.possible()).isFalse();
        assertThat(Ask.of("rate=100/s,queries=20,rtt=1ms,sla=p99:21ms").possible()).isTrue();
        assertThat(Ask.of("rate=100/s,queries=20,sla=p99:1ms").possible()).isTrue();
    }

    @Test
    void aLoadThatIsTooMuchIsNotHeldAndOtherCpusAreGuessedOnlyWhereTheClientIsTheBound() throws Exception {
        List<Advice.Row> rows = advice(Ask.of("rate=9000/s,sla=p99:2ms,cores=4"));
        assertThat(rows.getFirst().held()).isEqualTo(new Advice.Held(3, 3, 3));
        assertThat(rows.getLast().held()).isEqualTo(new Advice.Held(0, 3, 3));
        assertThat(rows)
                .allMatch(row -> row.carried().limit().equals(Optional.of(Limit.WAITING)) && row.expected().isEmpty());
    }

    @Test
    void aLoadIsReadFromText() {
        assertThat(Ask.of("rate=2000/s,queries=20,rtt=1ms,sla=p99:10ms,cores=1"))
                .isEqualTo(new Ask(2000, 20, 1000, Sla.of("p99=10ms"), OptionalInt.of(1)));
        assertThat(Ask.of("sla=p95:500us,rate=12.5")).isEqualTo(
                new Ask(12.5, 1, 0, Sla.of("p95=500us"), OptionalInt.empty()));
    }
}
