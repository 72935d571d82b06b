package dev.regatta.findings;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A claim of a published comparison.
 *
 * @param number  of the question
 * @param drivers the question that it asks again, of whole stacks; empty where drivers are asked
 * @param words   the claim
 * @param source  who made it
 * @param had     what the source measured with, as far as it says; empty if nothing
 * @param studies what the answer rests on; none where it cannot be told here
 * @param reading the comparisons that the claim makes, on stored explorations; none where it is a question that claims
 *                nothing
 * @param seen    numbers beside them, of which it says nothing
 * @param limits  what was not covered and what would change the answer
 */
public record Claim(int number, OptionalInt drivers, String words, String source, String had, List<Study> studies,
        Function<Studies, List<ClaimedRatio>> reading, Function<Studies, List<ClaimNumber>> seen, String limits) {

    /** Copies the list. */
    public Claim {
        studies = List.copyOf(studies);
    }

    /** A claim about drivers. */
    Claim(int number, String words, String source, String had, List<Study> studies,
            Function<Studies, List<ClaimedRatio>> reading, Function<Studies, List<ClaimNumber>> seen, String limits) {
        this(number, OptionalInt.empty(), words, source, had, studies, reading, seen, limits);
    }

    /** Whether it asks the same as the other, of whole stacks. */
    boolean asksAgain(Claim other) {
        return drivers.equals(OptionalInt.of(other.number));
    }

    /** The answer that follows from what is stored. */
    public ClaimAnswer answer(Studies studies) {
        List<ClaimedRatio> comparisons = reading.apply(studies);
        if (comparisons.isEmpty()) {
            return seen.apply(studies).stream().noneMatch(ClaimNumber::measured)
                    ? ClaimAnswer.NOT_MEASURED
                    : ClaimAnswer.NUMBERS;
        }
        return answer(comparisons);
    }

    /** The answer that follows from these comparisons. One that was not measured yet tells nothing. */
    static ClaimAnswer answer(List<ClaimedRatio> comparisons) {
        if (comparisons.stream().noneMatch(ClaimedRatio::measured)) {
            return ClaimAnswer.NOT_MEASURED;
        }
        Decisions decided = Decisions.of(comparisons);
        long right = decided.count(true);
        long wrong = decided.count(false);
        boolean all = right + wrong == comparisons.size();
        if (right > 0) {
            return wrong == 0
                    ? all ? ClaimAnswer.HOLDS : ClaimAnswer.HOLDS_SO_FAR
                    : all ? ClaimAnswer.IN_PART : ClaimAnswer.IN_PART_SO_FAR;
        }
        return wrong == 0
                ? ClaimAnswer.CANNOT_BE_TOLD
                : all ? ClaimAnswer.DOES_NOT_HOLD : ClaimAnswer.FAILS_IN_PART;
    }
}
