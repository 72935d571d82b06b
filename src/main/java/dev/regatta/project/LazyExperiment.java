package dev.regatta.project;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.database.GivenDatabase;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.inputs.ArmServer;
import dev.regatta.operations.DatabaseAddress;
import dev.regatta.operations.GivenServer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.race.Experiment;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.race.Race;
import dev.regatta.recipe.Jdk;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * An experiment that begins with the first thing that is asked of it: a run that measures nothing waits for no other run
 * on this host, and starts nothing.
 */
final class LazyExperiment implements Experiment {

    private final Settings settings;
    private final Consumer<String> out;
    private Optional<ExperimentRunner> begun = Optional.empty();
    private Consumer<ExperimentRunner> clock = runner -> {
    };

    /** On this machine. */
    LazyExperiment(Settings settings, Consumer<String> out) {
        this.settings = settings;
        this.out = out;
    }

    private ExperimentRunner runner() {
        if (begun.isEmpty()) {
            var runner = new ExperimentRunner(settings, Jdk.running(), settings.seed(), out);
            clock.accept(runner);
            begun = Optional.of(runner);
        }
        return begun.get();
    }

    /** The names of the classes that each arm's worker loads: see {@link ExperimentRunner#loadedClasses}. */
    SortedMap<Arm, Set<String>> loadedClasses(Race race, int operations) throws MeasurementFailure {
        SortedMap<Arm, Set<String>> loaded = runner().loadedClasses(race, operations);
        Optional<String> changed = changed(race);
        if (changed.isPresent()) {
            throw new MeasurementFailure(changed.get());
        }
        return loaded;
    }

    /**
     * Class paths are read when a run is planned. Their folders are copied when workers first need them, and their jars
     * are not copied.
     */
    private Optional<String> changed(Race race) {
        return Stream.concat(Stream.of(race.candidate()), race.baseline().stream())
                .flatMap(arm -> ProjectCode.changed(race.cell(), arm, runner()::copy).stream()).findFirst();
    }

    /** Where the next operations on a database race: on the server that their class gave, or on that of the settings. */
    void give(Dialect dialect, Optional<GivenServer> server) {
        runner().give(dialect, server.map(LazyExperiment::place));
    }

    private static GivenDatabase.Place place(GivenServer server) {
        DatabaseAddress at = server.at();
        return new GivenDatabase.Place(
                new Endpoint(Dialect.of(at.database()), at.host(), at.port(), at.name(), at.user(), at.password()),
                Optional.of(server.container()).filter(id -> !id.isEmpty()), server.by());
    }

    @Override
    public long seed() {
        return settings.seed();
    }

    @Override
    public int connections() {
        return runner().connections();
    }

    @Override
    public void serve(ArmServer server) {
        runner().serve(server);
    }

    @Override
    public Fingerprint fingerprint(ArmServer server) throws MeasurementFailure {
        return runner().fingerprint(server);
    }

    @Override
    public void expect(Race race) {
        runner().expect(race);
    }

    @Override
    public Fingerprint fingerprint(Dialect dialect) throws MeasurementFailure {
        return runner().fingerprint(dialect);
    }

    @Override
    public SortedMap<String, String> serverSettings(Dialect dialect) throws MeasurementFailure {
        return runner().serverSettings(dialect);
    }

    /** The clock starts when the experiment begins, if it has not yet. */
    @Override
    public void allow(Duration time, int duels) {
        clock = runner -> runner.allow(time, duels);
        begun.ifPresent(clock);
    }

    @Override
    public CellMeasurement measure(Race race, StoppingRule stoppingRule, int position, int cells) {
        Optional<String> before = changed(race);
        if (before.isPresent()) {
            return runner().nothing(race, before);
        }
        CellMeasurement measured = runner().measure(race, stoppingRule, position, cells);
        Optional<String> meanwhile = changed(race);
        return meanwhile.isPresent() ? runner().nothing(race, meanwhile) : measured;
    }

    @Override
    public Set<Path> namedFiles() {
        return begun.map(ExperimentRunner::namedFiles).orElse(Set.of());
    }

    @Override
    public void close() {
        begun.ifPresent(ExperimentRunner::close);
    }
}
