package dev.regatta.cli;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.Releases;
import dev.regatta.recipe.Roots;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Runs commands against versions and races that exist in memory only. */
abstract class CommandTest {

    static final String DRIVER = "org.postgresql:postgresql:";
    static final String POOL = "com.zaxxer:HikariCP:";

    /** What was asked to race, in order. */
    final List<DuelRequest> races = new ArrayList<>();

    /** The settings of the last race. */
    Settings settings;

    /** Published drivers, the oldest first. */
    List<String> published = List.of("42.2.19", "42.2.20", "42.2.21", "42.2.22");

    /** Published drivers that cannot be had. */
    final Set<String> broken = new HashSet<>();

    /** What is said of them. */
    String missing = " was not found";

    /** Whether the candidate is slower in a cell. */
    Function<DuelRequest, Function<CellId, Boolean>> slow = request -> cell -> false;

    /** How many pairs a race has at its end. */
    int pairs = 512;

    /** How a race is that is not slow. */
    UnaryOperator<SimulatedCell> raced = race -> race;

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final List<String> open = new ArrayList<>();

    int run(String... arguments) {
        CommandLine line = new Regatta(maven -> new MemoryArtifacts(),
                (users, progress) -> {
                    settings = users;
                    return new MemoryDuels(progress);
                }, Map.of(), new Properties(), new RealExplorations()).commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    int run(String arguments) {
        return run(arguments.split(" "));
    }

    private final class MemoryArtifacts implements ArtifactSource {

        private MemoryArtifacts() {
            open.add("artifacts");
        }

        @Override
        public Roots roots(String stack, Optional<Path> classes, Optional<String> choice) {
            if (classes.isPresent()) {
                return new Roots(List.of(DRIVER + "of-" + classes.get().getParent().getParent().getFileName(),
                        POOL + "7.1.0"), new TreeSet<>());
            }
            var roots = new ArrayList<>(List.of(DRIVER + "42.7.14", POOL + "7.1.0"));
            var chosen = new TreeSet<Integer>();
            choice.ifPresent(text -> {
                for (String part : text.split(",")) {
                    if (part.startsWith("none:")) {
                        throw new IllegalArgumentException("'" + part + "' replaces no part of " + stack);
                    }
                    if (broken.contains(part.substring(part.lastIndexOf(':') + 1))) {
                        throw new RecipeException(part + missing);
                    }
                    int root = part.startsWith(POOL) ? 1 : 0;
                    roots.set(root, part.contains(":") ? part : DRIVER + part);
                    chosen.add(root);
                }
            });
            return new Roots(roots, chosen);
        }

        @Override
        public Releases.Walk releases(String one, String other) {
            String module = one.substring(0, one.lastIndexOf(':') + 1);
            return new Releases(published.stream().map(version -> module + version).toList()).between(one, other);
        }

        @Override
        public void verify(Recipe recipe) {
            if (broken.contains(recipe.stack())) {
                throw new RecipeException(recipe.stack() + " has another checksum");
            }
        }

        @Override
        public Jdk jdk(int feature) {
            if (feature == 99) {
                throw new RecipeException("no JDK 99 was found");
            }
            return new Jdk(Path.of("/jdks/" + feature), feature, feature + ".0.1");
        }

        @Override
        public void close() {
            open.remove("artifacts");
        }
    }

    private final class MemoryDuels implements Duels {

        private MemoryDuels(java.util.function.Consumer<String> progress) {
            open.add("duels");
            progress.accept("a race in memory");
        }

        @Override
        public Raced race(DuelRequest request) {
            races.add(request);
            var cells = request.cells().stream().map(cell -> measured(request, cell)).toList();
            var results = Books.results(Books.HERE, cells.toArray(CellMeasurement[]::new));
            return new Raced(Gate.judge(results, Map.of(Dialect.POSTGRESQL, Books.baseline())), results);
        }

        private CellMeasurement measured(DuelRequest request, CellId cell) {
            var simulated = slow.apply(request).apply(cell)
                    ? SimulatedCell.duel(2).cell(cell).with(Arm.CANDIDATE, 0.1, 12, 6).after(Math.min(pairs, 128))
                    : raced.apply(SimulatedCell.duel(1).cell(cell)).after(pairs);
            var raced = Measured.of(cell, recipe(request.candidate()), Optional.of(recipe(request.baseline())),
                    simulated.setup().connections(), simulated.timed().sliceMillis(), simulated.forks(),
                    simulated.pairs(),
                    simulated.failure(), simulated.timed().outOfBudget());
            return request.baseline().client().map(rival -> Measured.against(rival, raced)).orElse(raced);
        }

        private static Recipe recipe(ArmRequest arm) {
            return new Recipe("pgjdbc+hikari", arm.roots().stream()
                    .map(coordinates -> new Artifact(coordinates, "0".repeat(64))).collect(Collectors.toList()),
                    Collections.unmodifiableSortedMap(new TreeMap<>()));
        }

        @Override
        public void close() {
            open.remove("duels");
        }
    }
}
