package dev.regatta.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.baseline.Calibration;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Noise;
import dev.regatta.gate.Books;
import dev.regatta.gate.Looks;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Results;
import dev.regatta.results.MeasuredRun;
import dev.regatta.stats.TrimmedMean;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

@Tag("simulation")
@Execution(ExecutionMode.CONCURRENT)
class ResampledRaceTest {

    private static final MeasuredRun RUN = Recordings.run(5, 3);
    private static final CellMeasurement CELL = RUN.cells().getFirst().whole();
    private static final SortedMap<Metric, Noise> NOISE = Calibration
            .noise(Dialect.POSTGRESQL, Books.HERE, List.of(RUN)).get(CELL.cell().client());

    @Test
    void aRaceGoesOnAsItBegan() {
        var race = duel(NoisyCell.duel(CELL, Books.HERE, NOISE), Optional.empty(), 1);
        var early = race.after(144);
        assertThat(race.after(1024).pairs().subList(0, 144)).isEqualTo(early.pairs());
        assertThat(duel(NoisyCell.duel(CELL, Books.HERE, NOISE), Optional.empty(), 1).after(144)).isEqualTo(early);
        assertThat(early.pairs().stream().map(Pair::stage)).containsOnly(1, 2);
        assertThat(race.after(1024).pairs()).hasSize(1024);
    }

    @Test
    void aRaceEndsWithItsLastStage() {
        var race = new ResampledRace(NoisyCell.book(CELL, Books.HERE, NOISE), Optional.empty(), Looks.SHORT_STAGES,
                Optional.empty(), 1);
        assertThat(race.after(Looks.LAST).pairs()).hasSize(768);
        assertThat(race.after(Looks.LAST).forks()).extracting(ForkStart::fork).contains(3).doesNotContain(4);
    }

    @Test
    void aPlantedLossIsThereInEveryPairAndNothingElseIs() {
        var cell = NoisyCell.duel(CELL, Books.HERE, NOISE);
        var losses = List.of(new PlantedLoss(Metric.THROUGHPUT, 0.05), new PlantedLoss(Metric.TAIL_LATENCY, 0.10),
                new PlantedLoss(Metric.CLIENT_CPU, 0.05));
        for (PlantedLoss loss : losses) {
            for (Metric metric : Metric.values()) {
                double[] before = ratios(duel(cell, Optional.empty(), 3).after(256), metric);
                double[] after = ratios(duel(cell, Optional.of(loss), 3).after(256), metric);
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
        var race = new ResampledRace(NoisyCell.book(CELL, Books.HERE, new TreeMap<>()), Optional.empty(),
                Looks.DUEL_STAGES,
                Optional.empty(), 9).after(128);
        var recorded = new ArrayList<List<Long>>();
        CELL.pairs().stream().collect(Collectors.groupingBy(Pair::stage)).values().forEach(fork -> {
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
            CellMeasurement race = duel(cell, Optional.empty(), seed).after(192);
            for (Metric metric : Metric.values()) {
                means.merge(metric, mean(ratios(race, metric)) / 400, Double::sum);
            }
        }
        means.forEach((metric, mean) -> assertThat(mean).as(metric.words()).isCloseTo(0, within(0.006)));
    }

    @Test
    void forksStrayAsFarAsTheyWereCalibratedTo() {
        var forks = new ArrayList<Double>();
        for (CellMeasurement measurement : Recordings.run(5, 15, machine -> machine.forks(0.02)).measurements()
                .toList()) {
            var noise = new TreeMap<Metric, Noise>();
            noise.put(Metric.THROUGHPUT, new Noise(0.1, 0.02, OptionalDouble.empty()));
            for (RecordedFork fork : NoisyCell.duel(measurement, Books.HERE, noise).forks()) {
                forks.add(fork.rounds().stream().mapToDouble(round -> Math.log(
                        reading(fork, round, Arm.CANDIDATE) / reading(fork, round, Arm.BASELINE))).average()
                        .orElseThrow());
            }
        }
        double squares = forks.stream().mapToDouble(offset -> offset * offset).average().orElseThrow();
        assertThat(Math.sqrt(squares)).isCloseTo(0.02 * Math.sqrt(2), within(0.01));
    }

    @Test
    void aForkLiesWhereItsResampledTailsLie() {
        // In the recorded order the tails of its third fork lie 7 % to one side, in blocks drawn of it 5 % to the
        // other.
        for (Results run : Hour.QUIET.recording().runs()) {
            for (CellMeasurement measurement : run.cells()) {
                if (measurement.cell().toString()
                        .equals("mariadb/mysql-connector-j+hikari/virtual/row-100-columns")) {
                    for (RecordedFork fork : NoisyCell.duel(measurement, Books.HERE, new TreeMap<>()).forks()) {
                        var alone = new NoisyCell(measurement, Books.HERE, List.of(fork));
                        double[] tails = ratios(duel(alone, Optional.empty(), 5).after(2048), Metric.TAIL_LATENCY);
                        assertThat(TrimmedMean.of(tails).estimate()).isCloseTo(0, within(0.03));
                    }
                    return;
                }
            }
        }
        fail("the recording has lost the cell");
    }

    @Test
    void theTimeOfARaceIsThatOfItsSlicesAndWarmUps() {
        var race = duel(NoisyCell.duel(CELL, Books.HERE, NOISE), Optional.empty(), 1);
        race.after(256);
        // Two forks that took ten slices of 100 ms each, and rested for 700 ms.
        long warmUp = 2 * 10 * 100_000_000L + 700_000_000L;
        assertThat(race.warmUpNanos(80)).isEqualTo(warmUp);
        assertThat(race.warmUpNanos(129)).isEqualTo(2 * warmUp);
        // Two slices of 20 ms a pair that would take 10 today and 2 around them, 1 ms before each, the probes 0.1 ms
        // late.
        assertThat(race.nanos(80)).isEqualTo(80 * 2 * 13_100_000L + warmUp);
    }

    private static ResampledRace duel(NoisyCell cell, Optional<PlantedLoss> loss, long seed) {
        return new ResampledRace(cell, CELL.baseline(), Looks.DUEL_STAGES, loss, seed);
    }

    private static double[] ratios(CellMeasurement measurement, Metric metric) {
        return PairedRatios.of(measurement.pairs(), Arm.CANDIDATE, Arm.BASELINE).all(metric).values();
    }

    private static double reading(RecordedFork fork, List<RecordedSlice> round, Arm role) {
        return round.stream().filter(slice -> fork.roles().get(slice.arm()) == role).findFirst().orElseThrow()
                .reading(Metric.THROUGHPUT, 99, role == Arm.CANDIDATE ? fork.correction() : Change.NONE);
    }

    private static long cpuOfReference(Pair pair) {
        return pair.of(Arm.REFERENCE).slice().cpuNanos();
    }

    private static double mean(double[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElseThrow();
    }
}
