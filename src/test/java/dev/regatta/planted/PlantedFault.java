package dev.regatta.planted;

import dev.regatta.client.BlockingClient;
import dev.regatta.client.BlockingOperation;
import dev.regatta.client.Client;
import dev.regatta.client.ClientWrapper;
import dev.regatta.client.FreshPool;
import dev.regatta.client.Gathering;
import dev.regatta.load.Clock;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Workload;
import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import javax.sql.DataSource;

/** A client that does what it should, and something it should not: the fault that {@code planted.properties} names. */
public final class PlantedFault implements ClientWrapper {

    /** The file on the class path that names the fault and its size. */
    static final String FILE = "planted.properties";

    /** What can be planted. */
    enum Kind {
        /** Every operation computes {@code nanos} longer. */
        BUSY,
        /** Every operation computes longer, so that its process takes {@code share} more CPU time. */
        BUSY_SHARE,
        /** The same in one of ten windows of 10 ms, drawn by a hash of the window's number, and only there. */
        BUSY_AT_TIMES,
        /** Every operation waits {@code nanos} longer. */
        SLOW,
        /** Every operation allocates an array of {@code bytes} more. */
        ALLOCATE,
        /** The slowest 2 % of a worker's operations wait at least a fifth of their time more. */
        SLOW_TAIL,
        /** Every {@code every}th operation returns another result than was read. */
        WRONG,
        /** Every {@code every}th operation is followed by a test of its connection. */
        ROUND_TRIP,
        /** Every {@code every}th operation borrows a connection and never returns it. */
        LEAK,
        /** The {@code every}th operation never ends. */
        HANG,
        /** The server makes {@code rows} more rows of a series in every operation, and answers as before. */
        SERVER_WORK,
        /** The server sleeps {@code nanos} longer in every operation. */
        SERVER_WAIT,
        /** A pool that is opened for an operation opens, while it grows, one connection that no caller gets. */
        ONE_TOO_MANY,
        /** A pool that is opened for an operation spins while its callers wait. */
        SPIN,
        /** Callers who are served after one of them has failed get their answer {@code nanos} later. */
        SLOW_RECOVERY,
        /** At most {@code callers} operations are under way, and those that wait go on in the order in which they came. */
        IN_TURN,
        /** The same, but of those that wait the newest goes on first. */
        NEWEST_FIRST
    }

    /** About as long as a slice. */
    private static final long WINDOW_NANOS = 10_000_000;

    /** One of so many windows is struck. */
    private static final int WINDOWS = 10;

    private static volatile byte[] allocated;

    private final Kind kind;
    private final long nanos;
    private final long every;
    private final int bytes;
    private final int rows;
    private final double share;
    private final int callers;

    /** For the service loader. */
    public PlantedFault() throws IOException {
        var fault = new Properties();
        try (InputStream in = PlantedFault.class.getResourceAsStream("/" + FILE)) {
            fault.load(in);
        }
        kind = Kind.valueOf(fault.getProperty("kind"));
        nanos = Long.parseLong(fault.getProperty("nanos", "0"));
        bytes = Integer.parseInt(fault.getProperty("bytes", "0"));
        rows = Integer.parseInt(fault.getProperty("rows", "0"));
        share = Double.parseDouble(fault.getProperty("share", "0"));
        every = Long.parseLong(fault.getProperty("every", "1"));
        callers = Integer.parseInt(fault.getProperty("callers", "0"));
    }

    @Override
    public Client wrap(Client client) {
        var blocking = (BlockingClient) client;
        var busy = new BusyShare(share);
        var gate = new Gate(callers, kind == Kind.NEWEST_FIRST);
        return new BlockingClient() {
            @Override
            public BlockingOperation operation(Workload workload, int worker) throws Exception {
                return planted(blocking.operation(asked(workload), worker), blocking, busy, gate);
            }

            @Override
            public FreshPool<BlockingOperation> fresh(PoolCycle cycle) throws Exception {
                FreshPool<BlockingOperation> fresh = blocking.fresh(cycle);
                return switch (kind) {
                    case ONE_TOO_MANY -> new OneTooMany(fresh);
                    case SPIN -> new Spinning(fresh);
                    case SLOW_RECOVERY -> new SlowRecovery(fresh, nanos);
                    default -> fresh;
                };
            }

            @Override
            public Class<?> driver() {
                return blocking.driver();
            }

            @Override
            public void close() {
                blocking.close();
            }
        };
    }

    private Workload asked(Workload workload) {
        return switch (kind) {
            case SERVER_WORK -> harder((Reading) workload);
            case SERVER_WAIT -> longer((Reading) workload);
            default -> workload;
        };
    }

    private BlockingOperation planted(BlockingOperation sound, BlockingClient client, BusyShare busy,
            Gate gate) {
        return switch (kind) {
            case SERVER_WORK, SERVER_WAIT, ONE_TOO_MANY, SPIN, SLOW_RECOVERY -> sound;
            case IN_TURN, NEWEST_FIRST -> keys -> {
                gate.enter();
                try {
                    return sound.execute(keys);
                } finally {
                    gate.leave();
                }
            };
            case BUSY -> keys -> {
                long digest = sound.execute(keys);
                compute(nanos);
                return digest;
            };
            case BUSY_SHARE -> keys -> {
                long digest = sound.execute(keys);
                busy.compute();
                return digest;
            };
            case SLOW -> keys -> {
                long digest = sound.execute(keys);
                Thread.sleep(Duration.ofNanos(nanos));
                return digest;
            };
            case BUSY_AT_TIMES -> keys -> {
                long digest = sound.execute(keys);
                if (struck(Clock.nanos() / WINDOW_NANOS)) {
                    compute(nanos);
                }
                return digest;
            };
            case ALLOCATE -> keys -> {
                // Kept, or a compiler would leave the allocation out.
                allocated = new byte[bytes];
                return sound.execute(keys);
            };
            case SLOW_TAIL -> new SlowTail(sound);
            case WRONG -> new Counting(sound) {
                @Override
                long after(long digest) {
                    return digest + 1;
                }
            };
            case ROUND_TRIP -> new Counting(sound) {
                @Override
                long after(long digest) throws Exception {
                    try (Connection connection = pool(client).getConnection()) {
                        connection.isValid(1);
                    }
                    return digest;
                }
            };
            case LEAK -> new Counting(sound) {
                @Override
                @SuppressWarnings("resource")
                long after(long digest) throws Exception {
                    pool(client).getConnection();
                    return digest;
                }
            };
            case HANG -> new Counting(sound) {
                @Override
                long after(long digest) throws Exception {
                    Thread.sleep(Long.MAX_VALUE);
                    return digest;
                }
            };
        };
    }

    /** The same rows of a longer series: one statement as before, in a few bytes more. */
    private Workload harder(Reading workload) {
        String series = "generate_series(1, " + workload.rows() + ") AS s(seq)";
        return rewritten(workload, series,
                "generate_series(1, " + (workload.rows() + rows) + ") AS s(seq) LIMIT " + workload.rows());
    }

    /** The same row, later. */
    private Workload longer(Reading workload) {
        return rewritten(workload, "pg_sleep(0.01)", String.format(Locale.ROOT, "pg_sleep(%.6f)", 0.01 + nanos / 1e9));
    }

    private static Workload rewritten(Reading workload, String part, String other) {
        String sql = workload.sql(Dialect.POSTGRESQL);
        if (!sql.contains(part)) {
            throw new IllegalArgumentException("only a statement with " + part + " can be changed, not " + sql);
        }
        return new Reading(workload.id(), workload.summary(), Map.of(Dialect.POSTGRESQL, sql.replace(part, other)),
                workload.keyed(), workload.statements(), workload.rows(), workload.columns(), workload.cells(),
                workload.waits());
    }

    /**
     * Whether a window is one of those drawn. The hash is the finalizer of MurmurHash3: neighbours have nothing in
     * common.
     */
    private static boolean struck(long window) {
        long hash = (window ^ window >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return Long.remainderUnsigned(hash ^ hash >>> 33, WINDOWS) == 0;
    }

    /** Sleeping instead would take tens of microseconds more than it is asked to. */
    private static void compute(long nanos) {
        long end = Clock.nanos() + nanos;
        while (Clock.nanos() < end) {
            Thread.onSpinWait();
        }
    }

    private static DataSource pool(Object client) throws ReflectiveOperationException {
        Field field = client.getClass().getDeclaredField("pool");
        field.setAccessible(true);
        Object pool = field.get(client);
        Method source = pool.getClass().getMethod("source");
        source.setAccessible(true);
        return (DataSource) source.invoke(pool);
    }

    /**
     * Takes a share more CPU time whatever an operation needs at the time: twice as much in one minute as in another on
     * a shared machine.
     */
    private static final class BusyShare {

        /** The CPU time of a process is read in ticks of 10 ms: so many operations take half a second of it. */
        private static final int OPERATIONS = 16_384;

        private final double share;
        private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory
                .getOperatingSystemMXBean();
        private final AtomicLong operations = new AtomicLong();
        private volatile long cpuNanos = system.getProcessCpuTime();
        private volatile long nanos;

        BusyShare(double share) {
            this.share = share;
        }

        void compute() {
            PlantedFault.compute(nanos);
            if (operations.incrementAndGet() % OPERATIONS == 0) {
                long now = system.getProcessCpuTime();
                nanos = Math.round(share * Math.max(0, (double) (now - cpuNanos) / OPERATIONS - nanos));
                cpuNanos = now;
            }
        }
    }

    /**
     * Slows the tail down by a fifth or more whatever the machine does at the time. The 98th percentile of the
     * latencies is estimated by stochastic approximation (Robbins and Monro 1951): a step up at a slower operation, a
     * 49th of it down at others.
     */
    private static final class SlowTail implements BlockingOperation {

        private static final double SLOWEST = 0.02;
        private static final double STEP = 0.05;

        private final BlockingOperation sound;
        private double borderNanos = 100_000;

        SlowTail(BlockingOperation sound) {
            this.sound = sound;
        }

        @Override
        public long execute(int[] keys) throws Exception {
            long start = Clock.nanos();
            long digest = sound.execute(keys);
            long took = Clock.nanos() - start;
            if (took > borderNanos) {
                borderNanos *= 1 + STEP * (1 - SLOWEST);
                // A wait, some tens of microseconds longer than asked for: computing would cost CPU time and throughput
                // as well.
                LockSupport.parkNanos(took / 5);
            } else {
                borderNanos *= 1 - STEP * SLOWEST;
            }
            return digest;
        }
    }

    /** A pool whose first connection is for nobody: before any caller comes, somebody waits for it who keeps it. */
    private static final class OneTooMany implements FreshPool<BlockingOperation> {

        private final FreshPool<BlockingOperation> sound;
        private final CompletableFuture<Connection> more = new CompletableFuture<>();

        OneTooMany(FreshPool<BlockingOperation> sound) throws ReflectiveOperationException {
            this.sound = sound;
            DataSource source = pool(sound);
            Thread waiting = Thread.ofPlatform().daemon().start(() -> {
                try {
                    more.complete(source.getConnection());
                } catch (SQLException e) {
                    more.completeExceptionally(e);
                }
            });
            while (waiting.getState() != Thread.State.TIMED_WAITING && !more.isDone()) {
                Thread.onSpinWait();
            }
        }

        @Override
        public BlockingOperation caller(Gathering callers) {
            return sound.caller(callers);
        }

        @Override
        public void close() {
            try {
                more.join().close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            sound.close();
        }
    }

    /** A pool one of whose threads spins until it is closed. */
    private static final class Spinning implements FreshPool<BlockingOperation> {

        private final FreshPool<BlockingOperation> sound;
        private volatile boolean closed;

        Spinning(FreshPool<BlockingOperation> sound) {
            this.sound = sound;
            Thread.ofPlatform().daemon().start(() -> {
                while (!closed) {
                    Thread.onSpinWait();
                }
            });
        }

        @Override
        public BlockingOperation caller(Gathering callers) {
            return sound.caller(callers);
        }

        @Override
        public void close() {
            closed = true;
            sound.close();
        }
    }

    /** A pool that serves each caller later once one of them has failed: side by side, so that recovering takes so much longer. */
    private static final class SlowRecovery implements FreshPool<BlockingOperation> {

        private final FreshPool<BlockingOperation> sound;
        private final long nanos;
        private final AtomicBoolean failed = new AtomicBoolean();

        SlowRecovery(FreshPool<BlockingOperation> sound, long nanos) {
            this.sound = sound;
            this.nanos = nanos;
        }

        @Override
        public BlockingOperation caller(Gathering callers) {
            BlockingOperation caller = sound.caller(callers);
            return keys -> {
                try {
                    long digest = caller.execute(keys);
                    if (failed.get()) {
                        Thread.sleep(Duration.ofNanos(nanos));
                    }
                    return digest;
                } catch (SQLException e) {
                    failed.set(true);
                    throw e;
                }
            };
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    /** A gate before a pool: lets in as many callers as it has connections, in turn or the newest first. */
    private static final class Gate {

        private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();
        private final boolean newestFirst;
        private int free;

        Gate(int callers, boolean newestFirst) {
            this.free = callers;
            this.newestFirst = newestFirst;
        }

        void enter() {
            var turn = new CompletableFuture<Void>();
            synchronized (waiting) {
                if (free > 0) {
                    free--;
                    return;
                }
                waiting.addLast(turn);
            }
            turn.join();
        }

        void leave() {
            CompletableFuture<Void> next;
            synchronized (waiting) {
                next = newestFirst ? waiting.pollLast() : waiting.pollFirst();
                if (next == null) {
                    free++;
                    return;
                }
            }
            next.complete(null);
        }
    }

    /** Does something at every {@code every}th operation of one worker. */
    private abstract class Counting implements BlockingOperation {

        private final BlockingOperation sound;
        private long count;

        Counting(BlockingOperation sound) {
            this.sound = sound;
        }

        abstract long after(long digest) throws Exception;

        @Override
        public long execute(int[] keys) throws Exception {
            long digest = sound.execute(keys);
            return ++count % every == 0 ? after(digest) : digest;
        }
    }
}
