package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.analysis.GivenRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** The interval of a race of two clients, which ends when that is narrow. */
class ToldIntervalTest {

    private static final int RACES = 2000;
    private static final int MOST_SETS = Looks.LAST / Looks.USUAL_SET;
    private static final double NOISE = 0.1;

    private static final Duel VERSIONS = duel(Optional.empty());
    private static final Duel CLIENTS = duel(Optional.of(ClientId.of("pgjdbc+hikari/virtual")));

    /**
     * Of races that end when their interval is narrow 95 % cover the truth, whether forks differ by less than what is known
     * (1 %) or by eight times as much. With what is known as long as the sets do not contradict it, it was 83 % at worst; with
     * what the sets show, and the usual error, 90 %.
     */
    @Tag("simulation")
    @ParameterizedTest
    @CsvSource({"0.02, 0.005", "0.02, 0.02", "0.03, 0.01", "0.03, 0.02", "0.03, 0.04", "0.03, 0.06", "0.05, 0.01",
            "0.05, 0.04", "0.05, 0.08", "0.10, 0.04", "0.10, 0.08"})
    void aNarrowIntervalCoversAsOftenAsItSays(double asked, double apart) {
        long covered = IntStream.range(0, RACES).parallel().filter(seed -> {
            var interval = narrow(new Random(seed), asked, apart);
            return interval.lower() <= 0 && 0 <= interval.upper();
        }).count();
        // 95.7 % at worst over all widths and differences, and one standard error of so many races is 0.5 %.
        assertThat((double) covered / RACES).isGreaterThan(0.94);
    }

    /** Four sets that agree: t of 3 degrees of freedom at half the usual error, of the known deviation. */
    @Test
    void whatIsKnownOfForksIsTheLeastThatTheyDifferBy() {
        var interval = interval(CLIENTS, sets(0, 0, 0, 0));
        assertThat(interval.upper()).isCloseTo(4.177 * 0.010 / 2, within(1e-5));
        assertThat(interval.lower()).isEqualTo(-interval.upper());
        assertThat(interval(VERSIONS, sets(0, 0, 0, 0)).upper()).isCloseTo(1.960 * 0.010 / 2, within(1e-4));
    }

    /** No test at 10 % contradicts 1 % here. */
    @Test
    void whatSetsDifferByCountsBeforeItContradictsWhatIsKnown() {
        var apart = sets(-0.0115, 0.0115, -0.0115, 0.0115);
        assertThat(interval(CLIENTS, apart).upper()).isCloseTo(4.177 * 0.0115 * Math.sqrt(4.0 / 3) / 2, within(1e-5));
        assertThat(interval(VERSIONS, apart).upper()).isCloseTo(1.960 * 0.010 / 2, within(1e-4));
    }

    @Test
    void twoSetsTellNothingOfWhatTheyDifferBy() {
        assertThat(interval(CLIENTS, sets(-0.01, 0.01))).isEqualTo(interval(VERSIONS, sets(-0.01, 0.01)));
    }

    /** It is no fourth observation of what forks differ by. */
    @Test
    void aSetThatHasOnlyBegunCountsLittle() {
        var three = interval(CLIENTS, scattered(128, 128, 128));
        var begun = interval(CLIENTS, scattered(128, 128, 128, 8));
        var four = interval(CLIENTS, scattered(128, 128, 128, 128));
        assertThat(begun.upper()).isLessThan(three.upper()).isGreaterThan((three.upper() + four.upper()) / 2);
    }

    /** Where one set tells nearly all, one other is left to say what they differ by: t of one degree of freedom. */
    @Test
    void setsThatOthersDisturbedLeaveAnInterval() {
        var one = scattered(128).getFirst();
        var loud = IntStream.range(0, 8).mapToDouble(pair -> pair % 2 == 0 ? 5 : -5).toArray();
        assertThat(interval(CLIENTS, List.of(one, loud, loud)).upper()).isBetween(0.3, 0.5);
    }

    private static ToldInterval narrow(Random random, double asked, double apart) {
        var sets = new ArrayList<double[]>();
        for (;;) {
            sets.add(noise(random, Looks.USUAL_SET, apart * random.nextGaussian(), NOISE));
            if (sets.size() >= 3) {
                var interval = interval(CLIENTS, sets);
                if (interval.upper() - interval.lower() <= 2 * asked || sets.size() == MOST_SETS) {
                    return interval;
                }
            }
        }
    }

    private static ToldInterval interval(Duel duel, List<double[]> sets) {
        return ToldInterval.of(duel.estimate(Metric.THROUGHPUT, GivenRatios.of(sets)).orElseThrow(), duel);
    }

    /** Without noise. */
    private static List<double[]> sets(double... means) {
        return IntStream.range(0, means.length).mapToObj(set -> GivenRatios.times(Looks.USUAL_SET, means[set]))
                .toList();
    }

    private static List<double[]> scattered(int... pairs) {
        return IntStream.of(pairs).mapToObj(count -> IntStream.range(0, count)
                .mapToDouble(pair -> pair % 2 == 0 ? NOISE : -NOISE).toArray()).toList();
    }

    private static double[] noise(Random random, int pairs, double mean, double deviation) {
        return IntStream.range(0, pairs).mapToDouble(pair -> mean + deviation * random.nextGaussian()).toArray();
    }

    private static Duel duel(Optional<ClientId> rival) {
        return new Duel(PairedRatios.of(List.of(), Arm.CANDIDATE, Arm.BASELINE), Optional.empty(), SimulatedCell.CELL,
                90,
                rival);
    }
}
