package dev.regatta.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Letters for a ranking: those that cannot be told apart share one, and those that can share none (compact letter display;
 * H.-P. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", J. Comput. Graph. Stat. 13,
 * 2004). A letter stands for a largest group of which no two can be told apart. The interval of each pair has a width of
 * its own, so that the first and the last of three may be alike while the one between them differs from the first.
 */
final class RankLetters {

    private final boolean[][] alike;
    private final List<List<Integer>> groups = new ArrayList<>();

    private RankLetters(boolean[][] alike) {
        this.alike = alike;
    }

    /**
     * The letters of each.
     *
     * @param ranked best first
     * @param differ whether two can be told apart
     * @return one text for each, such as {@code a}, {@code ab}, {@code b}
     */
    static <T> List<String> of(List<T> ranked, BiPredicate<T, T> differ) {
        int count = ranked.size();
        boolean[][] alike = new boolean[count][count];
        for (int one = 0; one < count; one++) {
            for (int other = one + 1; other < count; other++) {
                alike[one][other] = !differ.test(ranked.get(one), ranked.get(other));
                alike[other][one] = alike[one][other];
            }
        }
        var letters = new RankLetters(alike);
        letters.grow(List.of(), IntStream.range(0, count).boxed().toList(), List.of());
        return IntStream.range(0, count).mapToObj(letters::of).toList();
    }

    /** The letters of the groups that one is in: those that begin with the best come first. */
    private String of(int one) {
        var text = new StringBuilder();
        for (int group = 0; group < groups.size(); group++) {
            if (groups.get(group).contains(one)) {
                text.append((char) ('a' + group));
            }
        }
        return text.toString();
    }

    /**
     * Finds the largest groups that hold {@code group} (C. Bron, J. Kerbosch, "Algorithm 457: finding all cliques of an
     * undirected graph", Communications of the ACM 16, 1973).
     *
     * @param open those that may join, ascending: they are like all of the group
     * @param done those that are like all of it as well, and whose groups were found
     */
    private void grow(List<Integer> group, List<Integer> open, List<Integer> done) {
        if (open.isEmpty() && done.isEmpty() && !group.isEmpty()) {
            groups.add(group);
        }
        var left = new ArrayList<>(open);
        var found = new ArrayList<>(done);
        for (int next : open) {
            var more = new ArrayList<>(group);
            more.add(next);
            left.remove(Integer.valueOf(next));
            grow(more, left.stream().filter(other -> alike[next][other]).toList(),
                    found.stream().filter(other -> alike[next][other]).toList());
            found.add(next);
        }
    }
}
