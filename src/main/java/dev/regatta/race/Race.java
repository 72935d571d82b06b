package dev.regatta.race;

import dev.regatta.analysis.Rival;
import dev.regatta.fork.ArmSetup;
import dev.regatta.inputs.ArmServer;
import dev.regatta.inputs.InputFacts;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Workloads;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Who takes part in the measurement of one cell. With a baseline it is a duel; without one the candidate runs beside
 * the raw-wire reference and is compared with what is stored of such a run. A workload that the wire does not run has
 * no reference, nor has a client whose pool is smaller than what is in flight, for on the wire nobody waits for a
 * connection: the candidate then runs alone.
 *
 * <p>
 * Two clients race as two versions do. Each arm then names its client, and the cell is the one of the candidate's.
 *
 * @param cell          the cell
 * @param candidate     today's arm
 * @param baseline      the older arm, if it races
 * @param besideTheWire whether the reference takes part, where it runs the workload; without a baseline it always must
 * @param olderServer   what the baseline races on, when it is another server than the session's, on which all others
 *                      race
 * @param inFlight      operations in flight of every arm, 1 of a workload with a number of connections of its own;
 *                      empty for as many as the run has
 */
public record Race(CellId cell, ArmSetup candidate, Optional<ArmSetup> baseline, boolean besideTheWire,
        Optional<ArmServer> olderServer, Optional<Integer> inFlight) {

    /** Checks that there is an arm to compare the candidate with. */
    public Race {
        Objects.requireNonNull(cell);
        Objects.requireNonNull(candidate);
        if (baseline.isEmpty() && !besideTheWire) {
            throw new IllegalArgumentException(cell + ": the candidate has nobody to race against");
        }
        if (!candidate.client(cell).equals(cell.client())
                || baseline.filter(older -> older.named().isPresent() != candidate.named().isPresent()).isPresent()) {
            throw new IllegalArgumentException(cell + ": each arm of a race of clients names its own, and the candidate"
                    + " that of the cell");
        }
        besideTheWire = besideTheWire && Stacks.WIRE.databases().contains(cell.database())
                && Stacks.WIRE.gap(Workloads.of(cell.workload()), cell.database()).isEmpty()
                && cell.client().pool().isEmpty();
        if (Workloads.of(cell.workload()).oneAtATime()) {
            inFlight = Optional.of(1);
        }
        olderServer.filter(server -> baseline.isEmpty() || server.form().dialect() != cell.database())
                .ifPresent(server -> {
                    throw new IllegalArgumentException(cell + ": nobody races on " + server);
                });
    }

    /** A race on the session's server. */
    public Race(CellId cell, ArmSetup candidate, Optional<ArmSetup> baseline, boolean besideTheWire) {
        this(cell, candidate, baseline, besideTheWire, Optional.empty());
    }

    /** A race with as many operations in flight as the run has. */
    public Race(CellId cell, ArmSetup candidate, Optional<ArmSetup> baseline, boolean besideTheWire,
            Optional<ArmServer> olderServer) {
        this(cell, candidate, baseline, besideTheWire, olderServer, Optional.empty());
    }

    /** Whether two clients race. */
    boolean ofClients() {
        return candidate.named().isPresent();
    }

    /** The server of {@code arm}, when it is not the session's. */
    Optional<ArmServer> server(Arm arm) {
        return arm == Arm.BASELINE ? olderServer : Optional.empty();
    }

    /** The baseline's recipe, if it races. */
    Optional<Recipe> baselineRecipe() {
        return baseline.map(setup -> setup.recipe().recipe());
    }

    /** What its arms depend on, each on a server of these facts. */
    public SortedMap<Arm, Inputs> inputs(InputFacts facts, Function<Arm, Map<String, String>> servers) {
        SortedMap<Arm, Inputs> inputs = new TreeMap<>();
        inputs.put(Arm.CANDIDATE, named(Arm.CANDIDATE, InputFacts.on(besideTheWire
                ? facts.besideTheWire(cell, candidate)
                : facts.of(cell, candidate), servers.apply(Arm.CANDIDATE))));
        baseline.ifPresent(older -> inputs.put(Arm.BASELINE,
                named(Arm.BASELINE, InputFacts.on(facts.of(cell, older), servers.apply(Arm.BASELINE)))));
        return Collections.unmodifiableSortedMap(inputs);
    }

    /** What an arm depends on, with the name of its client where two clients race. */
    public Inputs named(Arm arm, Inputs inputs) {
        return (arm == Arm.CANDIDATE ? candidate : baseline.orElseThrow()).named()
                .map(client -> Rival.as(inputs, client)).orElse(inputs);
    }

    /** What is known of two clients that race before anything else is: who they are. Empty of two versions. */
    SortedMap<Arm, Inputs> clients() {
        SortedMap<Arm, Inputs> clients = new TreeMap<>();
        if (ofClients()) {
            Stream.of(Arm.BASELINE, Arm.CANDIDATE)
                    .forEach(arm -> clients.put(arm, named(arm, new Inputs(Collections.emptySortedMap()))));
        }
        return clients;
    }

    /** Who runs as which arm. */
    SortedMap<Arm, ArmSetup> arms(ArmSetup reference) {
        SortedMap<Arm, ArmSetup> arms = new TreeMap<>();
        arms.put(Arm.CANDIDATE, candidate);
        baseline.ifPresent(setup -> arms.put(Arm.BASELINE, setup));
        if (besideTheWire) {
            arms.put(Arm.REFERENCE, reference);
        }
        return arms;
    }
}
