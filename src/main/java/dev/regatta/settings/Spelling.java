package dev.regatta.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;

/**
 * How settings are spelt, and what is taken for a misspelt one. A property of Java, of Maven or of somebody else is not.
 *
 * @param settings the names of all settings
 * @param versions the properties that hold the versions of clients; empty in the build of another project, which may call
 *                 its own properties {@code seed} or {@code postgres.version}: only what begins like ours is checked there
 */
record Spelling(SortedSet<String> settings, Optional<SortedSet<String>> versions) {

    private static final String PREFIX = "regatta.";
    /** A first part that differs from ours in so many letters, its dot included, is a misspelt one of ours. */
    private static final int NEAR_PREFIX = 2;
    /** A setting that differs in so many letters is the one that was meant. */
    private static final int NEAR = 3;
    /** The same of the version of a client. Others name versions as well, so that less is taken for a mistake. */
    private static final int NEAR_VERSION = 2;

    /**
     * Checks the name of a property.
     *
     * @throws IllegalArgumentException with the right name, or with all, if it is written like a setting and is none
     */
    void check(String name) {
        if (settings.contains(name) || versions.filter(known -> known.contains(name)).isPresent()) {
            return;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        Optional<String> ours = versions.isPresent() && settings.contains(PREFIX + lower)
                ? Optional.of(PREFIX + lower)
                : prefixed(lower);
        Optional<String> meant = ours.map(setting -> nearest(setting, settings, NEAR))
                .orElseGet(() -> versions.flatMap(known -> nearest(lower, known, NEAR_VERSION)));
        if (meant.isPresent()) {
            throw new IllegalArgumentException("unknown setting -D" + name + ": did you mean -D" + meant.get() + "?");
        }
        if (ours.isPresent()) {
            throw new IllegalArgumentException("unknown setting -D" + name + ", expected one of " + settings);
        }
    }

    /** A name whose first part is meant to be ours, with that part as it must be. */
    private static Optional<String> prefixed(String name) {
        int dot = name.indexOf('.') + 1;
        return dot > 0 && distance(name.substring(0, dot), PREFIX) <= NEAR_PREFIX
                ? Optional.of(PREFIX + name.substring(dot))
                : Optional.empty();
    }

    /**
     * The nearest of some names; the first in their order where several are equally near.
     *
     * @param most how many letters may be added, left out, replaced or swapped with their neighbour
     * @return empty where none is so near
     */
    private static Optional<String> nearest(String name, Collection<String> known, int most) {
        return known.stream().filter(one -> distance(name, one) <= most)
                .min(Comparator.comparingInt(one -> distance(name, one)));
    }

    /**
     * How many letters are added, left out, replaced or swapped with their neighbour between two texts (F. Damerau, "A
     * technique for computer detection and correction of spelling errors", CACM 7(3), 1964). A {@code *} of the first stands
     * for any number of letters.
     */
    static int distance(String one, String other) {
        int[][] distance = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                boolean any = i > 0 && one.charAt(i - 1) == '*';
                if (any) {
                    distance[i][j] = Math.min(distance[i - 1][j], j == 0 ? Integer.MAX_VALUE : distance[i][j - 1]);
                    continue;
                }
                if (i == 0 || j == 0) {
                    distance[i][j] = i == 0 ? j : distance[i - 1][j] + 1;
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
