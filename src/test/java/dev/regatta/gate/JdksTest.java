package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.Environment;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.report.VerdictWords;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One run on several JDKs: what is stored, and with what it is compared. */
class JdksTest {

    private static final CellId ON_21 = SimulatedCell.CELL.on(21);
    private static final CellId ON_25 = SimulatedCell.CELL.on(25);

    @Test
    void everyJdkIsAnEnvironmentOfItsOwn() {
        Baseline both = both();
        assertThat(both.environments()).extracting(environment -> environment.fingerprint().fact(Fingerprint.JDK))
                .containsExactly("21", "25");
        assertThat(both.environments()).allSatisfy(
                environment -> assertThat(environment.cells()).containsOnlyKeys(SimulatedCell.CELL));
        assertThat(both.jdks("pgjdbc+hikari")).containsExactly(25, 21);
        assertThat(both.jdks("mariadb+hikari")).isEmpty();
    }

    @Test
    void anUpdateOnOneJdkLeavesTheOthersBook() {
        Baseline both = both();
        Baseline updated = BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(both),
                Books.results(Books.HERE, SimulatedCell.book(9).cell(ON_21).after(256)), "again");
        assertThat(updated.environments()).hasSize(2);
        assertThat(updated.environments().get(1)).isEqualTo(both.environments().get(1));
        assertThat(updated.environments().getFirst()).isNotEqualTo(both.environments().getFirst());
    }

    @Test
    void aCellIsComparedWithTheBookOfItsJdk() {
        var report = Gate.judge(Books.results(Books.HERE, SimulatedCell.check(2).cell(ON_21).after(16),
                SimulatedCell.check(3).cell(ON_25).after(16)), Map.of(both().database(), both()));
        assertThat(report.cells()).extracting(CellVerdict::cell).containsExactly(ON_21, ON_25);
        assertThat(report.cells()).allSatisfy(cell -> {
            assertThat(cell.verdict()).isEqualTo(Books.SAME_INPUTS);
            assertThat(VerdictWords.sentence(cell)).startsWith(cell.cell() + ": ")
                    .doesNotContain("another environment");
        });
    }

    @Test
    void aRunOfOneJdkKnowsTheBookOfARunOfSeveral() {
        var verdict = Gate.judge(SimulatedCell.check(2).after(16),
                Books.HERE.with(Map.of(Fingerprint.JDK, "25")), both(), 90);
        assertThat(verdict.verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(VerdictWords.sentence(verdict)).doesNotContain("another environment");
    }

    @Test
    void theBookOfAnotherJdkIsThatOfAnotherEnvironmentAndIsNoRace() {
        var verdict = Gate.judge(SimulatedCell.check(2).cell(SimulatedCell.CELL.on(26)).after(16), Books.HERE,
                both(), 90);
        assertThat(verdict.verdict()).returns("not raced (old form not available)", Verdict::word);
        assertThat(VerdictWords.sentence(verdict))
                .contains(": could not race the old form of jdk 21 -> 26; a short check rules out at least ")
                .endsWith("; stored in another environment: jdk 21 -> 26");
    }

    @Test
    void aDuelOfTwoJdksNamesThem() {
        CellMeasurement equal = SimulatedCell.duel(4).after(1024);
        var duel = Measured.of(equal.cell(), equal.candidate(), Optional.of(equal.candidate()),
                equal.setup().connections(), equal.timed().sliceMillis(),
                List.of(on(Arm.BASELINE, "21.0.8+9"), on(Arm.CANDIDATE, "25.0.1+8")),
                equal.pairs(), equal.failure(), equal.timed().outOfBudget());
        var verdict = Gate.judge(duel, Books.HERE, both(), 90);
        assertThat(verdict.changes()).containsExactly(new Change("JDK", "21.0.8+9", "25.0.1+8"));
        assertThat(VerdictWords.sentence(verdict))
                .contains("(postgresql 42.7.14 before and after, JDK 21.0.8+9 -> 25.0.1+8)");
    }

    @Test
    void aBookWhoseCellNamesItsJdkIsRefused() {
        var environment = both().environments().getFirst();
        assertThatThrownBy(() -> new Environment(environment.fingerprint(), environment.noise(),
                new TreeMap<>(Map.of(ON_21, environment.entry(ON_21).orElseThrow()))))
                .hasMessageContaining(ON_21 + " names a JDK");
    }

    private static ForkStart on(Arm arm, String jdk) {
        return new ForkStart(arm, 1, 1, jdk, "", List.of(), 1, true);
    }

    private static Baseline both() {
        return Books.of(Books.HERE, SimulatedCell.book(77).cell(ON_21).after(256),
                SimulatedCell.book(78).cell(ON_25).after(256));
    }
}
