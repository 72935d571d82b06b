package dev.regatta.experiment;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known name that a misspelt one is nearest to. */
final class NearestName {

    private NearestName() {
    }

    /**
     * The nearest of some names; the first in their order where several are equally near.
     *
     * @param most how many letters may be added, left out, replaced or swapped with their neighbour
     * @return empty where none is so near
     */
    static Optional<String> of(String name, Collection<String> known, int most) {
        return known.stream().filter(one -> distance(name, one) <= most)
                .min(Comparator.comparingInt(one -> distance(name, one)));
    }

    /**
     * How many letters are added, left out, replaced or swapped with their neighbour between two texts (F. Damerau, "A
     * technique for computer detection and correction of spelling errors", CACM 7(3), 1964).
     */
    static int distance(String one, String other) {
        int[][] distance = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    distance[i][j] = i + j;
                    continue;
                }
                boolean same = one.charAt(i - 1) == other.charAt(j - 1);
                int least = Math.min(distance[i - 1][j], distance[i][j - 1]) + 1;
                distance[i][j] = Math.min(least, distance[i - 1][j - 1] + (same ? 0 : 1));
                if (i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    distance[i][j] = Math.min(distance[i][j], distance[i - 2][j - 2] + 1);
                }
            }
        }
        return distance[one.length()][other.length()];
    }
}
