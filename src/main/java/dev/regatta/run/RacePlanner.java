package dev.regatta.run;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BookEntry;
import dev.regatta.database.Databases;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.inputs.ArmServer;
import dev.regatta.inputs.BaseBranch;
import dev.regatta.inputs.InputFacts;
import dev.regatta.inputs.JdkAxis;
import dev.regatta.inputs.OlderServer;
import dev.regatta.inputs.OlderServers;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.Experiment;
import dev.regatta.race.Race;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.Recipes;
import dev.regatta.settings.Settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who races for each cell: today's arm, and the older one where an input of the cell differs and its old form can be
 * had, else the raw wire, if it runs the workload. In a duel the wire would decide nothing and cost a third of the time.
 *
 * <p>
 * With a checkout of the base branch, the older arm is that branch, classes and server included, and a cell with the
 * same inputs there is not measured. Without one, the older arm is the recipe of the baseline file, on the JDK and the
 * server of its book.
 */
public final class RacePlanner {

    /**
     * The inputs that the older arm always takes from the base branch. It takes the older JDK and server where these
     * are available, and all other inputs from today's arm.
     */
    private static final Set<String> RACED = Set.of(Inputs.JARS, Inputs.OPTIONS, Inputs.CLIENT, Inputs.WORKLOAD,
            Inputs.DATA,
            Inputs.CLASSES, Inputs.LIBRARIES);

    private static final int CALLERS_PER_CONNECTION = 16;

    private static final String AGAINST_THE_BOOK = "against what is stored: ";

    private final Recipes recipes;
    private final JdkAxis jdks;
    private final InputFacts facts;
    private final OlderServers servers;
    private final Optional<BaseBranch> base;
    private final Map<PlannedClient, ArmSetup> candidates = new HashMap<>();

    /** A client stack on a JDK, that of the build if it names none. */
    private record PlannedClient(String stack, Optional<Integer> jdk) {}

    /** A planner for this build, against {@code base} if it is given. */
    public RacePlanner(Recipes recipes, JdkAxis jdks, InputFacts facts, OlderServers servers,
            Optional<BaseBranch> base) {
        this.recipes = recipes;
        this.jdks = jdks;
        this.facts = facts;
        this.servers = servers;
        this.base = base;
    }

    /**
     * A planner of this run, which finds older servers in Maven's repositories and starts them beside the others.
     *
     * @param start what is known of the base branch
     * @param out   receives lines for people
     */
    public static RacePlanner of(Settings settings, JdkAxis jdks, StartingPoint start, RecipeResolver resolver,
            Experiment experiment, Consumer<String> out) {
        InputFacts facts = new InputFacts(settings.jvmOptions());
        Optional<BaseBranch> branch = start.branch(settings, resolver, facts, out);
        OlderServers servers = new OlderServers(
                dialect -> Databases.today(dialect, settings.databaseMode(), settings::get, out),
                (form, told) -> started(ArmServer.find(form, told, settings::get, resolver, out), experiment));
        return new RacePlanner(resolver, jdks, facts, servers, branch);
    }

    /** A server that does not start cannot be had. */
    private static ArmServer started(ArmServer server, Experiment experiment) {
        try {
            experiment.fingerprint(server);
            return server;
        } catch (MeasurementFailure e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** The base branch, if its sources are given. */
    public Optional<BaseBranch> base() {
        return base;
    }

    /**
     * The plan for these cells. Resolving their recipes here reports a wrong version before anything starts.
     *
     * @param books what is stored; empty when new baselines are measured
     * @throws RecipeException if a recipe cannot be had
     */
    public RacePlan plan(List<CellId> cells, Optional<Collection<Baseline>> books) {
        return new RacePlan(cells.stream().map(cell -> plan(cell, books)).toList());
    }

    private PlannedCell plan(CellId cell, Optional<Collection<Baseline>> books) {
        ArmSetup candidate = candidates.computeIfAbsent(new PlannedClient(cell.client().stack(), cell.client().jdk()),
                who -> ArmSetup.of(recipes.today(who.stack()), jdks.of(who.jdk())));
        if (books.isEmpty()) {
            return shortCheck(cell, candidate, "measured for the baseline");
        }
        return base.flatMap(branch -> againstBase(branch, cell, candidate))
                .orElseGet(() -> againstBook(cell, candidate, books.get()));
    }

    private static PlannedCell shortCheck(CellId cell, ArmSetup candidate, String how) {
        return new PlannedCell(alone(cell, candidate), Optional.empty(), how);
    }

    private static PlannedCell spared(CellId cell, ArmSetup candidate, Inputs inputs, String how) {
        return new PlannedCell(alone(cell, candidate), Optional.of(inputs), how);
    }

    private static Race alone(CellId cell, ArmSetup candidate) {
        return new Race(cell, candidate, Optional.empty(), true, Optional.empty(), inFlight(cell));
    }

    /** Many times what the pool lends, where a client names its size: it is there to see how a pool lets callers wait. */
    private static Optional<Integer> inFlight(CellId cell) {
        return cell.client().pool().map(size -> CALLERS_PER_CONNECTION * size);
    }

    private static PlannedCell duel(CellId cell, ArmSetup candidate, ArmSetup baseline, OlderServer server,
            String how) {
        return new PlannedCell(new Race(cell, candidate, Optional.of(baseline), false,
                server instanceof OlderServer.Races(ArmServer older, Change change)
                        ? Optional.of(older)
                        : Optional.empty(),
                inFlight(cell)), Optional.empty(), "duel: " + how);
    }

    /** Against the base branch; empty if it has no such client or workload. */
    private Optional<PlannedCell> againstBase(BaseBranch branch, CellId cell, ArmSetup candidate) {
        Optional<JdkAxis.Older> older = older(branch.books(), cell, candidate);
        Jdk oldJdk = older.flatMap(JdkAxis.Older::jdk).orElse(candidate.jdk());
        return branch.setup(cell, oldJdk).map(baseline -> againstBase(branch, cell, candidate, baseline, older));
    }

    private PlannedCell againstBase(BaseBranch branch, CellId cell, ArmSetup candidate, ArmSetup baseline,
            Optional<JdkAxis.Older> older) {
        Inputs told = branch.inputs(cell, baseline);
        Inputs then = older.map(jdk -> told.with(Inputs.JDK, Integer.toString(jdk.feature()))).orElse(told);
        Inputs now = branch.inputs(cell, candidate);
        List<Change> all = now.changesFrom(then);
        OlderServer server = all.stream().anyMatch(RacePlanner::isOfServer)
                ? servers.of(cell.database(), mode -> branch.knownServer(cell.database(), mode))
                : new OlderServer.Same();
        // Servers that are the same here may differ in modes that this run does not use.
        List<Change> differences = server instanceof OlderServer.Same
                ? all.stream().filter(difference -> !isOfServer(difference)).toList()
                : all;
        if (differences.isEmpty()) {
            return spared(cell, candidate, now, "not measured: inputs are those of " + branch);
        }
        if (!InputFacts.comparable(cell, candidate, baseline)) {
            return shortCheck(cell, candidate, AGAINST_THE_BOOK + "its results are others than in " + branch + " ("
                    + words(differences, candidate, baseline)
                    + "), so that the two cannot race: measure its baseline with `mvn verify"
                    + " -Dregatta.baseline=update -Dregatta.baseline.reason=…`" + missing(older) + gone(server));
        }
        Map<Boolean, List<Change>> raced = differences.stream()
                .collect(Collectors.partitioningBy(difference -> RACED.contains(difference.what())
                        || difference.what().equals(Inputs.JDK) && !baseline.jdk().equals(candidate.jdk())
                        || isOfServer(difference) && server instanceof OlderServer.Races));
        if (raced.get(true).isEmpty()) {
            return shortCheck(cell, candidate,
                    AGAINST_THE_BOOK + Inputs.unraced(differences) + missing(older) + gone(server));
        }
        return duel(cell, candidate, baseline, server,
                words(raced.get(true), candidate, baseline) + ", against " + branch
                        + (raced.get(false).isEmpty()
                                ? ""
                                : "; the same in both arms, though it changed: " + Change.words(raced.get(false)))
                        + gone(server));
    }

    private static boolean isOfServer(Change difference) {
        return difference.what().equals(Inputs.SERVER) || difference.what().equals(Inputs.SETTINGS);
    }

    private static String gone(OlderServer server) {
        return server instanceof OlderServer.Gone(String sentence) ? "; " + sentence : "";
    }

    /** Against what is stored: its recipe, JDK and server where one of them differs, else its entry. */
    private PlannedCell againstBook(CellId cell, ArmSetup candidate, Collection<Baseline> books) {
        String stack = cell.client().stack();
        Optional<Recipe> stored = of(cell, books).map(book -> book.recipe(stack)).flatMap(Optional::stream).findFirst();
        if (stored.isEmpty()) {
            return shortCheck(cell, candidate, "no baseline");
        }
        Optional<JdkAxis.Older> older = older(books, cell, candidate);
        Jdk oldJdk = older.flatMap(JdkAxis.Older::jdk).orElse(candidate.jdk());
        OlderServer server = servers.of(cell, books);
        if (stored.get().equals(candidate.recipe().recipe()) && oldJdk.equals(candidate.jdk())
                && !(server instanceof OlderServer.Races)) {
            return shortCheck(cell, candidate, "recipe unchanged, against what is stored"
                    + unraced(cell, candidate, books) + missing(older) + gone(server));
        }
        ArmSetup baseline = ArmSetup.of(recipes.resolve(stored.get()), oldJdk);
        return duel(cell, candidate, baseline, server, changes(candidate, baseline, server) + gone(server));
    }

    private Optional<JdkAxis.Older> older(Collection<Baseline> books, CellId cell, ArmSetup candidate) {
        return jdks.older(of(cell, books).flatMap(book -> book.jdks(cell.client().stack()).stream()).toList(),
                candidate.jdk());
    }

    /** The book of the cell's database: that of another one may hold the same stack, measured at another time. */
    private static Stream<Baseline> of(CellId cell, Collection<Baseline> books) {
        return books.stream().filter(book -> book.database() == cell.database());
    }

    private static String missing(Optional<JdkAxis.Older> older) {
        return older.filter(book -> book.jdk().isEmpty()).map(book -> "; " + book.missing()).orElse("");
    }

    /**
     * The inputs that differ from those of every book of the cell that names its inputs, as far as they are known
     * before a server runs.
     */
    private String unraced(CellId cell, ArmSetup candidate, Collection<Baseline> books) {
        Inputs now = InputFacts.written(facts.besideTheWire(cell, candidate));
        // What each book was measured on is dealt with before; servers are not up yet.
        Set<String> known = Set.of(Inputs.CLIENT, Inputs.WORKLOAD, Inputs.DATA, Inputs.CLASSES, Inputs.WIRE,
                Inputs.LIBRARIES,
                Inputs.JVM);
        List<List<Change>> differences = books.stream().flatMap(book -> book.with(cell).stream())
                .map(there -> there.entry(cell).flatMap(BookEntry::inputs)).flatMap(Optional::stream)
                .map(then -> now.only(known).changesFrom(then.only(known))).toList();
        return differences.isEmpty() || differences.stream().anyMatch(List::isEmpty)
                ? ""
                : "; " + Inputs.unraced(differences.getFirst());
    }

    private static String words(List<Change> inputs, ArmSetup candidate, ArmSetup baseline) {
        return Change.words(Inputs.named(inputs, candidate.recipe().recipe(), baseline.recipe().recipe()));
    }

    private static String changes(ArmSetup candidate, ArmSetup baseline, OlderServer server) {
        List<Change> changes = new ArrayList<>(
                candidate.recipe().recipe().changesFrom(baseline.recipe().recipe()));
        if (!candidate.jdk().equals(baseline.jdk())) {
            changes.add(new Change("JDK", baseline.jdk().version(), candidate.jdk().version()));
        }
        if (server instanceof OlderServer.Races(ArmServer older, Change change)) {
            changes.add(change);
        }
        return Change.words(changes);
    }
}
