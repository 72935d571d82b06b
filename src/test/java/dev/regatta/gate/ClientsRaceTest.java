package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.baseline.Environment;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Untimed;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Two clients race as two versions do, and what is said of them is true of clients. */
@Execution(ExecutionMode.CONCURRENT)
class ClientsRaceTest {

    private static final ClientId VIRTUAL = ClientId.of("pgjdbc+hikari/virtual");
    private static final ClientId R2DBC = ClientId.of("r2dbc-postgresql+r2dbc-pool/event-loop");

    @Test
    void theSlowerClientIsWorseAndAllThreeRatiosAreTold() {
        var verdict = judge(against(VIRTUAL, SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.45, 1, 0.5).after(384)));
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.REGRESSED);
        assertThat(verdict.word()).isEqualTo("worse");
        assertThat(VerdictWords.reason(verdict)).matches("throughput is 0\\.\\d+ \\[.*] of pgjdbc\\+hikari/virtual's,"
                + " tail latency is .*, client CPU is 0\\.\\d+ \\[.*]; 384 pairs from \\d sets; worse in throughput;"
                + " limit: throughput 0\\.950").doesNotContain("baseline", "->", "no count changed");
        assertThat(Words.headline(verdict)).startsWith("Against pgjdbc+hikari/virtual, select-1 through"
                + " pgjdbc+hikari/platform on postgresql is ");
    }

    @Test
    void theFasterClientIsBetter() {
        var verdict = judge(against(VIRTUAL, SimulatedCell.duel(5).with(Arm.CANDIDATE, 2, 0.5, 0.5).after(384)));
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.IMPROVED);
        assertThat(verdict.word()).isEqualTo("better");
        assertThat(VerdictWords.reason(verdict))
                .contains("; better in throughput, tail latency, client CPU; nothing is worse");
    }

    @Test
    void aClientIsAlikeToItself() {
        var verdict = judge(against(SimulatedCell.CELL.client(), SimulatedCell.duel(1).after(1024)));
        assertThat(verdict.word()).isEqualTo("alike");
        assertThat(verdict.told()).isTrue();
        assertThat(VerdictWords.sentence(verdict)).contains(" of pgjdbc+hikari/platform's, ").contains("; alike: ");
    }

    @Test
    void anUndecidedRaceSaysTheRatiosAsWell() {
        var verdict = judge(against(VIRTUAL, SimulatedCell.duel(1).with(Arm.CANDIDATE, 0.96, 1, 1).after(32)));
        assertThat(verdict.word()).startsWith("inconclusive");
        assertThat(VerdictWords.reason(verdict)).contains(" of pgjdbc+hikari/virtual's, ")
                .endsWith("; undecided when measuring stopped; a loss beyond the limit is not ruled out in throughput");
    }

    /** A verdict would have been given after a few hundred pairs: all of them say how large the difference is. */
    @Test
    void allPairsCount() {
        CellMeasurement race = SimulatedCell.duel(5).with(Arm.CANDIDATE, 0.8, 1, 1).after(1024);
        assertThat(judge(race).pairs()).isLessThan(1024);
        var verdict = judge(against(VIRTUAL, race));
        assertThat(verdict.pairs()).isEqualTo(1024);
        assertThat(verdict.readings().get(Metric.THROUGHPUT).relativeHalfWidth())
                .isLessThan(judge(race).readings().get(Metric.THROUGHPUT).relativeHalfWidth());
    }

    /** The same counts make another version regress. */
    @Test
    void countsAreToldAndDecideNothing() {
        var more = Untimed.counted(List.of(counts(Arm.CANDIDATE, 2), counts(Arm.BASELINE, 1)));
        CellMeasurement race = SimulatedCell.duel(1).after(1024).and(more);
        assertThat(judge(race).verdict().kind()).isEqualTo(VerdictKind.REGRESSED);
        var verdict = judge(against(VIRTUAL, race));
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.UNCHANGED);
        assertThat(verdict.warnings()).contains("counts that differ from those of pgjdbc+hikari/virtual, which decides"
                + " nothing: 2.0 round trips per operation against 1.0");
        assertThat(new CellJudge(Books.HERE, Books.baseline(), 90)
                .settled(against(VIRTUAL, Measured.paired(race, List.of())))).isEmpty();
    }

    /** It has no virtual threads that could be pinned, and the other one does not lack a reading. */
    @Test
    void pinsAreToldOfTheClientThatHasThem() {
        CellMeasurement race = SimulatedCell.duel(1).after(1024).and(Measured.pinned(List.of(
                Pinning.of(Arm.BASELINE, new Pins(1000, 1000, 0, List.of(), List.of())))));
        var verdict = judge(against(VIRTUAL, race));
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.UNCHANGED);
        assertThat(verdict.warnings())
                .contains("pgjdbc+hikari/virtual: 1.00 pinned parks per operation (1000 in 1000)")
                .noneMatch(note -> note.contains("were not recorded"));
        assertThat(judge(against(VIRTUAL, SimulatedCell.duel(1).after(1024))).warnings())
                .contains("pinned threads of the baseline arm were not recorded");
    }

    @Test
    void whatTheOtherClientDidIsToldInNumbers() {
        assertThat(judge(against(VIRTUAL, SimulatedCell.duel(1).after(1024))).warnings())
                .anyMatch(note -> note
                        .matches("in the same pairs pgjdbc\\+hikari/virtual did [0-9,]+ operations per second,"
                                + " with a p99 of [0-9,]+ µs and [0-9.]+ µs of client CPU each"));
    }

    /** A race of versions names the jars that differ. Of other clients all differ, and that is what they are. */
    @Test
    void theJarsOfAnotherStackAreNoDifferenceBetweenVersions() {
        var older = new Recipe(R2DBC.stack(), List.of(new Artifact("org.postgresql:r2dbc-postgresql:1.1.1",
                "2".repeat(64))), new TreeMap<>(Map.of("ssl", "true")));
        CellMeasurement race = against(R2DBC, SimulatedCell.duel(1).after(1024));
        var setup = race.setup();
        var verdict = judge(new CellMeasurement(race.cell(),
                new Setup(setup.candidate(), Optional.of(older), setup.connections(), setup.inputs()), race.timed(),
                race.untimed()));
        assertThat(verdict.changes()).hasToString("[options {ssl=true} -> {}]");
        assertThat(VerdictWords.title(verdict)).isEqualTo("against r2dbc-postgresql+r2dbc-pool/event-loop:"
                + " postgresql 42.7.14 against r2dbc-postgresql 1.1.1, options {ssl=true} -> {}");
    }

    /** 1.24 sqrt(0.03^2 + 0.04^2); the forks of a client of which nothing is known differ as the other's. */
    @Test
    void whatIsKnownOfBothClientsForksCounts() {
        assertThat(known(Map.of(SimulatedCell.CELL.client(), 0.03, VIRTUAL, 0.04))).isCloseTo(0.062, within(1e-9));
        assertThat(known(Map.of(VIRTUAL, 0.04))).isCloseTo(1.24 * Math.sqrt(2) * 0.04, within(1e-9));
        assertThat(known(Map.of())).isEqualTo(0.010);
    }

    private static double known(Map<ClientId, Double> betweenForks) {
        var noise = new TreeMap<ClientId, java.util.SortedMap<Metric, Noise>>();
        betweenForks.forEach((client, deviation) -> noise.put(client,
                new TreeMap<>(Map.of(Metric.THROUGHPUT, new Noise(0.1, deviation, OptionalDouble.empty())))));
        CellMeasurement race = SimulatedCell.duel(1).after(64);
        return new Duel(PairedRatios.of(race.pairs(), Arm.CANDIDATE, Arm.BASELINE),
                Optional.of(new Environment(Books.HERE, noise, Collections.emptySortedMap())), race.cell(), 90,
                Optional.of(VIRTUAL)).estimate(Metric.THROUGHPUT, 64).orElseThrow().betweenForks();
    }

    /** Few sets agree by luck where they differ by more than forks of one client do. */
    @Test
    void noVerdictContradictsItsIntervals() {
        Map<VerdictKind, Long> verdicts = IntStream.range(0, 200).parallel().mapToObj(seed -> {
            var race = SimulatedCell.duel(seed).forks(0.005 * (seed % 9)).noise(0.08, 0.2, 0.08);
            CellVerdict verdict = judge(against(VIRTUAL, race.after(640)));
            List<Metric> changed = switch (verdict.verdict()) {
                case Verdict.Regressed lost -> lost.metrics();
                case Verdict.Improved better -> better.metrics();
                default -> List.of();
            };
            assertThat(changed).as("seed " + seed).allSatisfy(metric -> {
                MetricReading reading = verdict.readings().get(metric);
                assertThat(reading.lower() > 1 || reading.upper() < 1).as(reading.toString()).isTrue();
            });
            assertThat(verdict.readings().values()).as("seed " + seed).allSatisfy(reading -> {
                double worst = reading.metric().lossOfRatio(reading.worst());
                assertThat(reading.metric().lossOfRatio(reading.lower())).isLessThan(worst + 1e-9);
                assertThat(reading.metric().lossOfRatio(reading.upper())).isLessThan(worst + 1e-9);
            });
            if (EnumSet.of(VerdictKind.UNCHANGED, VerdictKind.IMPROVED).contains(verdict.verdict().kind())) {
                assertThat(verdict.readings().values()).as("seed " + seed).allSatisfy(reading -> {
                    double limit = reading.metric().lossOfRatio(reading.limit());
                    assertThat(reading.metric().lossOfRatio(reading.lower())).as(reading.toString()).isLessThan(limit);
                    assertThat(reading.metric().lossOfRatio(reading.upper())).as(reading.toString()).isLessThan(limit);
                });
            }
            return verdict.verdict().kind();
        }).collect(Collectors.groupingBy(kind -> kind, Collectors.counting()));
        assertThat(verdicts).as("each is seen").containsKeys(VerdictKind.UNCHANGED, VerdictKind.INCONCLUSIVE);
    }

    /** What is known of forks of one client rules a loss out after one set, and two sets say nothing of what they differ by. */
    @Test
    void twoSetsRuleNoLossOut() {
        var race = SimulatedCell.duel(1).noise(0.01, 0.01, 0.01);
        assertThat(judge(against(VIRTUAL, race.after(256))).word()).startsWith("inconclusive");
        assertThat(judge(against(VIRTUAL, race.after(384))).word()).isEqualTo("alike");
    }

    private static Counts counts(Arm arm, long trips) {
        return new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(60 * trips, 60))), new TreeMap<>());
    }

    /** Of one stack, in one version. */
    private static CellMeasurement against(ClientId rival, CellMeasurement race) {
        return new CellMeasurement(race.cell(),
                Measured.against(rival, SimulatedCell.againstItself(race)).setup(), race.timed(), race.untimed());
    }

    private static CellVerdict judge(CellMeasurement measurement) {
        return Gate.judge(measurement, Books.HERE, Books.baseline(), 90);
    }
}
