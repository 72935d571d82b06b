package dev.regatta.run;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BookEntry;
import dev.regatta.experiment.ArmServer;
import dev.regatta.experiment.ArmSetup;
import dev.regatta.experiment.InputFacts;
import dev.regatta.experiment.OlderServer;
import dev.regatta.experiment.Race;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who races for each cell: today's side, and the older one where an input of the cell differs and its old form can be had,
 * else the raw wire. In a duel the wire would decide nothing and cost a third of the time.
 *
 * <p>
 * With a checkout of the base branch the older side is that branch, classes and server included, and a cell that depends on
 * nothing else there is not measured. Without one it is the recipe of the baseline file on the JDK and the server of its book.
 */
public final class RacePlan {

    /** What a race of base against candidate always tells; JDK and server where they can be had, of the rest both get today's. */
    private static final Set<String> RACED = Set.of(Inputs.JARS, Inputs.OPTIONS, Inputs.WORKLOAD, Inputs.DATA,
            Inputs.CLASSES, Inputs.LIBRARIES);

    private final Recipes recipes;
    private final JdkAxis jdks;
    private final InputFacts facts;
    private final OlderServers servers;
    private final Optional<BaseBranch> base;
    private final Map<PlannedClient, ArmSetup> candidates = new HashMap<>();
    private final Map<CellId, Plan> plans = new LinkedHashMap<>();

    /** A client stack on a JDK, that of the build if it names none. */
    private record PlannedClient(String stack, Optional<Integer> jdk) {

        static PlannedClient of(CellId cell) {
            return new PlannedClient(cell.client().stack(), cell.client().jdk());
        }

        @Override
        public String toString() {
            return stack + jdk.map(feature -> "@" + feature).orElse("");
        }
    }

    /**
     * What is done with a cell.
     *
     * @param baseline    the older side, if it races
     * @param olderServer what the older side races on, where that is not the session's
     * @param spared      what both branches' sides depend on, where it is the same and nothing has to be measured
     * @param how         for people
     */
    private record Plan(ArmSetup candidate, Optional<ArmSetup> baseline, Optional<ArmServer> olderServer,
            Optional<Inputs> spared, String how) {

        static Plan book(ArmSetup candidate, String how) {
            return new Plan(candidate, Optional.empty(), Optional.empty(), Optional.empty(), how);
        }

        static Plan spared(ArmSetup candidate, Inputs inputs, String how) {
            return new Plan(candidate, Optional.empty(), Optional.empty(), Optional.of(inputs), how);
        }

        static Plan duel(ArmSetup candidate, ArmSetup baseline, OlderServer server, String how) {
            return new Plan(candidate, Optional.of(baseline),
                    server instanceof OlderServer.Races(ArmServer older, String change)
                            ? Optional.of(older)
                            : Optional.empty(),
                    Optional.empty(), "duel: " + how);
        }
    }

    /** A plan without cells. */
    public RacePlan(Recipes recipes, JdkAxis jdks, InputFacts facts, OlderServers servers, Optional<BaseBranch> base) {
        this.recipes = recipes;
        this.jdks = jdks;
        this.facts = facts;
        this.servers = servers;
        this.base = base;
    }

    /**
     * Enters these cells. Resolving their recipes here reports a wrong version before anything starts.
     *
     * @param books what is stored; empty when new baselines are measured
     * @return how they are judged, for people: a line for all cells of a client that are judged in the same way
     * @throws RecipeException if a recipe cannot be had
     */
    public List<String> enter(List<CellId> cells, Optional<Collection<Baseline>> books) {
        cells.forEach(cell -> plans.put(cell, plan(cell, books)));
        List<String> lines = new ArrayList<>();
        cells.stream().collect(Collectors.groupingBy(PlannedClient::of, LinkedHashMap::new,
                Collectors.groupingBy(cell -> plans.get(cell).how(), LinkedHashMap::new, Collectors.counting())))
                .forEach((client, hows) -> hows
                        .forEach((how, count) -> lines.add("  " + client + " (" + count + " cells): " + how)));
        return lines;
    }

    private Plan plan(CellId cell, Optional<Collection<Baseline>> books) {
        PlannedClient client = PlannedClient.of(cell);
        ArmSetup candidate = candidates.computeIfAbsent(client,
                who -> ArmSetup.of(recipes.today(who.stack()), jdks.of(who.jdk())));
        if (books.isEmpty()) {
            return Plan.book(candidate, "measured for the baseline");
        }
        return base.flatMap(branch -> againstBase(branch, cell, candidate))
                .orElseGet(() -> againstBook(cell, candidate, books.get()));
    }

    /** Against the base branch; empty if it has no such client or workload. */
    private Optional<Plan> againstBase(BaseBranch branch, CellId cell, ArmSetup candidate) {
        Optional<JdkAxis.Older> older = older(branch.books(), cell, candidate);
        Jdk oldJdk = older.flatMap(JdkAxis.Older::jdk).orElse(candidate.jdk());
        Optional<ArmSetup> side = branch.setup(cell.client().stack(), oldJdk);
        if (side.isEmpty()) {
            return Optional.empty();
        }
        Inputs then = branch.inputs(cell, side.get());
        if (!then.facts().containsKey(Inputs.WORKLOAD)) {
            return Optional.empty();
        }
        if (older.isPresent()) {
            then = then.with(Inputs.JDK, Integer.toString(older.get().feature()));
        }
        Inputs now = branch.inputsHere(cell, candidate);
        List<Inputs.Difference> differences = now.differencesFrom(then, candidate.recipe().recipe(),
                side.get().recipe().recipe());
        OlderServer server = differences.stream().anyMatch(RacePlan::isOfServer)
                ? servers.of(cell.database(),
                        mode -> branch.knownServer(cell.database(), mode, side.get()))
                : new OlderServer.Same();
        if (server instanceof OlderServer.Same && then.facts().containsKey(Inputs.SETTINGS)) {
            // They differ in another mode than this run's only.
            differences = differences.stream().filter(difference -> !isOfServer(difference)).toList();
        }
        if (differences.isEmpty()) {
            return Optional.of(Plan.spared(candidate, now, "not measured: inputs are those of " + branch));
        }
        boolean serverRaces = server instanceof OlderServer.Races;
        var raced = differences.stream()
                .collect(Collectors.partitioningBy(difference -> RACED.contains(difference.name())
                        || difference.name().equals(Inputs.JDK) && !oldJdk.equals(candidate.jdk())
                        || isOfServer(difference) && serverRaces));
        boolean comparable = facts.comparable(cell, candidate, side.get());
        if (!raced.get(true).isEmpty() && comparable) {
            return Optional.of(Plan.duel(candidate, side.get(), server, Inputs.words(raced.get(true)) + ", against "
                    + branch
                    + (raced.get(false).isEmpty()
                            ? ""
                            : "; the same on both sides, though it changed: " + Inputs.words(raced.get(false)))
                    + gone(server)));
        }
        return Optional.of(Plan.book(candidate, "against the stored ratio to the wire: " + (comparable
                ? Inputs.unraced(differences)
                : "its results are others than in " + branch + " (" + Inputs.words(differences)
                        + "), so that the two cannot race: measure its baseline with `mvn verify"
                        + " -Dregatta.baseline=update`")
                + missing(older) + gone(server)));
    }

    private static boolean isOfServer(Inputs.Difference difference) {
        return difference.name().equals(Inputs.SERVER) || difference.name().equals(Inputs.SETTINGS);
    }

    private static String gone(OlderServer server) {
        return server instanceof OlderServer.Gone(String sentence) ? "; " + sentence : "";
    }

    /** Against what is stored: its recipe, JDK and server where one of them differs, else its ratios. */
    private Plan againstBook(CellId cell, ArmSetup candidate, Collection<Baseline> books) {
        String stack = cell.client().stack();
        Optional<Recipe> stored = books.stream().map(book -> book.recipe(stack)).flatMap(Optional::stream).findFirst();
        if (stored.isEmpty()) {
            return Plan.book(candidate, "no baseline");
        }
        Optional<JdkAxis.Older> older = older(books, cell, candidate);
        Jdk oldJdk = older.flatMap(JdkAxis.Older::jdk).orElse(candidate.jdk());
        OlderServer server = servers.of(cell, books);
        if (stored.get().equals(candidate.recipe().recipe()) && oldJdk.equals(candidate.jdk())
                && !(server instanceof OlderServer.Races)) {
            return Plan.book(candidate, "recipe unchanged, against the stored ratio to the wire"
                    + unraced(cell, candidate, books) + missing(older) + gone(server));
        }
        ArmSetup baseline = ArmSetup.of(recipes.of(stored.get()), oldJdk);
        return Plan.duel(candidate, baseline, server, changes(candidate, baseline, server) + gone(server));
    }

    private Optional<JdkAxis.Older> older(Collection<Baseline> books, CellId cell, ArmSetup candidate) {
        return jdks.older(books.stream().flatMap(book -> book.jdks(cell.client().stack()).stream()).toList(),
                candidate.jdk());
    }

    private static String missing(Optional<JdkAxis.Older> older) {
        return older.filter(book -> book.jdk().isEmpty()).map(book -> "; " + book.missing()).orElse("");
    }

    /** What differs from every book of the cell that says what it was measured with, as far as it is known by now. */
    private String unraced(CellId cell, ArmSetup candidate, Collection<Baseline> books) {
        Inputs now = facts.besideTheWire(cell, candidate);
        // What each book was measured on is dealt with before; servers are not up yet.
        Set<String> known = Set.of(Inputs.WORKLOAD, Inputs.DATA, Inputs.CLASSES, Inputs.WIRE, Inputs.LIBRARIES,
                Inputs.JVM);
        List<List<Inputs.Difference>> differences = books.stream().flatMap(book -> book.with(cell).stream())
                .map(there -> there.entry(cell).flatMap(BookEntry::inputs)).flatMap(Optional::stream)
                .map(then -> now.only(known).differencesFrom(then.only(known))).toList();
        return differences.isEmpty() || differences.stream().anyMatch(List::isEmpty)
                ? ""
                : "; " + Inputs.unraced(differences.getFirst());
    }

    private static String changes(ArmSetup candidate, ArmSetup baseline, OlderServer server) {
        List<String> changes = new ArrayList<>(
                candidate.recipe().recipe().changesFrom(baseline.recipe().recipe()));
        if (!candidate.jdk().equals(baseline.jdk())) {
            changes.add("JDK " + baseline.jdk().version() + " -> " + candidate.jdk().version());
        }
        if (server instanceof OlderServer.Races(ArmServer older, String change)) {
            changes.add(change);
        }
        return String.join(", ", changes);
    }

    /** How many of these cells are duels. */
    public int duels(List<CellId> cells) {
        return (int) cells.stream().filter(cell -> plans.get(cell).baseline().isPresent()).count();
    }

    /** Those of these cells that have to be measured. */
    public List<CellId> measured(List<CellId> cells) {
        return cells.stream().filter(cell -> plans.get(cell).spared().isEmpty()).toList();
    }

    /** What is noted of a cell that has not to be measured; empty if it has to. */
    public Optional<CellMeasurement> spared(CellId cell, int connections) {
        Plan plan = plans.get(cell);
        return plan.spared()
                .map(inputs -> InputFacts.spared(cell, plan.candidate(), inputs, inputs, connections));
    }

    /** The race of a cell that has entered. */
    public Race race(CellId cell) {
        Plan plan = plans.get(cell);
        return new Race(cell, plan.candidate(), plan.baseline(), plan.baseline().isEmpty(), plan.olderServer());
    }
}
