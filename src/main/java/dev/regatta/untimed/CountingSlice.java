package dev.regatta.untimed;

import dev.regatta.database.ServerCounters;
import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.Unanswered;
import dev.regatta.host.SystemWrites;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.relay.Relay;
import dev.regatta.relay.Traffic;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The untimed slice in which operations are counted, one after another: on the wire by a relay, by the system calls of
 * the client, and by the server itself. There is one connection, but where the workload has a number of its own. The
 * server's count is the difference of two sessions that differ only in the number of operations, so that logging in,
 * warming up and preparing cancel, and the same client gives the same numbers every time.
 *
 * @param workload     the workload
 * @param endpoint     where the database is
 * @param serverMemory tells the bytes of memory of the server
 */
record CountingSlice(Workload workload, Endpoint endpoint, Supplier<OptionalLong> serverMemory) {

    /** Those of it that a relay can count only where it can read what clients send. */
    private static final List<Counter> OF_REQUESTS = List.of(Counter.STATEMENTS, Counter.PREPARATIONS);
    /** What servers count; not every one counts all. */
    static final List<Counter> ON_THE_SERVER = List.of(Counter.TRANSACTIONS, Counter.SERVER_STATEMENTS,
            Counter.ROWS_READ, Counter.ROWS_WRITTEN, Counter.BUFFER_HITS, Counter.BUFFER_READS, Counter.SERVER_MEMORY);

    /** All that is counted; the system counts the writes of the client's process. */
    static final Set<Counter> READ = Stream.of(CountingRelay.COUNTERS.keySet(), Set.of(Counter.WRITES), ON_THE_SERVER)
            .flatMap(Collection::stream).collect(Collectors.toUnmodifiableSet());

    /**
     * Drivers change their ways after some executions of a statement: pgjdbc after 5, its default of prepareThreshold.
     */
    private static final int WARM_UP = 8;
    /** An operation with this many round trips executes its statements often enough in one go. */
    private static final int WARM_UP_ROUND_TRIPS = 160;
    /**
     * Where so many operations in a row each opened connections, the next one does so as well, and begins as they did:
     * what a driver knows of a statement it knows for one connection.
     */
    private static final int WARM_UP_ANEW = 2;
    private static final int ROUND_TRIPS = 120;
    private static final int FEWEST = 5;
    private static final int MOST = 60;
    /** Times 5 ms without traffic; HikariCP opens further connections after 100 ms. */
    private static final int QUIET_AFTER_OPENING = 60;
    /** Times 5 ms that this may take: six seconds. */
    private static final int MOST_AFTER_OPENING = 20 * QUIET_AFTER_OPENING;
    private static final String ANEW = "each session has a new database, whose counters begin at 0";
    private static final String NOT_COUNTED = "the server does not count them";
    private static final String NO_SYSTEM_CALLS = "the system does not tell the system calls of a process in /proc/<pid>/io";
    /** Why a count of writes is absent, if another attempt may succeed. */
    static final String ELSEWHERE = "its process wrote more or less than the relay saw: "
            + "to a log, or in another way than by write and writev";
    private static final Duration ASKING = Duration.ofSeconds(20);
    private static final long POLL_NANOS = 2_000_000;
    private static final int POLLS = 100;

    /**
     * Counts what runs in {@code fork}.
     *
     * @param hold how long answers are held; a client that is interrupted for longer looks as if it waited for them
     * @param time how long it may take; where operations are slow, fewer are counted
     * @param baseline what was counted of the baseline, for a candidate that runs beside one
     * @throws MeasurementFailure if an operation fails, or too few fit into the time; the fork is of no use any more
     */
    Counts of(Arm arm, Fork fork, Duration hold, Allowance time, Optional<Counts> baseline)
            throws MeasurementFailure {
        var server = new Asked(fork);
        Session counted;
        Optional<String> unreadable;
        try (Relay relay = CountingRelay.to(endpoint, hold)) {
            server.ask();
            Session warm = session(fork, relay, hold, Optional.empty(), time);
            server.ask();
            counted = session(fork, relay, hold, Optional.of(warm), time);
            server.ask();
            unreadable = relay.unreadable();
        } catch (IOException e) {
            throw new MeasurementFailure("the relay that counts does not work: " + e.getMessage(), e);
        }
        List<Block> blocks = counted.blocks();
        var each = new TreeMap<Counter, List<Long>>();
        CountingRelay.COUNTERS.forEach((counter, of) -> each.put(counter,
                blocks.stream().map(block -> of.applyAsLong(block.traffic())).toList()));
        if (workload.failing()) {
            each.put(Counter.FAILURES, blocks.stream().map(Block::failures).toList());
        }
        List<Long> writes = blocks.stream().map(Block::writes).flatMap(Optional::stream).toList();
        var absences = new TreeMap<Counter, String>();
        if (!writes.isEmpty()) {
            each.put(Counter.WRITES, writes);
        } else {
            absences.put(Counter.WRITES,
                    blocks.stream().anyMatch(block -> block.written().isPresent()) ? ELSEWHERE : NO_SYSTEM_CALLS);
        }
        int operations = counted.operations();
        var values = server.counts(operations);
        each.forEach((counter, counts) -> values.put(counter,
                new Count(operations / blocks.getFirst().operations() * Block.standing(counts, arm,
                        baseline.flatMap(before -> before.of(counter)).map(Count::perOperation)), operations)));
        counted.memory().ifPresent(bytes -> values.put(Counter.SERVER_MEMORY, Count.level(bytes)));
        unreadable.ifPresent(
                why -> absences.putAll(hidden(why, values.get(Counter.CONNECTIONS).total() > 0)));
        values.keySet().removeAll(absences.keySet());
        ON_THE_SERVER.stream().filter(counter -> !values.containsKey(counter))
                .forEach(counter -> absences.put(counter, server.why()));
        return new Counts(arm, values, absences);
    }

    /** What cannot be counted of connections that the relay cannot read, with the reason. */
    private static Map<Counter, String> hidden(String unreadable, boolean connecting) {
        var hidden = new TreeMap<Counter, String>();
        OF_REQUESTS.forEach(counter -> hidden.put(counter,
                "the relay cannot read " + unreadable + ", only how much goes through and how often"));
        if (connecting) {
            hidden.put(Counter.WRITES,
                    "how the beginning of " + unreadable + " is cut into writes differs from connection to connection");
            hidden.put(Counter.ROUND_TRIPS, "what a server sends by itself while a connection begins, such as the"
                    + " session tickets of " + unreadable + ", cannot be told from its answers");
        }
        return hidden;
    }

    /**
     * A session with the server.
     *
     * @param warmUps    operations before those that count
     * @param eachNanos  how long the fastest of these and the first took
     * @param warmUp     what they sent
     * @param operations those that count
     * @param blocks     what was counted of them, all together or one by one; none in the first session
     * @param memory     bytes of memory of the server at its end
     */
    private record Session(int warmUps, long eachNanos, Traffic warmUp, int operations, List<Block> blocks,
            OptionalLong memory) {

        /** How many operations are counted in a session that repeats this one: as many as take a reasonable time. */
        int countable(Allowance time) throws Allowance.Spent {
            long each = Math.max(1, warmUp.roundTrips() / warmUps);
            int affordable = Math.clamp(ROUND_TRIPS / each, FEWEST, MOST);
            int repeated = 1 + warmUps;
            return time.fitting(repeated + FEWEST, repeated + affordable, eachNanos) - repeated;
        }
    }

    /** @param like the session before, which this one repeats, with operations that count; empty for the first one */
    private Session session(Fork fork, Relay relay, Duration hold, Optional<Session> like, Allowance time)
            throws MeasurementFailure, IOException {
        int operations = like.isPresent() ? like.get().countable(time) : 0;
        if (!workload.foretold()) {
            // It fills its tables now, which would take long.
            relay.hold(Duration.ZERO);
        }
        fork.open(workload.id(), CountingRelay.through(relay, endpoint), 1);
        fork.reset(workload, CountingRelay.through(relay, endpoint));
        long each = time.took(() -> fork.check(workload.id(), 1, UntimedSlices.SAME_VALUES));
        if (!workload.foretold()) {
            settle(relay::quietTraffic, MOST_AFTER_OPENING);
            relay.hold(hold);
        }
        Traffic start = relay.quietTraffic();
        int warmUps = 0;
        int anew = 0;
        Traffic earlier = Traffic.NONE;
        boolean more;
        do {
            long seed = UntimedSlices.SAME_VALUES + ++warmUps;
            each = Math.min(each, time.took(() -> fork.check(workload.id(), 1, seed)));
            Traffic sent = relay.traffic().since(start);
            anew = sent.connections() > earlier.connections() ? anew + 1 : 0;
            earlier = sent;
            more = like.isPresent()
                    ? warmUps < like.get().warmUps()
                    : warmUps < WARM_UP && sent.roundTrips() < WARM_UP_ROUND_TRIPS && anew < WARM_UP_ANEW;
            if (like.isEmpty()) {
                // What is the least to come: this session's end, and another one in which a few operations count.
                time.need((more ? WARM_UP - warmUps : 0) + 1 + warmUps + FEWEST, each, 1 + warmUps);
            }
        } while (more);
        Traffic before = relay.quietTraffic();
        List<Block> blocks = like.isEmpty() ? List.of() : blocks(fork, relay, operations);
        OptionalLong memory = serverMemory.get();
        fork.shut();
        return new Session(warmUps, each, before.since(start), operations, blocks, memory);
    }

    private List<Block> blocks(Fork fork, Relay relay, int operations) throws MeasurementFailure, IOException {
        if (!workload.oneAtATime()) {
            return List.of(block(fork, relay, operations));
        }
        List<Block> each = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            each.add(block(fork, relay, 1));
        }
        return each;
    }

    private Block block(Fork fork, Relay relay, int operations) throws MeasurementFailure, IOException {
        Traffic before = relay.quietTraffic();
        SystemWrites answersBefore = fork.answers();
        Optional<SystemWrites> writtenBefore = fork.written();
        long failures = 0;
        if (workload.failing()) {
            failures = fork.failures(workload.id(), operations, UntimedSlices.SAME_VALUES);
        } else {
            fork.check(workload.id(), operations, UntimedSlices.SAME_VALUES);
        }
        Traffic after = relay.quietTraffic();
        Optional<SystemWrites> written = writtenBefore
                .flatMap(earlier -> fork.written().map(later -> later.since(earlier)));
        return new Block(operations, after.since(before), written, fork.answers().since(answersBefore), failures);
    }

    /** What went through a relay, once nothing does for a moment. */
    interface Seen {
        /** Looks. */
        Traffic traffic() throws IOException;
    }

    /**
     * Waits until no pool fills itself any more: those that nobody told to be full at once do so in the background.
     *
     * @param most how often it looks at most: code that polls a table in the background never comes to rest
     * @throws IOException if it has not until then
     */
    static void settle(Seen relay, int most) throws IOException {
        Traffic seen = relay.traffic();
        int looks = 0;
        for (int same = 0; same < QUIET_AFTER_OPENING; same++) {
            if (++looks > most) {
                throw new IOException("the client goes on sending although nothing was asked of it");
            }
            Traffic now = relay.traffic();
            same = now.equals(seen) ? same : 0;
            seen = now;
        }
    }

    /** The server's readings before, between and after the sessions. */
    private final class Asked {
        private final Fork fork;
        private final ServerCounters counters = ServerCounters.of(endpoint);
        private final List<SortedMap<Counter, Long>> readings = new ArrayList<>();
        private String why = workload.foretold() ? NOT_COUNTED : ANEW;

        Asked(Fork fork) {
            this.fork = fork;
        }

        void ask() throws Unanswered {
            if (!why.equals(NOT_COUNTED)) {
                return;
            }
            try {
                for (int poll = 0; poll < POLLS; poll++) {
                    Optional<SortedMap<Counter, Long>> reading = counters
                            .read(fork.sql(counters.endpoint(), List.of(counters.sql()), ASKING));
                    if (reading.isPresent()) {
                        readings.add(reading.get());
                        return;
                    }
                    LockSupport.parkNanos(POLL_NANOS);
                }
                why = "others are connected to the database, and what they do cannot be told apart";
            } catch (Unanswered e) {
                throw e;
            } catch (MeasurementFailure | IllegalArgumentException e) {
                why = e.getMessage();
            }
        }

        String why() {
            return why;
        }

        SortedMap<Counter, Count> counts(int operations) {
            var counts = new TreeMap<Counter, Count>();
            if (readings.size() == 3) {
                readings.getFirst().keySet().forEach(counter -> {
                    long without = readings.get(1).get(counter) - readings.get(0).get(counter);
                    long with = readings.get(2).get(counter) - readings.get(1).get(counter);
                    counts.put(counter, new Count(Math.max(0, with - without), operations));
                });
            }
            return counts;
        }
    }
}
