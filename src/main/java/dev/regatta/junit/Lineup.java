package dev.regatta.junit;

import dev.regatta.baseline.Baseline;
import dev.regatta.experiment.Contender;
import dev.regatta.experiment.Race;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.RecipeResolver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who races for each client: today's recipe on today's JDK, and the baseline's where one of the two differs, else the raw
 * wire. In a duel the wire would decide nothing and cost a third of the time.
 */
final class Lineup {

    private final RecipeResolver resolver;
    private final JdkAxis jdks;
    private final Map<Entrant, Sides> sides = new LinkedHashMap<>();

    /** A client stack on a JDK, that of the build if it names none. */
    private record Entrant(String stack, Optional<Integer> jdk) {

        static Entrant of(CellId cell) {
            return new Entrant(cell.client().stack(), cell.client().jdk());
        }

        @Override
        public String toString() {
            return stack + jdk.map(feature -> "@" + feature).orElse("");
        }
    }

    private record Sides(Contender candidate, Optional<Contender> baseline) {}

    /** A lineup nobody has entered yet. */
    Lineup(RecipeResolver resolver, JdkAxis jdks) {
        this.resolver = resolver;
        this.jdks = jdks;
    }

    /**
     * Enters the clients of these cells. Resolving their recipes here reports a wrong version before anything starts.
     *
     * @param books what is stored; empty when new baselines are measured
     * @return how each client is judged, for people
     * @throws RecipeException if a recipe cannot be had
     */
    List<String> enter(List<CellId> cells, Optional<Collection<Baseline>> books) {
        List<String> lines = new ArrayList<>();
        cells.stream().collect(Collectors.groupingBy(Entrant::of, LinkedHashMap::new, Collectors.counting()))
                .forEach((entrant, count) -> lines
                        .add("  " + entrant + " (" + count + " cells): " + entered(entrant, books)));
        return lines;
    }

    private String entered(Entrant entrant, Optional<Collection<Baseline>> books) {
        Contender candidate = Contender.of(resolver.today(entrant.stack()), jdks.of(entrant.jdk()));
        sides.put(entrant, new Sides(candidate, Optional.empty()));
        if (books.isEmpty()) {
            return "measured for the baseline";
        }
        Optional<Recipe> stored = books.get().stream().map(book -> book.recipe(entrant.stack()))
                .flatMap(Optional::stream).findFirst();
        if (stored.isEmpty()) {
            return "no baseline";
        }
        List<Integer> measuredOn = books.get().stream().flatMap(book -> book.jdks(entrant.stack()).stream()).toList();
        Optional<JdkAxis.Older> older = jdks.older(measuredOn, candidate.jdk());
        Jdk oldJdk = older.flatMap(JdkAxis.Older::jdk).orElse(candidate.jdk());
        if (stored.get().equals(candidate.recipe().recipe()) && oldJdk.equals(candidate.jdk())) {
            return "recipe unchanged, against the stored ratio to the wire"
                    + older.map(book -> "; " + book.missing()).orElse("");
        }
        Contender baseline = Contender.of(resolver.resolve(stored.get()), oldJdk);
        sides.put(entrant, new Sides(candidate, Optional.of(baseline)));
        return "duel: " + changes(candidate, baseline);
    }

    private static String changes(Contender candidate, Contender baseline) {
        Stream<String> jdk = candidate.jdk().equals(baseline.jdk())
                ? Stream.of()
                : Stream.of("JDK " + baseline.jdk().version() + " -> " + candidate.jdk().version());
        return Stream.concat(candidate.recipe().recipe().changesFrom(baseline.recipe().recipe()).stream(), jdk)
                .collect(Collectors.joining(", "));
    }

    /** How many of these cells are duels. */
    int duels(List<CellId> cells) {
        return (int) cells.stream().filter(cell -> sides.get(Entrant.of(cell)).baseline().isPresent()).count();
    }

    /** The race of a cell whose client has entered. */
    Race race(CellId cell) {
        Sides who = sides.get(Entrant.of(cell));
        return new Race(cell, who.candidate(), who.baseline(), who.baseline().isEmpty());
    }
}
