package dev.regatta.race;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.ServerName;
import dev.regatta.protocol.Surroundings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A server on a machine that nothing disturbs.
 *
 * @param database that is used on it
 */
record QuietServer(String database) implements ObservedServer {

    private static final Endpoint ENDPOINT = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 1, "d", "u", "p");

    QuietServer() {
        this(ENDPOINT.database());
    }

    @Override
    public Endpoint endpoint() {
        return ENDPOINT.in(database);
    }

    @Override
    public ServerName name() {
        return ServerName.of("quiet");
    }

    @Override
    public long relayNanos() {
        return 0;
    }

    @Override
    public ArmSlice observe(Arm arm, Observer.Timed slice) throws MeasurementFailure {
        return new ArmSlice(arm, slice.run().slice(), new Surroundings(12_000_000, OptionalLong.of(4_000_000),
                OptionalDouble.of(0), OptionalDouble.of(0), OptionalDouble.of(0), 0));
    }
}
