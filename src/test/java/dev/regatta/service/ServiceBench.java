package dev.regatta.service;

import dev.regatta.database.Database;
import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.FilledDatabases;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Services of this checkout beside an embedded PostgreSQL with the dataset, for integration tests. */
final class ServiceBench implements AutoCloseable {

    static final int IN_FLIGHT = 16;

    private static final AnswerTimeouts PATIENT = new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO);
    private static final Path LOGS = Path.of("target", "services").toAbsolutePath();

    final Placement placement = Placement.detect();
    private final Settings settings = new Settings(System.getProperties());
    /** Builds them, and runs them unless another was asked for. */
    private final Jdk here = Jdk.running();
    /** Runs services. */
    final Jdk jdk = settings.jdks().stream().findFirst().map(Jdks.here()::find).orElse(here);
    final ServiceForks forks = new ServiceForks(Map.of(), placement, LOGS, PATIENT, here);
    private final Forks workers = new Forks(placement, LOGS, PATIENT, Forks.JVM_OPTIONS);
    private final FilledDatabases databases = new FilledDatabases(placement, workers);
    private final ServiceBuild build = new ServiceBuild(Path.of("services"),
            ServiceBuild.cacheOfUser(System.getenv()), settings.maven(), here, settings.lockWait(),
            System.out::println);

    Database database() throws MeasurementFailure {
        return databases.of(Dialect.POSTGRESQL);
    }

    BuiltService built(WebService service) {
        return build.of(service, Optional.empty());
    }

    /** A fresh process of a service; it starts when it is opened. */
    ServiceFork fork(WebService service) throws MeasurementFailure {
        return fork(service, service.client());
    }

    /** The same under a name that may have the size of its pool. */
    ServiceFork fork(WebService service, ClientId named) throws MeasurementFailure {
        return forks.start(Arm.CANDIDATE, 1, new ServiceArm(named, built(service), jdk, List.of()));
    }

    @Override
    public void close() {
        forks.close();
        databases.close();
        workers.close();
    }
}
