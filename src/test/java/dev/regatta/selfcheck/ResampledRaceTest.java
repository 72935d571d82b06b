package dev.regatta.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.baseline.Calibration;
import dev.regatta.baseline.Noise;
import dev.regatta.gate.Books;
import dev.regatta.gate.Looks;
import dev.regatta.gate.Tolerance;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.results.MeasuredRun;
import dev.regatta.stats.TrimmedMean;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.IntStream;

@Tag("simulation")
@Execution(ExecutionMode.CONCURRENT)
class ResampledRaceTest {

    private static final MeasuredRun RUN = Recordings.run(5, 3);
    private static final StoppingRule.Ruling GOING_ON = new StoppingRule.Ruling(false, "");
    private static final CellMeasurement CELL = RUN.cells().getFirst();
    private static final SortedMap<Metric, Noise> NOISE = Calibration
            .noise(Dialect.POSTGRESQL, Books.HERE, List.of(RUN)).get(CELL.cell().client());

    @Test
    void aRaceGoesOnAsItBegan() {
        var cell = NoisyCell.duel(CELL, Books.HERE, NOISE);
        var early = after(144, duel(cell, Optional.empty(), 1));
        var late = after(1024, duel(cell, Optional.empty(), 1));
        assertThat(late.pairs().size()).isEqualTo(1024);
        assertThat(late.pairs().subList(0, 144)).isEqualTo(early.pairs());
        assertThat(after(144, duel(cell, Optional.empty(), 1))).isEqualTo(early);
        assertThat(early.pairs().stream().map(Pair::set)).containsOnly(1, 2);
    }

    @Test
    void aRaceEndsWithItsLastSet() {
        var race = new ResampledRace(NoisyCell.book(CELL, Books.HERE, NOISE), Optional.empty(), Optional.empty(), 1)
                .until(new Plan(Looks.SHORT_SETS, pairs -> GOING_ON));
        assertThat(race.pairs().size()).isEqualTo(Looks.SHORT_SETS.stream().mapToInt(pairs -> pairs).sum());
        assertThat(race.forks()).extracting(ForkStart::set).contains(Looks.SHORT_SETS.size())
                .doesNotContain(Looks.SHORT_SETS.size() + 1);
    }

    @Test
    void aLookMayAskForFreshForks() {
        var race = duel(NoisyCell.duel(CELL, Books.HERE, NOISE), Optional.empty(), 1).until(new Plan(List.of(16, 16),
                pairs -> new StoppingRule.Ruling(pairs == 16, "", pairs == 8)));
        assertThat(race.pairs().stream().map(Pair::set)).containsExactlyElementsOf(
                Stream.concat(Collections.nCopies(8, 1).stream(), Collections.nCopies(8, 2).stream()).toList());
    }

    /** What people measure who do not interleave: another fork, at another moment. */
    @Test
    void oneVersionAfterTheOtherIsOfTwoDifferentSets() {
        var race = duel(NoisyCell.duel(CELL, Books.HERE, NOISE), Optional.of(new PlantedLoss(Metric.THROUGHPUT, 0.5)),
                1);
        var sets = NoisyCell.duel(CELL, Books.HERE, NOISE).sets();
        for (long seed = 0; seed < 20; seed++) {
            var readings = race.oneAfterTheOther(Metric.THROUGHPUT, 99, seed);
            var one = sets.stream().filter(set -> same(readings.candidate(), set, Arm.CANDIDATE, 0.5)).toList();
            var other = sets.stream().filter(set -> same(readings.other(), set, Arm.BASELINE, 1)).toList();
            assertThat(one).hasSize(1);
            assertThat(other).hasSize(1);
            assertThat(one.getFirst().set()).isNotEqualTo(other.getFirst().set());
        }
    }

    private static boolean same(double[] readings, RecordedSet set, Arm role, double factor) {
        return Arrays.equals(readings, set.playing(role).stream()
                .mapToDouble(slice -> factor * slice.reading(Metric.THROUGHPUT, 99, Factors.NONE)).toArray());
    }

    @Test
    void aPlantedLossIsThereInEveryPairAndNothingElseIs() {
        var cell = NoisyCell.duel(CELL, Books.HERE, NOISE);
        var losses = List.of(new PlantedLoss(Metric.THROUGHPUT, 0.05), new PlantedLoss(Metric.TAIL_LATENCY, 0.10),
                new PlantedLoss(Metric.CLIENT_CPU, 0.05));
        for (PlantedLoss loss : losses) {
            for (Metric metric : Metric.values()) {
                double[] before = ratios(after(256, duel(cell, Optional.empty(), 3)), metric);
                double[] after = ratios(after(256, duel(cell, Optional.of(loss), 3)), metric);
                double planted = metric == loss.metric() ? Math.log(loss.factor()) : 0;
                for (int i = 0; i < 64; i++) {
                    assertThat(after[i] - before[i]).as(loss.words() + " in " + metric).isCloseTo(planted,
                            within(0.003));
                }
            }
        }
    }

    @Test
    void pairsStayTogetherWithTheirNeighbours() {
        var race = after(128, new ResampledRace(NoisyCell.book(CELL, Books.HERE, new TreeMap<>()), Optional.empty(),
                Optional.empty(), 9));
        var recorded = new ArrayList<List<Long>>();
        CELL.pairs().stream().collect(Collectors.groupingBy(Pair::set)).values().forEach(fork -> {
            // The end of a fork is joined to its beginning.
            var twice = new ArrayList<>(fork.stream().map(ResampledRaceTest::cpuOfReference).toList());
            twice.addAll(List.copyOf(twice));
            recorded.add(twice);
        });
        var played = race.pairs().stream().map(ResampledRaceTest::cpuOfReference).toList();
        for (int start = 0; start < 128; start += 16) {
            var block = played.subList(start, start + 16);
            assertThat(recorded).anyMatch(fork -> Collections.indexOfSubList(fork, block) >= 0);
        }
    }

    @Test
    void inTheMeanOverAllRacesNothingChanged() {
        var cell = NoisyCell.duel(CELL, Books.HERE, NOISE);
        var means = new EnumMap<Metric, Double>(Metric.class);
        for (int seed = 0; seed < 400; seed++) {
            CellMeasurement race = after(192, duel(cell, Optional.empty(), seed));
            for (Metric metric : Metric.values()) {
                means.merge(metric, mean(ratios(race, metric)) / 400, Double::sum);
            }
        }
        means.forEach((metric, mean) -> assertThat(mean).as(metric.words()).isCloseTo(0, within(0.006)));
    }

    @Test
    void forksStrayAsFarAsTheyWereCalibratedTo() {
        var forks = new ArrayList<Double>();
        for (CellMeasurement measurement : Recordings.run(5, 15, machine -> machine.forks(0.02)).cells().stream()
                .toList()) {
            var noise = new TreeMap<Metric, Noise>();
            noise.put(Metric.THROUGHPUT, new Noise(0.1, 0.02, OptionalDouble.empty()));
            for (RecordedSet fork : NoisyCell.duel(measurement, Books.HERE, noise).sets()) {
                forks.add(fork.rounds().stream().mapToDouble(round -> Math.log(
                        reading(fork, round, Arm.CANDIDATE) / reading(fork, round, Arm.BASELINE))).average()
                        .orElseThrow());
            }
        }
        double squares = forks.stream().mapToDouble(offset -> offset * offset).average().orElseThrow();
        assertThat(Math.sqrt(squares)).isCloseTo(0.02 * Math.sqrt(2), within(0.01));
    }

    /** In the recorded order the tails of a fork may lie elsewhere than in the blocks that are drawn of it. */
    @Test
    void aForkLiesWhereItsResampledTailsLie() {
        for (CellMeasurement measurement : Hour.QUIET.recording().runs().getFirst().cells().stream()
                .filter(cell -> PairedRatios.of(cell.pairs(), Arm.CANDIDATE, Arm.BASELINE).tail().slicesPerBlock() > 1)
                .limit(3).toList()) {
            for (RecordedSet fork : NoisyCell.duel(measurement, Books.HERE, new TreeMap<>()).sets()) {
                var alone = new NoisyCell(measurement, Books.HERE, List.of(fork));
                var races = IntStream.range(5, 9).mapToObj(seed -> TrimmedMean.of(
                        ratios(after(2048, duel(alone, Optional.empty(), seed)), Metric.TAIL_LATENCY))).toList();
                double position = races.stream().mapToDouble(TrimmedMean::estimate).average().orElseThrow();
                double error = races.getFirst().standardError() / Math.sqrt(races.size());
                // No further from the centre than forks may lie, as far as so few tails tell.
                assertThat(position).as("%s, set %d", measurement.cell(), fork.set()).isCloseTo(0,
                        within(3 * Tolerance.DUEL.fluctuation(Metric.TAIL_LATENCY) + 3 * error));
            }
        }
    }

    @Test
    void theTimeOfARaceIsThatOfItsSlicesAndWarmUps() {
        // Two forks that took ten slices of 100 ms each, and rested for 700 ms.
        long warmUp = 2 * 10 * 100_000_000L + 700_000_000L;
        var race = duel(NoisyCell.duel(CELL, Books.HERE, NOISE), Optional.empty(), 1);
        after(80, race);
        assertThat(race.warmUpNanos()).isEqualTo(warmUp);
        // Two slices of 20 ms a pair, 1 ms before each, the probes 0.1 ms late.
        assertThat(race.nanos()).isEqualTo(80 * 2 * 21_100_000L + warmUp);
        var longer = duel(NoisyCell.duel(CELL, Books.HERE, NOISE), Optional.empty(), 1);
        after(129, longer);
        assertThat(longer.warmUpNanos()).isEqualTo(2 * warmUp);
    }

    private static CellMeasurement after(int pairs, ResampledRace race) {
        return race.until(new Plan(Collections.nCopies(24, 128), now -> new StoppingRule.Ruling(now == pairs, "")));
    }

    /** Looks after every pair. */
    private record Plan(List<Integer> sets, IntFunction<StoppingRule.Ruling> ruling) implements StoppingRule {

        @Override
        public Set<Integer> looks() {
            return IntStream.rangeClosed(1, Looks.LAST).boxed().collect(Collectors.toSet());
        }

        @Override
        public Ruling rule(CellMeasurement soFar) {
            return ruling.apply(soFar.pairs().size());
        }
    }

    private static ResampledRace duel(NoisyCell cell, Optional<PlantedLoss> loss, long seed) {
        return new ResampledRace(cell, CELL.baseline(), loss, seed);
    }

    private static double[] ratios(CellMeasurement measurement, Metric metric) {
        return PairedRatios.of(measurement.pairs(), Arm.CANDIDATE, Arm.BASELINE).all(metric).values();
    }

    private static double reading(RecordedSet fork, List<RecordedSlice> round, Arm role) {
        return round.stream().filter(slice -> fork.roles().get(slice.arm()) == role).findFirst().orElseThrow()
                .reading(Metric.THROUGHPUT, 99, role == Arm.CANDIDATE ? fork.correction() : Factors.NONE);
    }

    private static long cpuOfReference(Pair pair) {
        return pair.of(Arm.REFERENCE).slice().cpuNanos();
    }

    private static double mean(double[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElseThrow();
    }
}
