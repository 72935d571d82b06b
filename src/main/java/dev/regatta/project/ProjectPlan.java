package dev.regatta.project;

import dev.regatta.fork.ArmSetup;
import dev.regatta.load.Threading;
import dev.regatta.operations.OperationCase;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Inputs;
import dev.regatta.race.Race;
import dev.regatta.run.PlannedCell;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.OwnCode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What is done with each operation: nothing where both class paths are the same to it, and a race elsewhere. */
final class ProjectPlan implements Plans {

    /** So many changed files are named. */
    private static final int NAMED = 3;

    private final ProjectCode today;
    private final ProjectCode before;
    private final Base base;
    private final List<String> jvmOptions;
    private final List<String> changed;

    ProjectPlan(Settings settings, ProjectCode today, ProjectCode before, Base base) {
        this.today = today;
        this.before = before;
        this.base = base;
        this.jvmOptions = settings.jvmOptions();
        this.changed = today.files().changedFrom(before.files());
    }

    /** The cell of an operation: its class is the client, its method the workload. */
    static CellId cell(OperationCase operation) {
        return new CellId(Dialect.of(operation.database()),
                new ClientId(operation.type(), Threading.of(operation.threading())),
                OwnCode.of(operation.method()).id());
    }

    @Override
    public Planned of(OperationCase operation) throws Base.Missing {
        return new Planned(planned(operation), Optional.of(this));
    }

    private PlannedCell planned(OperationCase operation) throws Base.Missing {
        if (!base.has(operation)) {
            throw Base.Missing.ofNew("the base " + base.name() + " has no operation " + operation.method() + " in "
                    + operation.type() + ": it can be raced once it is in the base");
        }
        CellId cell = cell(operation);
        ArmSetup candidate = today.arm(cell,
                changed.isEmpty() ? "" : "this checkout with other " + changes());
        ArmSetup baseline = before.arm(cell, base.name());
        if (changed.isEmpty() && checksums(today).equals(checksums(before))) {
            return new PlannedCell(
                    new Race(cell, candidate, Optional.empty(), true, Optional.empty(),
                            Optional.of(operation.inFlight())),
                    Optional.of(today.inputs(today.files(), jvmOptions)),
                    "not measured: its class path is that of " + base.name());
        }
        return new PlannedCell(
                new Race(cell, candidate, Optional.of(baseline), false, Optional.empty(),
                        Optional.of(operation.inFlight())),
                Optional.empty(), "duel: " + words(candidate, baseline) + ", against " + base.name());
    }

    /**
     * The names of the classes that differ, if nothing else does: a worker that loads none of them runs the same code
     * in both arms. Of what the project built these are the classes whose bytes differ; of a jar of others that differs
     * all of its classes, so that the bump of a jar races wherever anything of it is used. Empty if files differ of which
     * nobody knows who reads them, as services and properties, or if jars changed places, which one before another may
     * hide.
     */
    Set<String> onlyClasses() {
        List<String> modules = modules(today);
        List<String> known = modules(before);
        modules.retainAll(known);
        known.retainAll(modules);
        OwnFiles mine = otherJars(today, before);
        OwnFiles theirs = otherJars(before, today);
        boolean classes = Stream.concat(changed.stream(), mine.changedFrom(theirs).stream())
                .allMatch(OwnFiles::isClass);
        if (!modules.equals(known) || !classes) {
            return Set.of();
        }
        return Stream.of(changed, mine.checksums().keySet(), theirs.checksums().keySet()).flatMap(Collection::stream)
                .filter(OwnFiles::isClass).map(OwnFiles::className).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> checksums(ProjectCode code) {
        return code.jars().stream().map(Artifact::sha256).toList();
    }

    private static List<String> modules(ProjectCode code) {
        return code.jars().stream().map(Artifact::module).distinct()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** What is in the jars that {@code other} does not have as they are. */
    private static OwnFiles otherJars(ProjectCode code, ProjectCode other) {
        Set<String> same = other.jars().stream().map(Artifact::sha256).collect(Collectors.toSet());
        return OwnFiles.in(IntStream.range(0, code.jars().size())
                .filter(i -> !same.contains(code.jars().get(i).sha256())).mapToObj(code.paths()::get).toList());
    }

    /** What an operation depends on whose worker loads these classes, none of which differs. */
    Inputs inputs(Set<String> loaded) {
        return today.inputs(today.files().loaded(loaded), jvmOptions);
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
}
