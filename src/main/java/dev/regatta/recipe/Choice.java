package dev.regatta.recipe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a user names instead of a stack's root artifacts of today: a bare version is the driver's, full coordinates
 * replace the root they belong to; several are separated by commas, as in {@code 42.7.9,com.zaxxer:HikariCP:7.0.2}.
 */
record Choice(List<String> parts) {

    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*");
    private static final Pattern COORDINATES = Pattern.compile("([^\\s:,]+:[^\\s:,]+):([^\\s:,]+)");

    /**
     * The choice written as {@code text}.
     *
     * @throws IllegalArgumentException naming the part that is neither a version nor coordinates
     */
    static Choice of(String text) {
        var parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        for (String part : parts) {
            if (!VERSION.matcher(part).matches() && !COORDINATES.matcher(part).matches()) {
                throw new IllegalArgumentException("'" + part + "' is neither a version, like 42.7.9, nor coordinates "
                        + "group:artifact:version, like com.zaxxer:HikariCP:7.0.2");
            }
        }
        return new Choice(parts);
    }

    /**
     * The replaced roots, as {@code group:artifact:version} by their position in {@code roots}.
     *
     * @param roots today's, as {@code group:artifact:version}, the driver first
     * @throws IllegalArgumentException naming the part that belongs to none of them, or to one already replaced
     */
    SortedMap<Integer, Replacement> replacements(String stack, List<String> roots) {
        var replacements = new TreeMap<Integer, Replacement>();
        for (String part : parts) {
            boolean bare = !part.contains(":");
            var replacement = bare
                    ? new Replacement(Modules.moduleOf(roots.getFirst()) + ":" + part, true)
                    : new Replacement(part, false);
            int root = bare
                    ? 0
                    : root(part, roots).orElseThrow(() -> new IllegalArgumentException("'" + part
                            + "' replaces no part of " + stack + ", which is made of " + String.join(" and ", roots)
                            + ": give a version of the driver, or coordinates of one of these"));
            if (replacements.put(root, replacement) != null) {
                throw new IllegalArgumentException("'" + String.join(",", parts) + "' replaces " + roots.get(root)
                        + " twice: give one version of each part");
            }
        }
        return replacements;
    }

    private static Optional<Integer> root(String coordinates, List<String> roots) {
        String module = Modules.moduleOf(coordinates);
        var matching = new ArrayList<Integer>();
        for (int i = 0; i < roots.size(); i++) {
            String other = Modules.moduleOf(roots.get(i));
            if (module.equals(other)) {
                return Optional.of(i);
            }
            if (Modules.same(module, other)) {
                matching.add(i);
            }
        }
        return matching.stream().findFirst();
    }

    /**
     * One replaced root.
     *
     * @param coordinates what takes its place
     * @param bare        whether only the version was named, so that it may have been published under a former name
     */
    record Replacement(String coordinates, boolean bare) {}
}
