package dev.regatta.calls;

import dev.regatta.relay.Traffic;

import java.util.function.ToLongFunction;

/** What is counted; first what tells most. */
enum CallCount {

    /** Times that the client waited for an answer; not those in which a pool asked whether a connection still works. */
    ROUND_TRIPS("roundTrips", "round trip", traffic -> traffic.roundTrips() - traffic.pings()),
    /** Executions. */
    STATEMENTS("statements", "statement", Traffic::statements),
    /** Commits, rollbacks, and statements outside of a transaction. */
    TRANSACTIONS("transactions", "transaction", Traffic::transactions),
    /** Connections that were opened. */
    CONNECTIONS("connections", "connection", Traffic::connections),
    /** Statements that the server was asked to parse ahead. */
    PREPARATIONS("preparations", "preparation", Traffic::preparations),
    /** Bytes both ways. */
    BYTES("bytes", "byte", traffic -> traffic.bytesSent() + traffic.bytesReceived());

    /** An id that gets one digit more is a byte more. */
    private static final double MORE_BYTES = 1.1;

    private final String key;
    private final String word;
    private final ToLongFunction<Traffic> of;

    CallCount(String key, String word, ToLongFunction<Traffic> of) {
        this.key = key;
        this.word = word;
        this.of = of;
    }

    /** Its name in files. */
    String key() {
        return key;
    }

    /** What {@code traffic} has of it. */
    long of(Traffic traffic) {
        return of.applyAsLong(traffic);
    }

    /** Whether {@code now} is more than {@code was}; bytes are more when they are a tenth more. */
    boolean more(long now, long was) {
        return this == BYTES ? now > was * MORE_BYTES : now > was;
    }

    /** For example {@code 12 round trips}. */
    String words(long number) {
        return number + " " + word + (number == 1 ? "" : "s");
    }
}
