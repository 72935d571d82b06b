package dev.regatta.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From what a user named to root artifacts that exist and fit together. */
record RootFinder(Registry registry) {

    private static final String SPI = "io.r2dbc:r2dbc-spi";
    private static final String POOL = "io.r2dbc:r2dbc-pool";

    private static final Pattern WORD_AT_END = Pattern.compile("\\d([.-][A-Za-z]+)$");

    /**
     * The roots of {@code stack} with those replaced that {@code choice} names.
     *
     * @param today today's roots, the driver first
     * @throws IllegalArgumentException if the choice is malformed or names no part of the stack
     * @throws RecipeException          if no pool fits the driver, or the registry cannot be asked
     */
    Roots find(String stack, List<String> today, String choice) {
        var replacements = Choice.of(choice).replacements(stack, today);
        var roots = new ArrayList<>(today);
        replacements.forEach((position, replacement) -> roots.set(position, replacement.bare()
                ? published(replacement.coordinates(), today.get(position), stack)
                : replacement.coordinates()));
        if (replacements.containsKey(0)) {
            for (int i = 1; i < roots.size(); i++) {
                if (!replacements.containsKey(i)) {
                    roots.set(i, Modules.moduleOf(roots.get(i)).equals(POOL)
                            ? pool(roots.getFirst(), roots.get(i), stack)
                            : companion(roots.getFirst(), roots.get(i), stack));
                }
            }
        }
        return new Roots(roots, new TreeSet<>(replacements.keySet()));
    }

    /**
     * A bare version may have been published under a former name of the module, and with the word its versions end with
     * ({@code 0.8.3.RELEASE} for 0.8.3). When it was published nowhere, resolving it will say so.
     */
    private String published(String coordinates, String today, String stack) {
        String version = Modules.versionOf(coordinates);
        var spellings = new ArrayList<>(List.of(version));
        Matcher word = WORD_AT_END.matcher(Modules.versionOf(today));
        if (word.find() && version.matches("\\d+(\\.\\d+)*")) {
            spellings.add(version + word.group(1));
        }
        var possible = Modules.names(Modules.moduleOf(coordinates)).stream()
                .flatMap(name -> spellings.stream().map(spelling -> name + ":" + spelling)).toList();
        return possible.size() == 1
                ? coordinates
                : possible.stream().filter(spelled -> registry.has(spelled, stack)).findFirst().orElse(coordinates);
    }

    /**
     * R2DBC's interfaces changed incompatibly between 0.8, 0.9 and 1.0, and an old driver brings its own: the pool must
     * be of the same generation. The newest pool of that generation is taken, so that two drivers of one generation
     * race with one pool.
     */
    private String pool(String driver, String today, String stack) {
        Optional<String> needed = generationOf(driver, stack);
        if (needed.isEmpty() || generationOf(today, stack).equals(needed)) {
            return today;
        }
        return registry.releases(POOL).coordinates().reversed().stream()
                .filter(release -> !Variant.of(Modules.versionOf(release)).milestone())
                .filter(release -> generationOf(release, stack).equals(needed))
                .findFirst()
                .orElseThrow(() -> new RecipeException(driver + " needs R2DBC " + needed.get() + ", for which " + POOL
                        + " has no release: name a pool that goes with it, as in " + Modules.versionOf(driver) + ","
                        + POOL + ":<version>"));
    }

    /**
     * The release of another root that a driver declares itself, under whatever name it was published then; today's if
     * that cannot be had.
     */
    private String companion(String driver, String today, String stack) {
        return Modules.names(Modules.moduleOf(today)).stream()
                .flatMap(name -> registry.declared(driver, name, stack).stream().map(version -> name + ":" + version))
                .filter(declared -> registry.has(declared, stack)).findFirst().orElse(today);
    }

    private Optional<String> generationOf(String coordinates, String stack) {
        return registry.declared(coordinates, SPI, stack).map(RootFinder::generation);
    }

    /** The first two numbers: {@code 0.8} of 0.8.2.RELEASE. */
    private static String generation(String version) {
        String[] numbers = version.split("[.-]");
        return numbers.length < 2 ? version : numbers[0] + "." + numbers[1];
    }
}
