package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.CpuMeter;
import dev.regatta.host.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

@Execution(ExecutionMode.CONCURRENT)
class QuietTest {

    private static final Placement HALVES = new Placement(List.of(0), List.of(1));
    private static final long SECOND = 1_000_000_000;

    @Test
    void aQuietMachineIsGood() {
        assertThat(quiet(50, 90, 0, 0.08).finding(HALVES)).isEqualTo(Finding.good("disturbance",
                "others use 5 % of the client's CPUs, 9 % of the database's, 0 % stolen or throttled,"
                        + " 1 in 100 sleeps ends over 0.08 ms late"));
    }

    @Test
    void aBusySideIsWorthARemark() {
        assertThat(quiet(110, 0, 0, 0.08).finding(HALVES).grade()).isEqualTo(Grade.REMARK);
        assertThat(quiet(0, 110, 0, 0.08).finding(HALVES).grade()).isEqualTo(Grade.REMARK);
    }

    @Test
    void withoutPlacementTheLoadIsThatOfTheMachine() {
        Finding finding = quiet(110, 0, 0, 0.08).finding(Placement.NONE);
        assertThat(finding.grade()).isEqualTo(Grade.GOOD);
        assertThat(finding.found()).startsWith("others use 6 % of the CPUs, ");
    }

    @Test
    void stolenTimeIsWorthARemark() {
        Finding finding = quiet(0, 0, 310, 0.08).finding(HALVES);
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).contains("15 % stolen");
    }

    @Test
    void lateSleepsAreWorthARemark() {
        assertThat(quiet(0, 0, 0, 1.5).finding(HALVES).grade()).isEqualTo(Grade.REMARK);
    }

    @Test
    void theOneLateSleepInAHundredIsNoRemark() {
        long[] late = new long[100];
        late[3] = 9_000_000;
        CpuMeter.Reading idle = new CpuMeter.Reading(new long[2], new long[2], 0, 0);
        assertThat(new Quiet(Optional.of(idle), Optional.of(idle), SECOND, late).finding(HALVES).grade())
                .isEqualTo(Grade.GOOD);
    }

    @Test
    void whatCannotBeReadIsUnknown() {
        Finding finding = new Quiet(Optional.empty(), Optional.empty(), SECOND, new long[100]).finding(HALVES);
        assertThat(finding.grade()).isEqualTo(Grade.UNKNOWN);
        assertThat(finding.found()).startsWith("unknown: ");
        var onlyOne = Optional.of(new CpuMeter.Reading(new long[1], new long[1], 0, 0));
        assertThat(new Quiet(onlyOne, onlyOne, SECOND, new long[100]).finding(HALVES).grade())
                .isEqualTo(Grade.UNKNOWN);
    }

    @Test
    void watchingTakesItsTimeAndReadsBothEnds(@TempDir Path root) {
        Roots.with(root, "proc/stat",
                "cpu 30 0 20 1000 0 0 0 4 0 0\ncpu0 10 0 5 500 0 0 0 1 0 0\ncpu1 20 0 15 500 0 0 0 3 0 0\n");
        Quiet quiet = Quiet.watch(new CpuMeter(root));
        assertThat(quiet.elapsedNanos()).isGreaterThan(2 * SECOND);
        assertThat(quiet.before()).isPresent();
        assertThat(quiet.finding(HALVES).found()).startsWith("others use 0 % of the client's CPUs, 0 %");
    }

    /** One second with these milliseconds of CPU time on CPU 0 and 1, and stolen from both. */
    private static Quiet quiet(long clientMillis, long databaseMillis, long stolenMillis, double lateMillis) {
        long[] late = new long[100];
        Arrays.fill(late, (long) (lateMillis * 1e6));
        return new Quiet(Optional.of(new CpuMeter.Reading(new long[]{7, 9}, new long[2], 0, 0)),
                Optional.of(new CpuMeter.Reading(
                        new long[]{7 + clientMillis * 1_000_000, 9 + databaseMillis * 1_000_000},
                        new long[]{stolenMillis * 1_000_000, 0}, 0, 0)),
                SECOND, late);
    }
}
