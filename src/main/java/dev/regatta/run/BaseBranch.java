package dev.regatta.run;

import dev.regatta.baseline.Baseline;
import dev.regatta.database.DatabaseMode;
import dev.regatta.experiment.ArmSetup;
import dev.regatta.experiment.Harness;
import dev.regatta.experiment.InputFacts;
import dev.regatta.experiment.OlderServer;
import dev.regatta.experiment.Settings;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Inputs;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Recipes;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * The branch that this one starts from, as a checkout: its classes, its versions and its servers, each of which can be
 * compared with this branch's and raced.
 */
public final class BaseBranch {

    private static final String VERSIONS = "dev/regatta/version.properties";
    private static final String LIBRARIES = "libraries";

    private final Harness harness;
    private final Candidates candidates;
    private final Collection<Baseline> books;
    private final Recipes recipes;
    private final Settings settings;
    private final InputFacts facts;

    BaseBranch(Harness harness, Candidates candidates, Collection<Baseline> books, Recipes recipes,
            Settings settings, InputFacts facts) {
        this.harness = harness;
        this.candidates = candidates;
        this.books = List.copyOf(books);
        this.recipes = recipes;
        this.settings = settings;
        this.facts = facts;
    }

    /**
     * The branch in {@code folder}, built now.
     *
     * @param books    its baselines
     * @param running  the checkout whose classes run this
     * @param progress is told that building takes a while
     * @throws IllegalArgumentException if the folder is no checkout
     * @throws IllegalStateException    with Maven's words, if it cannot be built, or in one sentence, if it does not
     *                                  describe itself
     */
    static BaseBranch in(Path folder, Map<Dialect, Baseline> books, Recipes recipes, Settings settings,
            Path running, InputFacts facts, Consumer<String> progress) {
        Path classes = Checkout.in(folder, settings.maven()).classes(running, progress);
        return new BaseBranch(harness(folder, classes, recipes, settings), Candidates.of(classes), books.values(),
                recipes, settings, facts);
    }

    private static Harness harness(Path folder, Path classes, Recipes recipes, Settings settings) {
        String code = Checkout.name(classes);
        Path logs = settings.results().resolve("logs");
        List<Path> libraries = libraries(classes, recipes);
        try {
            return libraries.isEmpty()
                    ? Harness.of(List.of(classes), code, logs)
                    : Harness.of(classes, libraries, code, logs);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    e.getMessage() + ", or compare with its baseline files alone: -Dregatta.base="
                            + folder.resolve("baselines"),
                    e);
        }
    }

    /** Its baselines. */
    Collection<Baseline> books() {
        return books;
    }

    /** Its arm of a race, with its own recipe; empty if it has no such client or workload. */
    Optional<ArmSetup> setup(CellId cell, Jdk jdk) {
        String stack = cell.client().stack();
        return candidates.stacks().contains(stack) && harness.description().workload(cell).isPresent()
                ? Optional.of(new ArmSetup(recipes.resolve(stack, candidates.rootCoordinates(stack),
                        Collections.emptySortedMap()), jdk, harness))
                : Optional.empty();
    }

    /** What the cell depends on when an arm, its own or this branch's, runs it; as far as is known before a server runs. */
    Inputs inputs(CellId cell, ArmSetup setup) {
        Description told = setup.harness().description();
        CheckoutServer server = server(cell.database(), told);
        Inputs inputs = facts.of(cell, setup).with(Inputs.SERVER, server.made(settings))
                .with(Inputs.SETTINGS, server.hash());
        // Options that the run names are those of its workers of both arms.
        return settings.namesJvmOptions() ? inputs : inputs.with(Inputs.JVM, String.join(" ", told.jvmOptions()));
    }

    /** The server it would start, of this mode. */
    OlderServer.Known knownServer(Dialect dialect, DatabaseMode mode) {
        return server(dialect, harness.description()).known(mode);
    }

    private CheckoutServer server(Dialect dialect, Description told) {
        return CheckoutServer.of(dialect, told.databases().get(dialect).server(), settings);
    }

    /**
     * The harness' own libraries, without which no worker of it starts, where they are others than this branch's; empty
     * where they are the same, or not told.
     */
    private static List<Path> libraries(Path classes, Recipes recipes) {
        Optional<String> theirs = roots(() -> Files.newInputStream(classes.resolve(VERSIONS)));
        if (theirs.isEmpty() || theirs.equals(roots(() -> BaseBranch.class.getResourceAsStream("/" + VERSIONS)))) {
            return List.of();
        }
        return recipes.resolve(LIBRARIES, Arrays.asList(theirs.get().split("\\s+")), Collections.emptySortedMap())
                .classPath();
    }

    private interface Source {
        InputStream open() throws IOException;
    }

    private static Optional<String> roots(Source source) {
        Properties versions = new Properties();
        try (InputStream in = source.open()) {
            versions.load(in);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(VERSIONS + " of a checkout cannot be read", e);
        }
        return Optional.ofNullable(versions.getProperty(LIBRARIES)).map(String::strip);
    }

    @Override
    public String toString() {
        return harness.code();
    }
}
