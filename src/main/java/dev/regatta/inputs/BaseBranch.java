package dev.regatta.inputs;

import dev.regatta.baseline.Baseline;
import dev.regatta.database.DatabaseMode;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Harness;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Inputs;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Recipes;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The branch that this one starts from, as a checkout: its classes, its versions and its servers, each of which can be
 * compared with this branch's and raced.
 */
public final class BaseBranch {

    private final Harness harness;
    private final Candidates candidates;
    private final Collection<Baseline> books;
    private final Recipes recipes;
    private final Settings settings;
    private final InputFacts facts;

    public BaseBranch(Harness harness, Candidates candidates, Collection<Baseline> books, Recipes recipes,
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
    public static BaseBranch in(Path folder, Map<Dialect, Baseline> books, Recipes recipes, Settings settings,
            Path running, InputFacts facts, Consumer<String> progress) {
        Path classes = Checkout.in(folder, settings.maven()).classes(running, progress);
        Candidates candidates = Candidates.of(classes);
        return new BaseBranch(harness(folder, classes, candidates.libraries(), recipes, settings), candidates,
                books.values(), recipes, settings, facts);
    }

    /** Its workers have libraries of its own where they are others than this branch's. */
    private static Harness harness(Path folder, Path classes, List<String> libraries, Recipes recipes,
            Settings settings) {
        List<Path> jars = libraries.isEmpty() || libraries.equals(Candidates.load().libraries())
                ? List.of()
                : recipes.resolve("libraries", libraries, Collections.emptySortedMap()).classPath();
        try {
            return Harness.of(List.of(classes), jars, Checkout.name(classes), settings.results().resolve("logs"));
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    e.getMessage() + ", or compare with its baseline files alone: -Dregatta.base="
                            + folder.resolve("baselines"),
                    e);
        }
    }

    /** Its baselines. */
    public Collection<Baseline> books() {
        return books;
    }

    /** Its arm of a race, with its own recipe; empty if it has no such client or workload. */
    public Optional<ArmSetup> setup(CellId cell, Jdk jdk) {
        String stack = cell.client().stack();
        return candidates.stacks().contains(stack) && harness.description().workload(cell).isPresent()
                ? Optional.of(new ArmSetup(recipes.resolve(stack, candidates.rootCoordinates(stack),
                        Collections.emptySortedMap()), jdk, harness))
                : Optional.empty();
    }

    /** What the cell depends on when an arm, its own or this branch's, runs it; as far as is known before a server runs. */
    public Inputs inputs(CellId cell, ArmSetup setup) {
        Description told = setup.harness().description();
        CheckoutServer server = server(cell.database(), told);
        Inputs inputs = facts.of(cell, setup).with(Inputs.SERVER, server.made(settings))
                .with(Inputs.SETTINGS, server.hash());
        // Options that the run names are those of its workers of both arms.
        return settings.namesJvmOptions() ? inputs : inputs.with(Inputs.JVM, String.join(" ", told.jvmOptions()));
    }

    /** The server it would start, of this mode. */
    public OlderServer.Known knownServer(Dialect dialect, DatabaseMode mode) {
        return server(dialect, harness.description()).known(mode);
    }

    private CheckoutServer server(Dialect dialect, Description told) {
        return CheckoutServer.of(dialect, told.databases().get(dialect).server(), settings);
    }

    @Override
    public String toString() {
        return harness.code();
    }
}
