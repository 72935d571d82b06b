package dev.regatta.race;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.ScriptedFork;
import dev.regatta.fork.ScriptedForks;
import dev.regatta.inputs.ArmServer;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Slice;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** An experiment whose forks take no time and answer what the test says; it writes down what is asked of it. */
public final class ScriptedExperiment implements Experiment {

    /** What was asked of it, in order. */
    public final List<String> asked = new ArrayList<>();
    /** The cells whose forks may start already, in order. */
    public final List<CellId> expected = new ArrayList<>();
    private final Fingerprint here;
    private final Function<Arm, Slice> slices;
    /** What the start of a database fails with. */
    public Optional<String> broken = Optional.empty();
    /** Called when a fork runs a slice. */
    public Runnable running = () -> {
    };
    /** Called when it is closed. */
    public Runnable closing = () -> {
    };
    private long endNanos = Long.MAX_VALUE / 2;

    /** Every slice of an arm is the one that {@code slices} gives. */
    public ScriptedExperiment(Fingerprint here, Function<Arm, Slice> slices) {
        this.here = here;
        this.slices = slices;
    }

    @Override
    public long seed() {
        return 42;
    }

    @Override
    public int connections() {
        return 4;
    }

    @Override
    public void serve(ArmServer server) {
        asked.add("serve " + server);
    }

    @Override
    public void expect(Race race) {
        expected.add(race.cell());
    }

    @Override
    public Fingerprint fingerprint(ArmServer server) throws MeasurementFailure {
        return started("older " + server.form());
    }

    @Override
    public Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure {
        return started(dialect.id());
    }

    private Fingerprint started(String what) throws MeasurementFailure {
        asked.add("start " + what);
        if (broken.isPresent()) {
            throw new MeasurementFailure(broken.get());
        }
        return here;
    }

    @Override
    public SortedMap<String, String> serverSettings(Dialect dialect) {
        return new TreeMap<>(Map.of("fsync", "off"));
    }

    @Override
    public void allow(Duration time, int duels) {
        asked.add("allow " + time);
        endNanos = Clock.nanos() + time.toNanos();
    }

    @Override
    public CellMeasurement measure(Race race, StoppingRule stoppingRule, int position, int cells) {
        asked.add("measure " + position + "/" + cells + " " + race.cell());
        ScriptedForks forks = new ScriptedForks();
        forks.maker = (arm, set) -> fork(arm, set);
        Map<Arm, QuietServer> servers = new EnumMap<>(Arm.class);
        SortedMap<Arm, ArmSetup> arms = race.arms(ArmSetup.of(
                new ResolvedRecipe(new Recipe("wire", List.of(), new TreeMap<>()), List.of()), race.candidate().jdk()));
        arms.keySet().forEach(arm -> servers.put(arm, new QuietServer()));
        CellRun run = new CellRun(race, Workloads.of(race.cell().workload()), arms, new TreeMap<>(), servers,
                connections(), forks, stoppingRule, seed(), new CellBudget(endNanos), standing -> {
                }, decision -> {
                });
        try {
            return run.measure();
        } catch (MeasurementFailure e) {
            return run.soFar(Optional.of(e.getMessage()), false);
        }
    }

    private ScriptedFork fork(Arm arm, int set) {
        return new ScriptedFork(arm, set, 1000) {
            @Override
            public Slice slice(String problem) {
                running.run();
                return slices.apply(arm);
            }
        };
    }

    @Override
    public Set<Path> namedFiles() {
        return Set.of();
    }

    @Override
    public void close() {
        asked.add("close");
        closing.run();
    }
}
