package dev.regatta.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.ConfidenceInterval;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ClaimTest {

    private static ClaimedRatio row(Claimed claimed, double low, double high, boolean server) {
        return new ClaimedRatio("this", true, Optional.of(new ConfidenceInterval(Math.sqrt(low * high), low, high, 3)),
                claimed, "client", server ? ClaimedRatio.DATABASE : "", 18, 4);
    }

    private static ClaimedRatio row(Claimed claimed, double low, double high) {
        return row(claimed, low, high, false);
    }

    /** What is decided of a row that is its claim's only one. */
    private static Optional<Boolean> right(Claimed claimed, double low, double high) {
        return Decisions.of(List.of(row(claimed, low, high))).right().getFirst();
    }

    @Test
    void aComparisonIsDecidedWhereItsWholeIntervalIsOnOneSideOfABorder() {
        assertThat(right(Claimed.more(1.5), 1.6, 1.9)).contains(true);
        assertThat(right(Claimed.more(1.5), 1.4, 1.9)).isEmpty();
        assertThat(right(Claimed.more(1.5), 1.1, 1.4)).contains(false);
    }

    /** 1.02 was a win beside ratios within 1.05 that were none. */
    @Test
    void whoWinsIsBetterByMoreThanNoDifference() {
        assertThat(right(Claimed.MORE, 1.02, 1.04)).contains(false);
        assertThat(right(Claimed.MORE, 1.02, 1.4)).isEmpty();
        assertThat(right(Claimed.MORE, 1.06, 1.4)).contains(true);
        assertThat(right(Claimed.MORE, 0.8, 0.95)).contains(false);
        assertThat(right(Claimed.MORE, 0.97, 1.03)).contains(false);
        assertThat(right(Claimed.MORE, 0.97, 1.06)).isEmpty();
        assertThat(Claimed.MORE).hasToString("more than 1.05");
    }

    /** 139 times the latency was "about ten times". */
    @Test
    void aboutHasAnUpperEnd() {
        assertThat(right(Claimed.about(10), 110, 174)).contains(false);
        assertThat(right(Claimed.about(10), 6, 18)).contains(true);
        assertThat(right(Claimed.about(10), 12, 30)).isEmpty();
        assertThat(right(Claimed.about(10), 1, 4)).contains(false);
        assertThat(Claimed.about(10)).hasToString("5 to 20");
    }

    @Test
    void littleDifferenceIsAnIntervalWithinItsBorders() {
        assertThat(right(Claimed.ALIKE, 0.9, 1.2)).contains(true);
        assertThat(right(Claimed.ALIKE, 0.99, 1.01)).contains(true);
        assertThat(right(Claimed.ALIKE, 0.88, 1.47)).isEmpty();
        assertThat(right(Claimed.ALIKE, 0.7, 1.1)).isEmpty();
        assertThat(right(Claimed.ALIKE, 1.3, 1.5)).contains(false);
        assertThat(right(Claimed.ALIKE, 0.5, 0.7)).contains(false);
        assertThat(Claimed.ALIKE).hasToString("0.8 to 1.25");
    }

    @Test
    void aDifferenceIsAnIntervalOnEitherSideOfNoDifference() {
        assertThat(right(Claimed.DIFFERENT, 1.1, 1.3)).contains(true);
        assertThat(right(Claimed.DIFFERENT, 0.7, 0.9)).contains(true);
        assertThat(right(Claimed.DIFFERENT, 1.02, 1.3)).isEmpty();
        assertThat(right(Claimed.DIFFERENT, 0.8, 1.3)).isEmpty();
        assertThat(right(Claimed.DIFFERENT, 0.97, 1.03)).contains(false);
        assertThat(Claimed.DIFFERENT).hasToString("not 0.952 to 1.05");
    }

    /** It was a reason for a claim, and none against it. */
    @Test
    void aDatabaseThatWasComparedWithItselfSaysNothingEitherWay() {
        for (ClaimedRatio hidden : List.of(row(Claimed.MORE, 1.1, 1.3, true), row(Claimed.MORE, 0.7, 0.8, true),
                row(Claimed.ALIKE, 0.9, 1.1, true), row(Claimed.ALIKE, 2, 3, true),
                row(Claimed.DIFFERENT, 0.7, 0.9, true))) {
            assertThat(hidden.reading()).isEmpty();
            assertThat(hidden.verdict(Optional.empty())).isEqualTo("the database is the bound");
            assertThat(Claim.answer(List.of(hidden))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        }
    }

    /** A single set has an estimate, and an interval without ends. */
    @Test
    void aRatioOfOneSetDecidesNothing() {
        var one = new ClaimedRatio("this", true,
                Optional.of(new ConfidenceInterval(3, 0, Double.POSITIVE_INFINITY, 1)), Claimed.MORE, "client", "",
                1,
                0);
        assertThat(one.reading()).isEmpty();
        assertThat(Claim.answer(List.of(one))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
    }

    /** p is that of the interval's own confidence at its end, and grows towards the border. */
    @Test
    void certaintyIsTheDistanceFromTheBorder() {
        assertThat(Claimed.more(1).read(new ConfidenceInterval(2, 1, 4, 3)).orElseThrow().p()).isCloseTo(0.05,
                org.assertj.core.api.Assertions.within(1e-9));
        assertThat(Claimed.more(1).read(new ConfidenceInterval(4, 2, 8, 3)).orElseThrow().p()).isBetween(0.01, 0.02);
        assertThat(Claimed.more(2).read(new ConfidenceInterval(2, 1, 4, 3)).orElseThrow().p()).isEqualTo(1);
        assertThat(Claimed.more(1).read(new ConfidenceInterval(2, 2, 2, 3)).orElseThrow().p()).isZero();
    }

    /** One of twelve rows was enough for "in part". */
    @Test
    void allRowsOfAClaimShareOneError() {
        ClaimedRatio barely = row(Claimed.MORE, 1.06, 1.5);
        assertThat(Claim.answer(List.of(barely))).isEqualTo(ClaimAnswer.HOLDS);
        var twelve = new ArrayList<>(Collections.nCopies(11, row(Claimed.MORE, 0.8, 1.4)));
        twelve.add(barely);
        assertThat(Claim.answer(twelve)).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        twelve.set(11, row(Claimed.MORE, 1.9, 2.1));
        assertThat(Claim.answer(twelve)).isEqualTo(ClaimAnswer.HOLDS_SO_FAR);
    }

    /** The most certain row has the whole error of two, and with it out of the way the other has the error of one. */
    @Test
    void aRowIsHeldAgainstTheRowsThatAreLeft() {
        ClaimedRatio barely = row(Claimed.MORE, 1.06, 1.5);
        assertThat(Claim.answer(List.of(barely, barely))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        assertThat(Claim.answer(List.of(barely, row(Claimed.MORE, 1.9, 2.1)))).isEqualTo(ClaimAnswer.HOLDS);
        assertThat(Claim.answer(List.of(barely, row(Claimed.MORE, 1.9, 2.1, true))))
                .as("that says nothing takes no share")
                .isEqualTo(ClaimAnswer.HOLDS_SO_FAR);
    }

    @Test
    void aClaimHoldsWhereAllOfItDoes() {
        ClaimedRatio right = row(Claimed.MORE, 1.29, 1.31);
        ClaimedRatio wrong = row(Claimed.MORE, 0.79, 0.8);
        ClaimedRatio open = row(Claimed.MORE, 0.7, 1.8);
        ClaimedRatio missing = new ClaimedRatio("this", false, Optional.empty(), Claimed.MORE, "", "", 0, 0);
        assertThat(Claim.answer(List.of(right, right))).isEqualTo(ClaimAnswer.HOLDS);
        assertThat(Claim.answer(List.of(right, wrong))).isEqualTo(ClaimAnswer.IN_PART);
        assertThat(Claim.answer(List.of(right, wrong, open))).isEqualTo(ClaimAnswer.IN_PART_SO_FAR);
        assertThat(Claim.answer(List.of(right, open))).isEqualTo(ClaimAnswer.HOLDS_SO_FAR);
        assertThat(Claim.answer(List.of(wrong, wrong))).isEqualTo(ClaimAnswer.DOES_NOT_HOLD);
        assertThat(Claim.answer(List.of(wrong, wrong, open))).isEqualTo(ClaimAnswer.FAILS_IN_PART);
        assertThat(Claim.answer(List.of(open, open))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        assertThat(Claim.answer(List.of(open, missing))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        assertThat(Claim.answer(List.of(missing, missing))).isEqualTo(ClaimAnswer.NOT_MEASURED);
        assertThat(missing.ratioWords()).isEqualTo("not measured yet");
        assertThat(missing.verdict(Optional.empty())).isEmpty();
        ClaimedRatio vague = new ClaimedRatio("this", true, Optional.empty(), Claimed.MORE, "", "", 0, 0);
        assertThat(Claim.answer(List.of(vague))).isEqualTo(ClaimAnswer.CANNOT_BE_TOLD);
        assertThat(vague.ratioWords()).isEqualTo("too little was seen");
        assertThat(vague.verdict(Optional.empty())).isEqualTo("open");
    }

    @Test
    void disturbedPointsAreTold() {
        assertThat(row(Claimed.MORE, 1, 2).disturbedWords()).isEqualTo("4 of 18");
        assertThat(new ClaimedRatio("this", false, Optional.empty(), Claimed.MORE, "", "", 0, 0).disturbedWords())
                .isEmpty();
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
