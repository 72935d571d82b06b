package dev.regatta.baseline;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.BaselineChange.Difference;
import dev.regatta.baseline.BaselineChange.Kind;
import dev.regatta.baseline.BaselineChange.Part;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a branch does to the baselines of the branch it starts from. Every difference is named, because the gate
 * compares with the baseline: a ratio, an error or a noise that grew, a count that is gone, or an entry that was
 * removed may each let a loss pass that would have failed. A change that was measured and gives a reason is accepted;
 * every other change has a problem.
 */
public final class BaselineReview {

    /**
     * A new measurement repeats one of its six ratios and errors, to the sixth decimal, in less than one of a thousand
     * entries, and two of them in less than one of a million.
     */
    private static final int REPEATED = 2;

    private final Dialect database;
    private final Baseline base;
    private final Baseline head;
    private final Predicate<CellId> judged;
    private final Set<String> otherRecipes;
    private final List<BaselineChange> changes = new ArrayList<>();

    private BaselineReview(Dialect database, Optional<Baseline> base, Optional<Baseline> head,
            Predicate<CellId> judged) {
        this.database = database;
        this.base = base.orElseGet(() -> Baseline.empty(database));
        this.head = head.orElseGet(() -> Baseline.empty(database));
        this.judged = judged;
        otherRecipes = this.base.recipes().entrySet().stream()
                .filter(recipe -> !Optional.of(recipe.getValue()).equals(this.head.recipe(recipe.getKey())))
                .map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Everything that differs, recipes first, then environment by environment.
     *
     * @param base   the baselines of the branch it starts from, by database; may lack some
     * @param head   its own; may lack some
     * @param judged the cells that tests judge: such a cell's entry cannot simply be removed
     */
    public static List<BaselineChange> of(Map<Dialect, Baseline> base, Map<Dialect, Baseline> head,
            Predicate<CellId> judged) {
        var changes = new ArrayList<BaselineChange>();
        for (Dialect database : Dialect.values()) {
            changes.addAll(new BaselineReview(database, Optional.ofNullable(base.get(database)),
                    Optional.ofNullable(head.get(database)), judged).changes());
        }
        return List.copyOf(changes);
    }

    /** One sentence on the changes that cannot be accepted; empty when all can. */
    public static Optional<String> refusal(List<BaselineChange> changes) {
        var problems = changes.stream().map(BaselineChange::problem).flatMap(Optional::stream).toList();
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of("the baselines cannot be changed like this: " + problems.getFirst()
                        + (problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)"));
    }

    /**
     * The baseline that a run is compared with. It is {@code head} with two things of {@code base}: the order of the
     * environments, because the first of the file is taken among equals, and all noise. Where entries are equal this is
     * the base's; where they differ, {@link #of} names the difference.
     */
    public static Baseline merged(Baseline base, Baseline head) {
        var order = new LinkedHashSet<Fingerprint>();
        base.environments().forEach(environment -> order.add(environment.fingerprint()));
        head.environments().forEach(environment -> order.add(environment.fingerprint()));
        return new Baseline(head.schema(), head.tool(), head.database(), head.recipes(),
                order.stream().map(where -> head.in(where).map(there -> withNoiseOf(base, there)))
                        .flatMap(Optional::stream).toList());
    }

    /**
     * {@code head} with the noise of {@code base}: a branch must not calibrate the gate that judges it. A client that the
     * base does not know there has the noise of the nearest environment in which it does, but for what its runs differ
     * by, which holds for one environment only. Of a client that the base knows nowhere, nothing is known.
     */
    private static Environment withNoiseOf(Baseline base, Environment head) {
        var noise = new TreeMap<ClientId, SortedMap<Metric, Noise>>();
        base.in(head.fingerprint()).ifPresent(same -> noise.putAll(same.noise()));
        head.noise().keySet().stream().filter(client -> !noise.containsKey(client)).toList()
                .forEach(client -> base.nearest(head.fingerprint(), there -> there.noise().containsKey(client))
                        .ifPresent(there -> noise.put(client, there.noiseForOthers(client))));
        return new Environment(head.fingerprint(), noise, head.cells(), head.noiseReason());
    }

    private List<BaselineChange> changes() {
        var stacks = new TreeSet<>(base.recipes().keySet());
        stacks.addAll(head.recipes().keySet());
        stacks.forEach(this::recipe);
        var places = new LinkedHashSet<Fingerprint>();
        base.environments().forEach(environment -> places.add(environment.fingerprint()));
        head.environments().forEach(environment -> places.add(environment.fingerprint()));
        places.forEach(this::environment);
        return changes;
    }

    private void recipe(String stack) {
        Optional<Recipe> before = base.recipe(stack);
        Optional<Recipe> after = head.recipe(stack);
        if (before.equals(after)) {
            return;
        }
        Kind kind = kind(before, after);
        add(Optional.empty(), Part.RECIPE, stack, kind,
                before.flatMap(then -> after.map(now -> now.changesFrom(then))).orElse(List.of()).stream()
                        .map(change -> new Difference(change, false, false)).toList(),
                "", kind != Kind.CHANGED
                        ? Optional.empty()
                        : notMeasuredAgain(stack).map(cell -> "the recipe of " + stack
                                + " changed, but the entry of " + cell
                                + " is still what the old one measured: a recipe is changed by measuring with it, "
                                + Baselines.HOW_TO_MEASURE));
    }

    private Optional<CellId> notMeasuredAgain(String stack) {
        return head.environments().stream().flatMap(there -> there.cells().entrySet().stream()
                .filter(entry -> entry.getKey().client().stack().equals(stack))
                .filter(entry -> base.in(there.fingerprint()).flatMap(before -> before.entry(entry.getKey()))
                        .filter(entry.getValue()::equals).isPresent())
                .map(Map.Entry::getKey)).findFirst();
    }

    private void environment(Fingerprint where) {
        Optional<Environment> before = base.in(where);
        Optional<Environment> after = head.in(where);
        if (before.isEmpty() || after.isEmpty()) {
            add(Optional.of(where), Part.ENVIRONMENT, "", kind(before, after),
                    List.of(new Difference(Change.of(where.facts().entrySet().stream().map(Object::toString)
                            .collect(Collectors.joining(", "))), false, before.isPresent())),
                    "", Optional.empty());
        }
        var cells = new TreeSet<CellId>();
        before.ifPresent(there -> cells.addAll(there.cells().keySet()));
        after.ifPresent(there -> cells.addAll(there.cells().keySet()));
        var measured = new TreeSet<ClientId>();
        for (CellId cell : cells) {
            cell(where, cell, before.flatMap(there -> there.entry(cell)), after.flatMap(there -> there.entry(cell)))
                    .filter(change -> change.kind() != Kind.REMOVED && change.problem().isEmpty())
                    .ifPresent(change -> measured.add(cell.client()));
        }
        var clients = new TreeSet<ClientId>();
        before.ifPresent(there -> clients.addAll(there.noise().keySet()));
        // Where the environment is gone, so is its noise.
        after.ifPresent(there -> {
            clients.addAll(there.noise().keySet());
            boolean explained = says(there.noiseReason().orElse(""), before.flatMap(Environment::noiseReason));
            clients.forEach(client -> noise(there, client, before.map(Environment::noise).map(all -> all.get(client)),
                    Optional.ofNullable(there.noise().get(client)), explained, measured.contains(client)));
        });
    }

    private Optional<BaselineChange> cell(Fingerprint where, CellId cell, Optional<BookEntry> before,
            Optional<BookEntry> after) {
        if (before.equals(after)) {
            return Optional.empty();
        }
        if (after.isEmpty()) {
            boolean outdated = otherRecipes.contains(cell.client().stack()) && head.knows(cell);
            return Optional.of(add(Optional.of(where), Part.CELL, cell.toString(), Kind.REMOVED,
                    List.of(new Difference(Change.of(outdated
                            ? "measured with the old recipe"
                            : "nothing is left to compare with"), false, !outdated)),
                    "", outdated || !judged.test(cell)
                            ? Optional.empty()
                            : Optional.of("the entry of " + cell + " was removed, and a test still judges it: restore"
                                    + " it, or remove the cell from the tests as well")));
        }
        BookEntry now = after.get();
        var differences = Differences.ofEntry(before, now);
        if (before.isPresent() && differences.isEmpty()) {
            differences.add(new Difference(Change.of("nothing that decides"), false, false));
        }
        return Optional.of(add(Optional.of(where), Part.CELL, cell.toString(), kind(before, after), differences,
                now.reason(), problem(cell, before, now, differences)));
    }

    private static Optional<String> problem(CellId cell, Optional<BookEntry> before, BookEntry now,
            List<Difference> differences) {
        String entry = "the entry of " + cell;
        if (!says(now.reason(), before.map(BookEntry::reason))) {
            return Optional.of(entry + (before.isEmpty() ? " is new" : " changed")
                    + " and gives no reason of its own ('"
                    + now.reason() + "'): measure it with -Dregatta.baseline=update and -Dregatta.baseline.reason=…");
        }
        Optional<String> tooShort = now.tooShort().map(why -> entry + " " + why);
        if (tooShort.isPresent()) {
            return tooShort;
        }
        if (before.filter(then -> !then.ratios().isEmpty() && now.ratios().isEmpty()).isPresent()) {
            return Optional.of(entry + " has lost its ratio to the raw wire, so that no short check would compare its"
                    + " times: " + Baselines.HOW_TO_MEASURE);
        }
        // The inputs of an entry decide whether its cell is measured at all, so they may not be edited by hand.
        boolean edited = before.filter(then -> (then.date().equals(now.date()) || repeated(then, now) >= REPEATED)
                && (!then.inputs().equals(now.inputs()) || differences.stream().anyMatch(Difference::looser)))
                .isPresent();
        return edited
                ? Optional.of(entry + " changed, and its date or measured numbers did not, as if it had been edited: "
                        + Baselines.HOW_TO_MEASURE)
                : Optional.empty();
    }

    /** How many of the ratios and their errors are those of the earlier entry, to the last digit. */
    private static long repeated(BookEntry then, BookEntry now) {
        return then.ratios().entrySet().stream().flatMap(ratio -> {
            var again = now.ratios().get(ratio.getKey());
            return Stream.of(ratio.getValue().logRatio() == again.logRatio(),
                    ratio.getValue().standardError() == again.standardError());
        }).filter(same -> same).count();
    }

    private void noise(Environment there, ClientId client, Optional<SortedMap<Metric, Noise>> before,
            Optional<SortedMap<Metric, Noise>> after, boolean explained, boolean measured) {
        if (before.equals(after)) {
            return;
        }
        List<Difference> differences = Differences.ofNoise(before, after);
        boolean accepted = explained || before.isEmpty() && measured
                || differences.stream().noneMatch(Difference::looser);
        add(Optional.of(there.fingerprint()), Part.NOISE, client.toString(), kind(before, after), differences,
                there.noiseReason().orElse(""), accepted
                        ? Optional.empty()
                        : Optional.of("the noise of " + client + " changed so that smaller losses go unseen, and"
                                + " noiseReason of its environment gives no reason of its own: measure it with"
                                + " `./regatta calibrate --reason …`"));
    }

    /** Whether a reason was given, and differs from the one before. */
    static boolean says(String reason, Optional<String> before) {
        return !reason.isBlank() && !reason.strip().equals(BaselineUpdate.NO_REASON)
                && before.filter(then -> then.strip().equals(reason.strip())).isEmpty();
    }

    private static Kind kind(Optional<?> before, Optional<?> after) {
        return before.isEmpty() ? Kind.ADDED : after.isEmpty() ? Kind.REMOVED : Kind.CHANGED;
    }

    private BaselineChange add(Optional<Fingerprint> where, Part part, String name, Kind kind,
            List<Difference> differences, String reason, Optional<String> problem) {
        var change = new BaselineChange(database, where, part, name, kind, differences, Objects.requireNonNull(reason),
                problem);
        changes.add(change);
        return change;
    }
}
