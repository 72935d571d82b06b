package dev.regatta.project;

import dev.regatta.fork.ArmSetup;
import dev.regatta.inputs.InputFacts;
import dev.regatta.operations.OperationCase;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Inputs;
import dev.regatta.race.Race;
import dev.regatta.run.PlannedCell;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compares with {@code baselines/operations.json}: nothing is built or started for an operation of which the file holds
 * today's code, and the others race against the commit that their entry names.
 */
final class StoredPlans implements Plans {

    /** Makes what races against a commit. */
    interface Bases {

        /** Against the base that is named so. */
        ProjectPlan of(String commit) throws Base.Missing;
    }

    /** Both arms of a race have today's, so that nobody sees what another one costs. */
    private static final List<String> OF_BOTH_ARMS = List.of(Inputs.JDK, Inputs.JVM);

    private final OperationsFile stored;
    private final Path file;
    private final ProjectCode today;
    private final List<String> jvmOptions;
    private final Bases bases;
    /** Bases that were asked for, or why there are none: building one takes its time. */
    private final TreeMap<String, Object> known = new TreeMap<>();

    /**
     * Plans of today's code.
     *
     * @param file       where {@code stored} is
     * @param jvmOptions of the workers
     */
    StoredPlans(OperationsFile stored, Path file, ProjectCode today, List<String> jvmOptions,
            Bases bases) {
        this.stored = stored;
        this.file = file;
        this.today = today;
        this.jvmOptions = List.copyOf(jvmOptions);
        this.bases = bases;
    }

    @Override
    public Planned of(OperationCase operation) throws Base.Missing {
        CellId cell = ProjectPlan.cell(operation);
        OperationsFile.Entry entry = stored.of(cell).orElseThrow(() -> new Base.Missing("there is no baseline of it in "
                + file + ": run once with -Dregatta.baseline=update, which measures it, and commit the file"));
        Optional<OwnFiles> same = stored.same(entry, today);
        if (same.isEmpty()) {
            return base(entry.measured().commit()).of(operation);
        }
        ArmSetup arm = today.arm(cell, "");
        Inputs inputs = today.inputs(same.get(), jvmOptions);
        return new Planned(new PlannedCell(new Race(cell, arm, Optional.empty(), true, Optional.empty(),
                Optional.of(operation.inFlight())), Optional.of(inputs),
                "not measured: it loads what " + file + " holds, of commit " + entry.measured().commit()
                        + others(inputs, entry)),
                Optional.empty());
    }

    /** {@code , and jdk 21 -> 25 is not raced}. */
    private static String others(Inputs now, OperationsFile.Entry entry) {
        List<Change> changes = entry.measured().inputs()
                .map(then -> InputFacts.written(now.only(OF_BOTH_ARMS)).changesFrom(then.only(OF_BOTH_ARMS)))
                .orElse(List.of());
        return changes.isEmpty() ? "" : ", and " + Change.words(changes) + " is not raced";
    }

    private ProjectPlan base(String commit) throws Base.Missing {
        if (!known.containsKey(commit)) {
            try {
                known.put(commit, bases.of(commit));
            } catch (Base.Missing e) {
                known.put(commit, e);
            }
        }
        return switch (known.get(commit)) {
            case ProjectPlan plan -> plan;
            case Base.Missing missing -> throw new Base.Missing(missing.getMessage());
            case Object other -> throw new IllegalStateException("no base: " + other);
        };
    }
}
