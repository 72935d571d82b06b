package dev.regatta.findings;

import dev.regatta.explore.ConfidenceInterval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is decided of the comparisons of one claim. They share one error: of twelve rows that each err once in twenty, one
 * would be wrong in nearly every second claim. The most certain comparison is held against the error of all of them, the
 * next one against that of those that are left, until one is not certain enough (S. Holm, "A simple sequentially
 * rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979). A comparison that cannot say anything
 * takes no share.
 *
 * @param right for each comparison in turn whether the claim is right of it; empty where that cannot be told
 */
record Decisions(List<Optional<Boolean>> right) {

    /** Copies the list. */
    Decisions {
        right = List.copyOf(right);
    }

    /** The decisions on the comparisons of one claim. */
    static Decisions of(List<ClaimedRatio> comparisons) {
        var decided = new ArrayList<Optional<Boolean>>(
                Collections.nCopies(comparisons.size(), Optional.<Boolean>empty()));
        List<Integer> telling = new ArrayList<>();
        for (int i = 0; i < comparisons.size(); i++) {
            if (comparisons.get(i).reading().isPresent()) {
                telling.add(i);
            }
        }
        telling.sort(Comparator.comparingDouble(row -> comparisons.get(row).reading().orElseThrow().p()));
        for (int i = 0; i < telling.size(); i++) {
            Claimed.Reading reading = comparisons.get(telling.get(i)).reading().orElseThrow();
            if (reading.p() >= (1 - ConfidenceInterval.CONFIDENCE) / (telling.size() - i)) {
                break;
            }
            decided.set(telling.get(i), Optional.of(reading.right()));
        }
        return new Decisions(decided);
    }

    /** How many are decided in this way. */
    long count(boolean yes) {
        return right.stream().filter(Optional.of(yes)::equals).count();
    }
}
