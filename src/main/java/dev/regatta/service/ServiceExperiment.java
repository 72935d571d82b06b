package dev.regatta.service;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.inputs.ArmServer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.Experiment;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.race.Race;
import dev.regatta.recipe.Jdk;
import dev.regatta.settings.Settings;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.World;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The experiment of this machine with services as its arms: servers, lock and time are those of any other race. */
public final class ServiceExperiment implements Experiment {

    /** The fact that has the options of services, or {@value #JVM_OWN}. */
    public static final String JVM_OPTIONS = "jvm.options";
    private static final String JVM_OWN = "none";

    private final ExperimentRunner machine;
    private final ServiceForks forks;
    private final Map<Arm, ServiceArm> arms;
    private final String options;

    /**
     * Takes the host's lock and prepares to measure.
     *
     * @param arms what races
     * @param jdk  the run time of generators
     * @param out  receives a line at a time for people
     */
    public ServiceExperiment(Settings settings, Map<Arm, ServiceArm> arms, Jdk jdk, Consumer<String> out) {
        this.arms = Map.copyOf(arms);
        this.options = options(settings);
        this.machine = new ExperimentRunner(settings, jdk, settings.seed(), out);
        this.forks = new ServiceForks(arms, machine.placement(), settings.results().resolve("logs").toAbsolutePath(),
                new AnswerTimeouts(settings.watchdog(), settings.latency().orElse(Duration.ZERO)), jdk);
    }

    @Override
    public long seed() {
        return machine.seed();
    }

    @Override
    public int connections() {
        return machine.connections();
    }

    @Override
    public void serve(ArmServer server) {
        machine.serve(server);
    }

    @Override
    public Fingerprint fingerprint(ArmServer server) throws MeasurementFailure {
        return told(machine.fingerprint(server));
    }

    /** An environment with the JVM options that services have, in place of those of workers. */
    private Fingerprint told(Fingerprint environment) {
        return environment.with(Map.of(JVM_OPTIONS, options));
    }

    /** What the user says of the JVMs of services; {@value #JVM_OWN} if nothing. */
    public static String options(Settings settings) {
        return settings.namesJvmOptions() ? String.join(" ", settings.jvmOptions()) : JVM_OWN;
    }

    /** Services start when their database is there. */
    @Override
    public void expect(Race race) {
        // Nothing starts before.
    }

    @Override
    public Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure {
        return told(machine.fingerprint(dialect));
    }

    @Override
    public SortedMap<String, String> serverSettings(Dialect dialect) throws MeasurementFailure {
        return machine.serverSettings(dialect);
    }

    @Override
    public void allow(Duration time) {
        machine.allow(time);
    }

    @Override
    public CellMeasurement measure(Race race, StoppingRule stoppingRule, int position, int cells) {
        SortedMap<Arm, Inputs> inputs = new TreeMap<>();
        arms.forEach((arm, served) -> inputs.put(arm,
                race.named(arm, inputs(race.cell().database(), served))));
        return machine.measure(race, forks, forks::generatorNanos, inputs, stoppingRule, position, cells);
    }

    /** What an arm depends on. */
    public static Inputs inputs(Dialect dialect, ServiceArm served) {
        Recipe recipe = served.built().recipe();
        return new Inputs(new TreeMap<>(Map.of(
                Inputs.JARS, Inputs.sha256(recipe.artifacts().stream()
                        .map(artifact -> artifact.coordinates() + " " + artifact.sha256()).toList()),
                Inputs.OPTIONS, Inputs.options(recipe.options()),
                Inputs.DATA, Inputs.sha256(World.statements(dialect)),
                Inputs.JVM, served.options().isEmpty() ? JVM_OWN : String.join(" ", served.options()),
                Inputs.JDK, Integer.toString(served.jdk().feature()))));
    }

    @Override
    public Set<Path> namedFiles() {
        return machine.namedFiles();
    }

    @Override
    public void close() {
        forks.close();
        machine.close();
    }
}
