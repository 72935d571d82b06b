package dev.regatta.inputs;

import dev.regatta.protocol.CellId;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.RecipeException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The JDKs of one run: those of {@code regatta.jdks}, or the one that runs the build. */
public final class JdkAxis {

    private final Map<Integer, Jdk> wanted;
    private final Jdks here;

    private JdkAxis(Map<Integer, Jdk> wanted, Jdks here) {
        this.wanted = wanted;
        this.here = here;
    }

    /**
     * Finds the JDKs of these feature releases.
     *
     * @throws RecipeException naming the first that is not there, where it was looked for, and what is there
     */
    public static JdkAxis of(List<Integer> features, Jdks here) {
        Map<Integer, Jdk> wanted = new TreeMap<>();
        features.forEach(feature -> wanted.put(feature, here.find(feature)));
        return new JdkAxis(wanted, here);
    }

    /** What was looked for and found, for people; empty when only the build's JDK is needed. */
    public Optional<String> found() {
        return wanted.isEmpty() ? Optional.empty() : Optional.of("JDKs found: " + Jdks.words(here.installed()));
    }

    /** Every cell on each JDK, all cells of one JDK before the next; as they are when only the build's is needed. */
    public List<CellId> each(List<CellId> cells) {
        return wanted.isEmpty()
                ? cells
                : wanted.keySet().stream().flatMap(feature -> cells.stream().map(cell -> cell.on(feature))).toList();
    }

    /** The JDK of a client that names this feature release, or none. */
    public Jdk of(Optional<Integer> feature) {
        return feature.map(wanted::get).orElseGet(Jdk::running);
    }

    /**
     * The JDK that a client on {@code today} should race against, because the JDK changed since the books were
     * measured.
     *
     * @param books the feature releases of the books, the newest first
     * @return empty when there is no book, or one of the same feature release, or one of another release of this run
     */
    public Optional<Older> older(List<Integer> books, Jdk today) {
        // If a JDK of the books still takes part in this run, today's is an addition and no change.
        boolean kept = books.contains(today.feature()) || books.stream().anyMatch(wanted::containsKey);
        if (books.isEmpty() || kept) {
            return Optional.empty();
        }
        var installed = here.installed();
        Optional<Jdk> jdk = books.stream()
                .flatMap(feature -> installed.stream().filter(other -> other.feature() == feature)).findFirst();
        return Optional.of(new Older(books.getFirst(), jdk));
    }

    /**
     * The JDK of the books.
     *
     * @param feature its feature release
     * @param jdk     the JDK itself, if there is one here
     */
    public record Older(int feature, Optional<Jdk> jdk) {

        /** One sentence for the case that it is not installed: what follows, and what to do. */
        public String missing() {
            return "the baseline was measured on JDK " + feature
                    + ", which was not found here: compared with its book as with one of another environment, "
                    + "within wide limits; to race the two, install a JDK " + feature + " and set JAVA" + feature
                    + "_HOME to its folder";
        }
    }
}
