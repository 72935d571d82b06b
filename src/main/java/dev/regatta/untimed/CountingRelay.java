package dev.regatta.untimed;

import dev.regatta.protocol.Counter;
import dev.regatta.relay.Language;
import dev.regatta.relay.Relay;
import dev.regatta.relay.Traffic;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Relays that count what a client asks of a database. */
public final class CountingRelay {

    /** What a relay counts. */
    public static final Map<Counter, ToLongFunction<Traffic>> COUNTERS = Map.of(Counter.ROUND_TRIPS,
            Traffic::roundTrips,
            Counter.STATEMENTS, Traffic::statements, Counter.PREPARATIONS, Traffic::preparations, Counter.CONNECTIONS,
            Traffic::connections, Counter.BYTES_SENT, Traffic::bytesSent, Counter.BYTES_RECEIVED,
            Traffic::bytesReceived,
            Counter.PACKETS_SENT, Traffic::packetsSent, Counter.PACKETS_RECEIVED, Traffic::packetsReceived);

    private CountingRelay() {
    }

    /**
     * A relay to {@code endpoint}.
     *
     * @param hold how long a client that is not waiting for an answer may take from one write to the next
     */
    public static Relay to(Endpoint endpoint, Duration hold) throws IOException {
        Language language = switch (endpoint.dialect()) {
            case POSTGRESQL -> Language.POSTGRESQL;
            case MARIADB -> Language.MARIADB;
        };
        return Relay.near(language, new InetSocketAddress(endpoint.host(), endpoint.port()), hold);
    }

    /** The same database behind {@code relay}. */
    public static Endpoint through(Relay relay, Endpoint endpoint) {
        InetSocketAddress near = relay.address();
        return new Endpoint(endpoint.dialect(), near.getAddress().getHostAddress(), near.getPort(),
                endpoint.database(), endpoint.user(), endpoint.password());
    }
}
