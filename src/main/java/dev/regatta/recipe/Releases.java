package dev.regatta.recipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Every published version of one module, as {@code group:artifact:version}, the oldest first in the order of Maven's
 * own version scheme. Versions from before the module moved carry its former name.
 */
public record Releases(List<String> coordinates) {

    /** How many neighbours an error names. */
    private static final int SHOWN = 5;

    /** Copies the list. */
    public Releases {
        coordinates = List.copyOf(coordinates);
    }

    /**
     * The releases from {@code one} to {@code other}, both included, in that direction. Only releases of the variants
     * of the two ends count (between two {@code jre7} releases only other {@code jre7} releases), and milestones only
     * if an end is one.
     *
     * @throws IllegalArgumentException naming an end that was not published
     */
    public Walk between(String one, String other) {
        int from = position(one);
        int to = position(other);
        var ends = List.of(variant(one), variant(other));
        var variants = Set.of(ends.stream().map(Variant::name).distinct().toArray());
        boolean milestones = ends.stream().anyMatch(Variant::milestone);
        var between = new ArrayList<>(coordinates.subList(Math.min(from, to), Math.max(from, to) + 1));
        between.removeIf(release -> !variants.contains(variant(release).name())
                || variant(release).milestone() && !milestones);
        if (from > to) {
            Collections.reverse(between);
        }
        return new Walk(between, from <= to);
    }

    /**
     * A way through the releases.
     *
     * @param releases as {@code group:artifact:version}, both ends included
     * @param upward   whether it leads from an older version to a newer one
     */
    public record Walk(List<String> releases, boolean upward) {

        /** Copies the list. */
        public Walk {
            releases = List.copyOf(releases);
        }
    }

    private int position(String release) {
        // By version alone: all are of one module, whatever it was called.
        int position = coordinates.stream().map(Modules::versionOf).toList().indexOf(Modules.versionOf(release));
        if (position < 0) {
            var alike = coordinates.stream().filter(other -> variant(other).equals(variant(release))).toList();
            throw new IllegalArgumentException(release + " is not among the " + coordinates.size()
                    + " versions the repositories list, which end with " + String.join(", ",
                            alike.subList(Math.max(0, alike.size() - SHOWN), alike.size()).stream()
                                    .map(Modules::versionOf).toList())
                    + ": check the version");
        }
        return position;
    }

    private static Variant variant(String coordinates) {
        return Variant.of(Modules.versionOf(coordinates));
    }
}
