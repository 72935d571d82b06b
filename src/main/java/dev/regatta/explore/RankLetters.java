package dev.regatta.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Letters for a ranking: those that cannot be told apart share one (compact letter display; H.-P. Piepho, "An algorithm
 * for a letter-based representation of all-pairwise comparisons", J. Comput. Graph. Stat. 13, 2004, for a ranking,
 * where the groups are runs of neighbours).
 */
final class RankLetters {

    private RankLetters() {
    }

    /**
     * The letters of each.
     *
     * @param ranked best first
     * @param differ whether two can be told apart
     * @return one text for each, such as {@code a}, {@code ab}, {@code b}
     */
    static <T> List<String> of(List<T> ranked, BiPredicate<T, T> differ) {
        List<StringBuilder> letters = new ArrayList<>();
        ranked.forEach(one -> letters.add(new StringBuilder()));
        int covered = -1;
        char letter = 'a';
        for (int first = 0; first < ranked.size(); first++) {
            int last = first;
            while (last + 1 < ranked.size() && alike(ranked, first, last + 1, differ)) {
                last++;
            }
            if (last > covered) {
                for (int i = first; i <= last; i++) {
                    letters.get(i).append(letter);
                }
                letter++;
                covered = last;
            }
        }
        return letters.stream().map(StringBuilder::toString).toList();
    }

    /** Whether the one at {@code last} is like all from {@code first} on. */
    private static <T> boolean alike(List<T> ranked, int first, int last, BiPredicate<T, T> differ) {
        for (int i = first; i < last; i++) {
            if (differ.test(ranked.get(i), ranked.get(last))) {
                return false;
            }
        }
        return true;
    }
}
