package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What can be counted of an operation. Where a count decides, more of it than before is a regression on any machine, however
 * noisy: a driver that sends one more round trip does so in every operation.
 */
public enum Counter {
    /** How often the client sends after it was sent everything it had asked for before. */
    @JsonProperty("roundTrips")
    ROUND_TRIPS("round trips", Unit.COUNT, Weight.EXACT),
    /** Executions the client asks for, seen on the wire. */
    @JsonProperty("statements")
    STATEMENTS("statements", Unit.COUNT, Weight.EXACT),
    /** Statements the client has the server parse ahead of their execution, seen on the wire. */
    @JsonProperty("preparations")
    PREPARATIONS("statements prepared", Unit.COUNT, Weight.EXACT),
    /** Connections the client opens. */
    @JsonProperty("connections")
    CONNECTIONS("connections opened", Unit.COUNT, Weight.EXACT),
    /**
     * Bytes from the client to the server. Drivers number their statements and portals over the whole life of a process
     * (r2dbc-postgresql sends 5 % more from the thousandth on).
     */
    @JsonProperty("bytesSent")
    BYTES_SENT("bytes sent", Unit.BYTES, Weight.ROUGH),
    /** Bytes from the server to the client. */
    @JsonProperty("bytesReceived")
    BYTES_RECEIVED("bytes received", Unit.BYTES, Weight.NEAR_EXACT),
    /** Pieces in which what the client sends arrives: depends on how fast it is read. */
    @JsonProperty("packetsSent")
    PACKETS_SENT("packets sent", Unit.COUNT, Weight.SHOWN),
    /** Pieces in which what the server sends arrives: depends on how fast it is read. */
    @JsonProperty("packetsReceived")
    PACKETS_RECEIVED("packets received", Unit.COUNT, Weight.SHOWN),
    /** Bytes the client allocates on its heap. */
    @JsonProperty("allocatedBytes")
    ALLOCATED_BYTES("bytes allocated", Unit.BYTES, Weight.NEAR_EXACT),
    /** Transactions by the server's own count, those of single statements included. */
    @JsonProperty("transactions")
    TRANSACTIONS("transactions", Unit.COUNT, Weight.SHOWN),
    /** Statements by the server's own count. */
    @JsonProperty("serverStatements")
    SERVER_STATEMENTS("statements by the server's count", Unit.COUNT, Weight.SHOWN),
    /** Rows the server read. */
    @JsonProperty("rowsRead")
    ROWS_READ("rows read", Unit.COUNT, Weight.SHOWN),
    /** Rows the server inserted, updated or deleted. */
    @JsonProperty("rowsWritten")
    ROWS_WRITTEN("rows written", Unit.COUNT, Weight.SHOWN),
    /** Pages the server found in its cache. */
    @JsonProperty("bufferHits")
    BUFFER_HITS("buffer hits", Unit.COUNT, Weight.SHOWN),
    /** Pages the server had to fetch. */
    @JsonProperty("bufferReads")
    BUFFER_READS("buffer reads", Unit.COUNT, Weight.SHOWN),
    /** Memory of the server's processes while the client is connected. */
    @JsonProperty("serverMemory")
    SERVER_MEMORY("bytes of server memory", Unit.LEVEL_BYTES, Weight.SHOWN);

    /** What a count says about a change. */
    public enum Weight {
        /** Any increase decides. */
        EXACT(OptionalDouble.of(0)),
        /** An increase by more than 3 % decides. */
        NEAR_EXACT(OptionalDouble.of(0.03)),
        /** An increase by more than 20 % decides. */
        ROUGH(OptionalDouble.of(0.2)),
        /** Decides nothing. */
        SHOWN(OptionalDouble.empty());

        private final OptionalDouble slack;

        Weight(OptionalDouble slack) {
            this.slack = slack;
        }
    }

    /** How a number of it is written. */
    private enum Unit {
        COUNT, BYTES, LEVEL_BYTES
    }

    private static final double EXACT_BELOW = 1e4;

    private final String words;
    private final Unit unit;
    private final Weight weight;

    Counter(String words, Unit unit, Weight weight) {
        this.words = words;
        this.unit = unit;
        this.weight = weight;
    }

    /** What is counted, as in "2.0 round trips". */
    public String words() {
        return words;
    }

    /** Whether, and how tightly, it decides. */
    public Weight weight() {
        return weight;
    }

    /** The increase, relative to before, up to which nothing is concluded; empty where it decides nothing. */
    public OptionalDouble slack() {
        return weight.slack;
    }

    /** Whether it is a state, like memory, and not something that happens in every operation. */
    public boolean level() {
        return unit == Unit.LEVEL_BYTES;
    }

    /** The number for people: {@code 2.0}, or {@code 1234} for bytes. */
    public String number(double value) {
        return switch (unit) {
            case COUNT -> value < EXACT_BELOW ? decimals(value) : String.format(Locale.ROOT, "%.0f", value);
            case BYTES, LEVEL_BYTES -> String.format(Locale.ROOT, "%.0f", value);
        };
    }

    /** The number with what it counts: {@code 2.0 round trips per operation}. */
    public String phrase(double value) {
        return number(value) + " " + words + (level() ? "" : " per operation");
    }

    /** One to three decimals, as many as there are. */
    private static String decimals(double value) {
        BigDecimal shortest = BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
        return shortest.setScale(Math.max(1, shortest.scale()), RoundingMode.UNNECESSARY).toPlainString();
    }
}
