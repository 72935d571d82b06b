package dev.regatta.service;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Closing;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The experiment of this machine with services as its arms: servers, lock and time are those of any other race. */
public final class ServiceExperiment implements Experiment {

    /** The fact that has the options of services, or {@value #JVM_OWN}. */
    private static final String JVM_OPTIONS = "jvm.options";
    private static final String JVM_OWN = "none";

    private final ExperimentRunner machine;
    private final ServiceForks forks;
    private final Map<Arm, ServiceArm> arms;
    private final List<String> options;
    private final Consumer<String> out;

    /**
     * Takes the host's lock and prepares to measure.
     *
     * @param arms what races
     * @param jdk  the run time of generators
     * @param out  receives a line at a time for people
     */
    public ServiceExperiment(Settings settings, Map<Arm, ServiceArm> arms, Jdk jdk, Consumer<String> out) {
        this.arms = Map.copyOf(arms);
        this.out = out;
        this.options = jvmOptions(settings);
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
        return told(machine.fingerprint(server), options);
    }

    /** An environment with the JVM options that services have, in place of those of workers. */
    public static Fingerprint told(Fingerprint environment, List<String> options) {
        return environment.with(Map.of(JVM_OPTIONS, words(options)));
    }

    /** The options of the JVMs of services: those that the user names. */
    public static List<String> jvmOptions(Settings settings) {
        return settings.namesJvmOptions() ? settings.jvmOptions() : List.of();
    }

    private static String words(List<String> options) {
        return options.isEmpty() ? JVM_OWN : String.join(" ", options);
    }

    /** Services start when their database is there. */
    @Override
    public void expect(Race race) {
        // Nothing starts before.
    }

    @Override
    public Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure {
        return told(machine.fingerprint(dialect), options);
    }

    @Override
    public SortedMap<String, String> serverSettings(Dialect dialect) throws MeasurementFailure {
        return machine.serverSettings(dialect);
    }

    @Override
    public void allow(Duration time, int duels) {
        machine.allow(time, duels);
    }

    @Override
    public CellMeasurement measure(Race race, StoppingRule stoppingRule, int position, int cells) {
        SortedMap<Arm, Inputs> inputs = new TreeMap<>();
        arms.forEach((arm, served) -> inputs.put(arm,
                race.named(arm, inputs(race.cell().database(), served))));
        return machine.measure(race, forks, database -> {
            // Those of the request before hold connections, and the server has as many as two services may open.
            forks.close();
            return RequestCounts.of(List.of(Arm.BASELINE, Arm.CANDIDATE),
                    (arm, hold) -> forks.count(arm, arms.get(arm), race.cell().workload(), database, hold));
        }, forks::generatorNanos, inputs, stoppingRule, position, cells);
    }

    /** What an arm depends on. */
    public static Inputs inputs(Dialect dialect, ServiceArm served) {
        Recipe recipe = served.built().recipe();
        return new Inputs(new TreeMap<>(Map.of(
                Inputs.JARS, Inputs.sha256(recipe.artifacts().stream()
                        .map(artifact -> artifact.coordinates() + " " + artifact.sha256()).toList()),
                Inputs.OPTIONS, Inputs.options(recipe.options()),
                Inputs.DATA, Inputs.sha256(World.statements(dialect)),
                Inputs.JVM, words(served.options()),
                Inputs.JDK, Integer.toString(served.jdk().feature()))));
    }

    @Override
    public Set<Path> namedFiles() {
        return machine.namedFiles();
    }

    @Override
    public void close() {
        new Closing(out).of("the services", forks::close);
        machine.close();
    }
}
