package dev.regatta.run;

import dev.regatta.baseline.Baseline;
import dev.regatta.database.DatabaseMode;
import dev.regatta.experiment.ArmSetup;
import dev.regatta.experiment.InputFacts;
import dev.regatta.experiment.OlderServer;
import dev.regatta.experiment.Settings;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Inputs;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Recipes;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
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

    private final Checkout checkout;
    private final Path classes;
    private final Candidates candidates;
    private final Collection<Baseline> books;
    private final Recipes recipes;
    private final Settings settings;
    private final Path running;
    private final InputFacts facts;
    private final List<Path> libraries;

    private BaseBranch(Checkout checkout, Path classes, Collection<Baseline> books, Recipes recipes,
            Settings settings, Path running, InputFacts facts) {
        this.checkout = checkout;
        this.classes = classes;
        this.candidates = Candidates.of(classes);
        this.books = List.copyOf(books);
        this.recipes = recipes;
        this.settings = settings;
        this.running = running;
        this.facts = facts;
        this.libraries = libraries();
    }

    /**
     * The branch in {@code folder}, built now.
     *
     * @param books    its baselines
     * @param running  the checkout whose classes run this
     * @param progress is told that building takes a while
     * @throws IllegalArgumentException if the folder is no checkout
     * @throws IllegalStateException    with Maven's words, if it cannot be built
     */
    static BaseBranch in(Path folder, Map<Dialect, Baseline> books, Recipes recipes, Settings settings,
            Path running, InputFacts facts, Consumer<String> progress) {
        Checkout checkout = Checkout.in(folder, settings.maven());
        return new BaseBranch(checkout, checkout.classes(running, progress), books.values(), recipes, settings,
                running,
                facts);
    }

    /** Its baselines. */
    Collection<Baseline> books() {
        return books;
    }

    /** Its arm of a race, with its own recipe; empty if it has no such client. */
    Optional<ArmSetup> setup(String stack, Jdk jdk) {
        if (!candidates.stacks().contains(stack)) {
            return Optional.empty();
        }
        ResolvedRecipe recipe = recipes.resolve(stack, candidates.rootCoordinates(stack), Collections.emptySortedMap());
        String code = Checkout.name(classes);
        return Optional.of(libraries.isEmpty()
                ? ArmSetup.of(recipe, jdk, List.of(classes), code)
                : ArmSetup.of(recipe, jdk, classes, libraries, code));
    }

    /** What the cell depends on there. */
    Inputs inputs(CellId cell, ArmSetup setup) {
        BaseServer server = server(cell.database(), settings.databaseMode(), setup);
        Inputs here = facts.of(cell, setup);
        // Options that the run names are those of its workers of both arms.
        return (settings.namesJvmOptions() ? here : here.with(Inputs.JVM, jvmOptions(setup)))
                .with(Inputs.SERVER, server.made()).with(Inputs.SETTINGS, server.settings(cell.database()));
    }

    /** The server it would start, of this mode. */
    OlderServer.Known knownServer(Dialect dialect, DatabaseMode mode, ArmSetup setup) {
        return server(dialect, mode, setup).known(dialect, mode);
    }

    private BaseServer server(Dialect dialect, DatabaseMode mode, ArmSetup setup) {
        return BaseServer.of(settings, mode, running, checkout.folder(), facts.loader(setup), dialect);
    }

    /** What the cell depends on here, as far as it is known before a server runs. */
    Inputs inputsHere(CellId cell, ArmSetup setup) {
        BaseServer server = BaseServer.ofThis(settings, cell.database());
        return facts.of(cell, setup).with(Inputs.SERVER, server.made())
                .with(Inputs.SETTINGS, server.settings(cell.database()));
    }

    /**
     * The JVM options of its workers where a run names none, separated by blanks. Empty where its classes do not tell;
     * this counts as a difference.
     */
    private String jvmOptions(ArmSetup setup) {
        try {
            Field options = facts.loader(setup).loadClass("dev.regatta.experiment.Forks")
                    .getDeclaredField("JVM_OPTIONS");
            options.setAccessible(true);
            return options.get(null) instanceof List<?> list
                    ? String.join(" ", list.stream().map(String::valueOf).toList())
                    : "";
        } catch (ReflectiveOperationException | LinkageError e) {
            return "";
        }
    }

    /**
     * The harness' own libraries where they are others than this branch's; empty where they are the same, or not told.
     */
    private List<Path> libraries() {
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
        return checkout.folder().toString();
    }
}
