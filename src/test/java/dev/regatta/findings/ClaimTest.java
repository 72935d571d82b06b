package dev.regatta.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.ConfidenceInterval;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class ClaimTest {

    private static ClaimedRatio more(double atLeast, double low, double high, boolean server) {
        return new ClaimedRatio("this", true, Optional.of(new ConfidenceInterval(Math.sqrt(low * high), low, high, 3)),
                Claimed.more(atLeast), "client", server);
    }

    private static ClaimedRatio alike(double low, double high, boolean server) {
        return new ClaimedRatio("this", true, Optional.of(new ConfidenceInterval(Math.sqrt(low * high), low, high, 3)),
                Claimed.ALIKE, "client", server);
    }

    private static ClaimedRatio different(double low, double high, boolean server) {
        return new ClaimedRatio("this", true, Optional.of(new ConfidenceInterval(Math.sqrt(low * high), low, high, 3)),
                Claimed.DIFFERENT, "client", server);
    }

    @Test
    void littleDifferenceIsAnIntervalWithinItsLimits() {
        assertThat(alike(0.9, 1.2, false).right()).contains(true);
        assertThat(alike(0.99, 1.01, false).right()).contains(true);
        assertThat(alike(0.88, 1.47, false).right()).isEmpty();
        assertThat(alike(0.7, 1.1, false).right()).isEmpty();
        assertThat(alike(1.3, 1.5, false).right()).contains(false);
        assertThat(alike(0.5, 0.7, false).right()).contains(false);
        assertThat(alike(0.9, 1.2, true).right()).isEmpty();
        assertThat(alike(0.9, 1.2, false).claimed()).hasToString("0.8 to 1.25");
        assertThat(more(2, 1, 3, false).claimed()).hasToString("more than 2");
    }

    @Test
    void aComparisonIsRightWhereItsWholeIntervalIsOnTheSideOfTheClaim() {
        assertThat(more(1, 1.02, 1.4, false).right()).contains(true);
        assertThat(more(1.5, 1.4, 1.9, false).right()).isEmpty();
        assertThat(more(1.5, 1.6, 1.9, false).right()).contains(true);
        assertThat(more(1.5, 1.1, 1.4, false).right()).contains(false);
        assertThat(more(1, 0.8, 0.95, false).right()).contains(false);
        assertThat(more(1, 0.8, 1.3, false).right()).isEmpty();
    }

    @Test
    void aDifferenceIsAnIntervalOnEitherSideOfOne() {
        assertThat(different(1.1, 1.3, false).right()).contains(true);
        assertThat(different(0.7, 0.9, false).right()).contains(true);
        assertThat(different(0.7, 0.9, true).right()).contains(true);
        assertThat(different(0.8, 1.3, false).right()).isEmpty();
        assertThat(different(0.97, 1.03, false).right()).contains(false);
        assertThat(different(0.97, 1.03, true).right()).isEmpty();
        assertThat(different(0.97, 1.03, true).claimed()).hasToString("not 1");
    }

    @Test
    void noDifferenceWorthSpeakingOfIsNotMore() {
        assertThat(more(1, 0.97, 1.03, false).right()).contains(false);
        assertThat(more(1, 0.97, 1.06, false).right()).isEmpty();
    }

    /** A database that is busy for both sides hides differences, but where there is one in spite of it. */
    @Test
    void aBusyDatabaseShowsNoEquality() {
        assertThat(more(1, 0.97, 1.03, true).right()).isEmpty();
        assertThat(more(1, 0.97, 1.03, true).verdict()).isEqualTo("the database is the bound");
        assertThat(more(1, 1.1, 1.3, true).right()).contains(true);
    }

    @Test
    void aClaimHoldsWhereAllOfItDoes() {
        ClaimedRatio right = more(1, 1.2, 1.3, false);
        ClaimedRatio wrong = more(1, 0.7, 0.8, false);
        ClaimedRatio open = more(1, 0.7, 1.8, false);
        ClaimedRatio missing = new ClaimedRatio("this", false, Optional.empty(), Claimed.more(1), "", false);
        assertThat(Claim.answer(List.of(right, right))).isEqualTo(ClaimAnswer.HOLDS);
        assertThat(Claim.answer(List.of(right, wrong))).isEqualTo(ClaimAnswer.IN_PART);
        assertThat(Claim.answer(List.of(right, open))).isEqualTo(ClaimAnswer.IN_PART);
        assertThat(Claim.answer(List.of(wrong, wrong))).isEqualTo(ClaimAnswer.DOES_NOT_HOLD);
        assertThat(Claim.answer(List.of(wrong, wrong, open))).isEqualTo(ClaimAnswer.DOES_NOT_HOLD);
        assertThat(Claim.answer(List.of(wrong, open))).isEqualTo(ClaimAnswer.FAILS_IN_PART);
        assertThat(Claim.answer(List.of(open, open))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        assertThat(Claim.answer(List.of(open, missing))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        assertThat(Claim.answer(List.of(missing, missing))).isEqualTo(ClaimAnswer.NOT_MEASURED);
        assertThat(missing.ratioWords()).isEqualTo("not measured yet");
        assertThat(missing.verdict()).isEmpty();
        ClaimedRatio vague = new ClaimedRatio("this", true, Optional.empty(), Claimed.more(1), "", false);
        assertThat(Claim.answer(List.of(vague))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        assertThat(vague.ratioWords()).isEqualTo("too little was seen");
        assertThat(vague.verdict()).isEqualTo("open");
    }

    @Test
    void aQuestionThatClaimsNothingIsAnsweredByNumbers() {
        var missing = new ClaimNumber("this", false, Optional.empty(), ClaimNumber.Unit.PER_SECOND, "");
        var seen = new ClaimNumber("this", true, Optional.of(new ConfidenceInterval(2000, 1500, 2500, 3)),
                ClaimNumber.Unit.PER_SECOND,
                "");
        assertThat(question(missing, missing)).isEqualTo(ClaimAnswer.NOT_MEASURED);
        assertThat(question(missing, seen)).isEqualTo(ClaimAnswer.NUMBERS);
        assertThat(seen.words()).isEqualTo("2,000/s [1,500, 2,500]");
        assertThat(missing.words()).isEqualTo("not measured yet");
    }

    private static ClaimAnswer question(ClaimNumber... seen) {
        return new Claim(1, "What?", "somebody", "-", List.of(), studies -> List.of(), studies -> List.of(seen), "")
                .answer(new Studies(Map.of()));
    }
}
