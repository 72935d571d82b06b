package dev.regatta.project;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Harness;
import dev.regatta.inputs.InputFacts;
import dev.regatta.load.Threading;
import dev.regatta.operations.OperationCase;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Inputs;
import dev.regatta.race.Race;
import dev.regatta.recipe.Jdk;
import dev.regatta.run.PlannedCell;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.OwnCode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is done with each operation: nothing where both class paths are the same to it, and a race elsewhere. */
final class ProjectPlan {

    private static final String CLASS = ".class";

    /** So many changed files are named. */
    private static final int NAMED = 3;

    private final ProjectCode today;
    private final ProjectCode before;
    private final Base base;
    private final InputFacts facts;
    private final List<String> changed;

    ProjectPlan(Settings settings, ProjectCode today, ProjectCode before, Base base) {
        this.today = today;
        this.before = before;
        this.base = base;
        this.facts = new InputFacts(settings.jvmOptions());
        this.changed = today.files().changedFrom(before.files());
    }

    /** The cell of an operation: its class is the client, its method the workload. */
    static CellId cell(OperationCase operation) {
        return new CellId(Dialect.of(operation.database()),
                new ClientId(operation.type(), Threading.of(operation.threading())),
                OwnCode.of(operation.method()).id());
    }

    /** Why an operation cannot be raced, in a sentence; empty if it can. */
    Optional<String> unraced(OperationCase operation) {
        return base.has(operation)
                ? Optional.empty()
                : Optional.of("the base " + base.name() + " has no operation " + operation.method() + " in "
                        + operation.type() + ": it can be raced once it is in the base");
    }

    /** What is done with an operation. */
    PlannedCell of(OperationCase operation) {
        CellId cell = cell(operation);
        ArmSetup candidate = arm(today, cell,
                changed.isEmpty() ? "" : "this checkout with other " + changes());
        ArmSetup baseline = arm(before, cell, base.name());
        Inputs now = facts.of(cell, candidate);
        Inputs then = facts.of(cell, baseline);
        List<Change> differences = now.changesFrom(then);
        if (differences.isEmpty()) {
            return new PlannedCell(new Race(cell, candidate, Optional.empty(), true), Optional.of(now),
                    "not measured: its class path is that of " + base.name());
        }
        return new PlannedCell(
                new Race(cell, candidate, Optional.of(baseline), false, Optional.empty(),
                        Optional.of(operation.inFlight())),
                Optional.empty(), "duel: " + words(candidate, baseline) + ", against " + base.name());
    }

    /**
     * The names of the classes that differ, if nothing else does: a worker that loads none of them runs the same code
     * in both arms. Empty if jars differ, or files of which nobody knows who reads them.
     */
    Set<String> onlyClasses() {
        return today.jars().equals(before.jars()) && changed.stream().allMatch(name -> name.endsWith(CLASS))
                ? changed.stream()
                        .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                        .collect(Collectors.toCollection(TreeSet::new))
                : Set.of();
    }

    /** What an operation depends on whose worker loads these classes, none of which differs. */
    Inputs inputs(PlannedCell planned, Set<String> loaded) {
        List<String> own = today.files().checksums().entrySet().stream()
                .filter(file -> loaded.contains(file.getKey().replace(CLASS, "").replace('/', '.')))
                .flatMap(file -> Stream.of(file.getKey(), file.getValue())).toList();
        return facts.of(planned.cell(), planned.race().candidate()).with(Inputs.WORKLOAD, Inputs.sha256(own));
    }

    private String words(ArmSetup candidate, ArmSetup baseline) {
        return Stream
                .of(Change.words(candidate.recipe().recipe().changesFrom(baseline.recipe().recipe())),
                        changed.isEmpty() ? "" : "other " + changes())
                .filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    /** {@code OrderRepository.class, Order.class and 4 more}. */
    private String changes() {
        String first = changed.stream().limit(NAMED).map(name -> name.substring(name.lastIndexOf('/') + 1))
                .collect(Collectors.joining(", "));
        return first + (changed.size() > NAMED ? " and " + (changed.size() - NAMED) + " more" : "");
    }

    private static ArmSetup arm(ProjectCode code, CellId cell, String name) {
        Harness own = Harness.own();
        Description.Database known = own.description().databases().get(cell.database());
        SortedMap<String, Description.Workload> workloads = new TreeMap<>(Map.of(cell.workload(),
                new Description.Workload(code.files().digest(), "")));
        var description = new Description(new TreeMap<>(Map.of(cell.client().stack(), "a project's own code")),
                own.description().jvmOptions(), new TreeMap<>(Map.of(cell.database(),
                        new Description.Database(workloads, known.data(), known.server()))));
        return new ArmSetup(code.recipe(cell.client().stack()), Jdk.running(),
                new Harness(Stream.concat(own.classPath().stream(), code.own().stream()).toList(), name, description));
    }
}
