package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What can be counted of an operation. Where a count decides, more of it than before is a regression on any machine,
 * however noisy: a driver that sends one more round trip does so in every operation.
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
    /** Errors that callers see of connections that the server has ended, where a workload has it end them. */
    @JsonProperty("failures")
    FAILURES("failures of callers", Unit.COUNT, Weight.EXACT),
    /** How often the client hands bytes to a socket, by the system calls it makes. */
    @JsonProperty("writes")
    WRITES("writes", Unit.COUNT, Weight.EXACT),
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
    /** Bytes of heap the client's code asks for, where no compiler leaves an object out. */
    @JsonProperty("allocatedBytes")
    ALLOCATED_BYTES("bytes allocated", Unit.BYTES, Weight.NEAR_EXACT),
    /**
     * Bytes the client allocates on its heap when the compilers have done what they can: what they leave out differs
     * from fork to fork.
     */
    @JsonProperty("allocatedWarm")
    ALLOCATED_WARM("bytes allocated when warm", Unit.BYTES, Weight.SHOWN),
    /** How often a thread of the client was put on a CPU. */
    @JsonProperty("contextSwitches")
    CONTEXT_SWITCHES("context switches", Unit.COUNT, Weight.SHOWN),
    /** Time the client's garbage collections took. */
    @JsonProperty("collectionNanos")
    COLLECTION_TIME("of garbage collection", Unit.NANOS, Weight.SHOWN),
    /** CPU time of the client's JIT compilers. */
    @JsonProperty("compileNanos")
    COMPILE_TIME("of JIT compilation", Unit.NANOS, Weight.SHOWN),
    /** CPU time of the server's processes. */
    @JsonProperty("serverCpuNanos")
    SERVER_CPU("of server CPU", Unit.NANOS, Weight.SHOWN),
    /** Transactions by the server's own count, those of single statements included. */
    @JsonProperty("transactions")
    TRANSACTIONS("transactions", Unit.COUNT, Weight.SHOWN),
    /** Statements by the server's own count. */
    @JsonProperty("serverStatements")
    SERVER_STATEMENTS("statements by the server's count", Unit.COUNT, Weight.SHOWN),
    /** Time the server spent on executing statements, by its own count. */
    @JsonProperty("executionNanos")
    EXECUTION_TIME("of execution by the server's count", Unit.NANOS, Weight.SHOWN),
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
    SERVER_MEMORY("bytes of server memory", Unit.LEVEL_BYTES, Weight.SHOWN),
    /** Memory that only the client's JVM uses. */
    @JsonProperty("privateMemory")
    PRIVATE_MEMORY("bytes of private client memory", Unit.LEVEL_BYTES, Weight.SHOWN),
    /** Memory of the client's JVM, what it shares with others divided by their number. */
    @JsonProperty("proportionalMemory")
    PROPORTIONAL_MEMORY("bytes of proportional client memory", Unit.LEVEL_BYTES, Weight.SHOWN),
    /** Platform threads of driver and pool, event loops among them. */
    @JsonProperty("threads")
    THREADS("threads of driver and pool", Unit.LEVEL, Weight.SHOWN),
    /** Connections of the pool that are lent at one time. */
    @JsonProperty("connectionsInUse")
    CONNECTIONS_IN_USE("connections in use", Unit.LEVEL, Weight.SHOWN),
    /** Operations that wait for a connection of the pool at one time. */
    @JsonProperty("connectionsAwaited")
    CONNECTIONS_AWAITED("operations waiting for a connection", Unit.LEVEL, Weight.SHOWN),
    /** Connections of the pool that are open and not lent at one time. */
    @JsonProperty("connectionsIdle")
    CONNECTIONS_IDLE("idle connections", Unit.LEVEL, Weight.SHOWN),
    /**
     * How many times as long as the median a slice's longest operation took: of callers that wait for a connection, how
     * unfairly they are served.
     */
    @JsonProperty("longestOverMedian")
    LONGEST_OVER_MEDIAN("times the median in the longest operation", Unit.LEVEL, Weight.SHOWN),
    /** Time that callers waited for a connection of the pool. */
    @JsonProperty("acquireNanos")
    ACQUIRE_TIME("of waiting for a connection", Unit.NANOS, Weight.SHOWN),
    /** Time that callers held a connection of the pool. */
    @JsonProperty("usageNanos")
    USAGE_TIME("of holding a connection", Unit.NANOS, Weight.SHOWN),
    /** Time it took to open a connection of the pool. */
    @JsonProperty("creationNanos")
    CREATION_TIME("to open a connection", Unit.LEVEL_NANOS, Weight.SHOWN);

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

    /** How a number of it is written, and how small a change explains nothing where it is only shown. */
    private enum Unit {
        COUNT(0.1), BYTES(1), NANOS(1000), LEVEL(0.5), LEVEL_BYTES(1 << 22), LEVEL_NANOS(1e6);

        private final double least;

        Unit(double least) {
            this.least = least;
        }
    }

    private static final double EXACT_BELOW = 1e4;
    /** What is only shown may move by a quarter from one run to the next. */
    private static final double NOISE = 0.25;

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

    /**
     * Whether two values differ by more than a quarter of the first, and by enough to explain anything: where it
     * decides nothing.
     */
    public boolean differs(double before, double now) {
        double change = Math.abs(now - before);
        return change > NOISE * before && change >= unit.least;
    }

    /** Whether it is a state, like memory, and not something that happens in every operation. */
    public boolean level() {
        return unit == Unit.LEVEL || unit == Unit.LEVEL_BYTES || unit == Unit.LEVEL_NANOS;
    }

    /** The number for people: {@code 2.0}, {@code 1234} for bytes, {@code 12.3 us} for times. */
    public String number(double value) {
        return switch (unit) {
            case COUNT, LEVEL -> value < EXACT_BELOW ? decimals(value) : String.format(Locale.ROOT, "%.0f", value);
            case BYTES, LEVEL_BYTES -> String.format(Locale.ROOT, "%.0f", value);
            case NANOS, LEVEL_NANOS -> String.format(Locale.ROOT, "%.1f us", value / 1e3);
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
