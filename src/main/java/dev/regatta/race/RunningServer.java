package dev.regatta.race;

import dev.regatta.database.Database;
import dev.regatta.database.ServerForm;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ServerName;
import dev.regatta.untimed.UntimedSlices;
import dev.regatta.workload.Endpoint;

import java.util.Optional;

/**
 * A started and filled database with what is known of it.
 *
 * @param database    the server
 * @param latencyRelay the relay that makes the way to it longer; empty if there is none
 * @param fingerprint the environment of what is measured on it
 * @param observer    watches the slices of the arms that race on it
 * @param own         the database that the arm makes by itself; empty where it uses the filled one
 */
record RunningServer(Database database, Optional<LatencyRelay> latencyRelay, Fingerprint fingerprint, Observer observer,
        Optional<String> own)
        implements
            ObservedServer {

    /** A server whose filled database is used. */
    RunningServer(Database database, Optional<LatencyRelay> latencyRelay, Fingerprint fingerprint, Observer observer) {
        this(database, latencyRelay, fingerprint, observer, Optional.empty());
    }

    @Override
    public Endpoint endpoint() {
        return placed(latencyRelay.map(LatencyRelay::endpoint).orElseGet(database::endpoint));
    }

    @Override
    public ServerName name() {
        return ServerForm.name(database.endpoint().dialect(), fingerprint);
    }

    @Override
    public ArmSlice observe(Arm arm, Observer.Timed slice) throws MeasurementFailure {
        return observer.observe(arm, slice);
    }

    /** This server for an arm that makes a database of its own with this name. */
    RunningServer in(String name) {
        return new RunningServer(database, latencyRelay, fingerprint, observer, Optional.of(name));
    }

    private Endpoint placed(Endpoint endpoint) {
        return own.map(endpoint::in).orElse(endpoint);
    }

    /** Where nothing is timed, it is counted as well: behind held log-ins, which decide what a pool does. */
    UntimedSlices.Place place() {
        Endpoint counted = latencyRelay.filter(LatencyRelay::holdsLogins).map(LatencyRelay::endpoint)
                .orElseGet(database::endpoint);
        return new UntimedSlices.Place(placed(counted), endpoint(), database::memoryBytes);
    }

    @Override
    public long relayNanos() {
        return latencyRelay.map(LatencyRelay::cpuNanos).orElse(0L);
    }

    /** CPU nanoseconds that it and what belongs to it have used; 0 where that cannot be read. */
    long cpuNanos() {
        return database.cpuNanos().orElse(0) + relayNanos();
    }

    /** Why the server cannot be reached any more; empty while it and the relay run. */
    Optional<String> death() {
        return database.death().or(() -> latencyRelay.flatMap(LatencyRelay::death));
    }

    void close() {
        latencyRelay.ifPresent(LatencyRelay::close);
        database.close();
    }
}
