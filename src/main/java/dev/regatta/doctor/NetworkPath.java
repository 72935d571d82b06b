package dev.regatta.doctor;

import dev.regatta.client.wire.WireConnection;
import dev.regatta.client.wire.WireStatement;
import dev.regatta.database.ContainerDatabase;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.DockerState;
import dev.regatta.host.HostLock;
import dev.regatta.host.Placement;
import dev.regatta.load.Clock;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workloads;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** What the way to a server in a container costs: through the published port, and to the bridge's address. */
final class NetworkPath {

    private static final String NAME = "network path";

    private NetworkPath() {
    }

    /**
     * The finding that there is nothing to measure, with the reason; empty if there is something. Only a container has
     * two ways, and no image is pulled for this.
     */
    static Optional<Finding> nothingToMeasure(DatabaseMode mode, DockerState docker, String image) {
        if (mode == DatabaseMode.EMBEDDED || mode == DatabaseMode.EXTERNAL) {
            return Optional.of(notMeasured("no container takes part with -D" + DatabaseMode.PROPERTY + "=" + mode));
        }
        return switch (docker) {
            case DockerState.Answering answering -> answering.images().contains(Dialect.POSTGRESQL)
                    ? Optional.empty()
                    : Optional.of(notMeasured(image + " would have to be pulled first"));
            case DockerState.Broken broken -> Optional.of(notMeasured("Docker does not answer"));
            case DockerState.Absent absent -> Optional.of(notMeasured("without Docker, servers are on the loopback"));
        };
    }

    /** Starts a server in a container, times both ways to it, and removes it. Waits for other timed runs. */
    static Finding measure(Settings settings, Placement placement, Consumer<String> notice) {
        try {
            HostLock lock = HostLock.acquire(settings.lockWait(), notice);
            try (Database database = Databases.start(Dialect.POSTGRESQL, DatabaseMode.CONTAINER, placement,
                    settings::get, notice)) {
                return measure(((ContainerDatabase) database).published(), database.endpoint());
            } finally {
                lock.close();
            }
        } catch (IOException | IllegalStateException e) {
            return notMeasured(e.getMessage());
        }
    }

    private static Finding measure(Endpoint published, Endpoint used) throws IOException {
        try (WireConnection mapped = WireConnection.connect(published);
                WireConnection bridge = WireConnection.connect(used)) {
            RoundTrips trips = RoundTrips.time(trip(mapped), trip(bridge), Clock::nanos);
            return published.equals(used) ? onlyMapped(trips.one()) : both(trips.one(), trips.other());
        }
    }

    private static RoundTrips.Trip trip(WireConnection connection) throws IOException {
        WireStatement statement = connection.prepare(Workloads.SELECT_1);
        return () -> statement.execute(new int[0]);
    }

    /** Both ways lead there, and workers take the bridge. */
    static Finding both(double mappedMicros, double bridgeMicros) {
        return Finding.good(NAME, String.format(Locale.ROOT,
                "a round trip takes %.0f us to the bridge address, %.0f us through the mapped port: %.1f times as long;"
                        + " workers use the bridge address",
                bridgeMicros, mappedMicros, mappedMicros / bridgeMicros));
    }

    /** The bridge does not answer on this kernel. */
    static Finding onlyMapped(double mappedMicros) {
        return Finding.remark(NAME, String.format(Locale.ROOT,
                "a round trip takes %.0f us through the mapped port, the bridge address does not answer", mappedMicros),
                "Drivers look more alike through a port's proxy: use an engine on this kernel, or -D"
                        + DatabaseMode.PROPERTY + "=embedded.");
    }

    private static Finding notMeasured(String why) {
        return Finding.unknown(NAME, "not measured, " + why);
    }
}
