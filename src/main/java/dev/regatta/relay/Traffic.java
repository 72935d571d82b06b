package dev.regatta.relay;

/**
 * What went through a relay.
 *
 * <p>
 * A <em>round trip</em> is something delivered to the client after it has sent something. All that the client sent
 * before belongs to it, and so does all that is delivered until the client sends again. A client that sends much
 * without waiting for an answer makes one round trip of it all, whatever the number of writes and segments. A message
 * that is never answered, like a goodbye, is no round trip, and neither is the greeting of a server that speaks first.
 *
 * @param connections     connections the client opened
 * @param roundTrips      round trips
 * @param statements      executions asked for, see {@link Language}
 * @param preparations    statements to be parsed ahead of their execution
 * @param transactions    those that the client committed or rolled back, and each statement outside of one
 * @param pings           requests that only ask whether the server is there, and are no statements
 * @param bytesSent       bytes from the client
 * @param packetsSent     reads in which they arrived here: depends on timing
 * @param bytesReceived   bytes to the client
 * @param packetsReceived reads in which they arrived here: depends on timing
 */
public record Traffic(long connections, long roundTrips, long statements, long preparations,
        long transactions, long pings, long bytesSent, long packetsSent, long bytesReceived, long packetsReceived) {

    /** No traffic. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** This and {@code other}. */
    public Traffic plus(Traffic other) {
        return new Traffic(connections + other.connections, roundTrips + other.roundTrips,
                statements + other.statements, preparations + other.preparations,
                transactions + other.transactions, pings + other.pings, bytesSent + other.bytesSent,
                packetsSent + other.packetsSent, bytesReceived + other.bytesReceived,
                packetsReceived + other.packetsReceived);
    }

    /** What came after {@code earlier}. */
    public Traffic since(Traffic earlier) {
        return plus(new Traffic(-earlier.connections, -earlier.roundTrips, -earlier.statements, -earlier.preparations,
                -earlier.transactions, -earlier.pings,
                -earlier.bytesSent, -earlier.packetsSent, -earlier.bytesReceived, -earlier.packetsReceived));
    }
}
