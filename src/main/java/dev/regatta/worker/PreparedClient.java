package dev.regatta.worker;

import dev.regatta.client.Client;
import dev.regatta.client.Clients;
import dev.regatta.client.PoolMeters;
import dev.regatta.load.ClosedLoop;
import dev.regatta.load.OpenLoop;
import dev.regatta.load.Step;
import dev.regatta.load.Tally;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** An open client with one workload prepared on it: what a fork times. */
final class PreparedClient implements AutoCloseable {

    /** An operation that asks a database takes longer, on any machine. */
    private static final long AT_ONCE_NANOS = 1_000;

    private final Stack stack;
    private final Workload workload;
    private final Client client;
    private final Threading threading;
    private final ClosedLoop loop;
    private final List<Steps.Lane> lanes;
    private final CpuTime cpu;
    /** CPU nanoseconds of threads that ended within operations, by their own account. */
    private final LongAdder ended;
    /** Failures of callers that are a part of the workload. */
    private final LongAdder failures;
    private final Optional<Outages> outages;
    private long endedAtLastEnd;
    private final Heap heap = new Heap();
    private Optional<OpenLoop> openLoop = Optional.empty();
    private Map<String, CpuTime.Turns> compiledBefore = Map.of();
    private Optional<CpuTime.Reading> cpuAtLastEnd = Optional.empty();

    private PreparedClient(Stack stack, Workload workload, Client client, Threading threading, List<Steps.Lane> lanes,
            LongAdder ended, LongAdder failures, Optional<Outages> outages)
            throws IOException {
        this.cpu = new CpuTime(Path.of("/proc/self/task"), CpuTime.ownId(Path.of("/proc")),
                ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())::getProcessCpuTime);
        this.stack = stack;
        this.workload = workload;
        this.client = client;
        this.threading = threading;
        this.loop = new ClosedLoop(threading, lanes.size());
        this.lanes = lanes;
        this.ended = ended;
        this.failures = failures;
        this.outages = outages;
    }

    /**
     * Opens the client with all its connections and prepares the workload.
     *
     * @param meters of the pool, if it is to tell what it does
     * @throws IllegalArgumentException if the client does not run the workload, with the reason
     */
    static PreparedClient open(Command.Open command, Optional<PoolMeters> meters) throws Exception {
        Workload workload = Workloads.of(command.workload());
        Stack stack = workload instanceof OwnCode
                ? Stacks.ownCode(command.client().stack(), command.client().threading())
                : Stacks.of(command.client().stack());
        Dialect dialect = command.endpoint().dialect();
        Optional<String> gap = stack.gap(workload, dialect);
        if (gap.isPresent()) {
            throw new IllegalArgumentException(
                    stack + " does not run " + workload.id() + " on " + dialect + ": " + gap.get());
        }
        int inFlight = workload.oneAtATime() ? 1 : command.connections();
        // Of a pool that is larger than what can be in flight, as in a slice that is counted, the rest would lie idle.
        int connections = Math.min(inFlight * workload.atOnce(),
                command.client().pool().or(workload::ownConnections).orElse(inFlight));
        Map<String, String> options = new TreeMap<>(workload.poolOptions());
        options.putAll(command.options());
        Client client = Clients.open(stack, command.endpoint(), connections, options, meters);
        Optional<Outages> outages = Optional.empty();
        try {
            var ended = new LongAdder();
            var failures = new LongAdder();
            if (workload instanceof PoolCycle cycle) {
                outages = switch (cycle.outage()) {
                    case NONE -> Optional.empty();
                    case ENDED -> Optional.of(Sessions.of(command.endpoint()));
                    case SILENT -> Optional.of(HalfOpen.of(command.endpoint()));
                };
            }
            Threading threading = command.client().threading();
            return new PreparedClient(stack, workload, client, threading,
                    Steps.of(client, workload, inFlight, threading, ended, outages, failures), ended, failures,
                    outages);
        } catch (Exception e) {
            outages.ifPresent(Outages::close);
            client.close();
            throw e;
        }
    }

    /** Where the classes of the client were really loaded from. */
    Answer.Opened proof(Proof proof) throws IOException {
        return proof.of(client.driver(), stack.roots());
    }

    /** Has a project's own code put its data back. */
    void reset() throws Exception {
        client.reset();
    }

    /** Runs operations one after another and compares each digest. */
    Answer.Checked check(Command.Check command) throws Exception {
        seed(command.seed());
        long digest = Digest.EMPTY;
        int wrong = 0;
        String problem = "";
        OptionalLong before = heap.allocatedBytes();
        long failedBefore = failures.sum();
        for (int i = 0; i < command.operations(); i++) {
            Steps.Lane lane = lanes.get(i % lanes.size());
            if (!once(lane)) {
                wrong++;
                if (problem.isEmpty()) {
                    problem = "operation " + (i + 1) + " with keys " + Arrays.toString(lane.keys) + " returned digest "
                            + lane.digest() + lane.why();
                }
            }
            digest = 31 * digest + lane.digest();
        }
        OptionalLong after = heap.allocatedBytes();
        return new Answer.Checked(digest, wrong, problem, before.isPresent() && after.isPresent()
                ? Optional.of(after.getAsLong() - before.getAsLong())
                : Optional.empty(), failures.sum() - failedBefore);
    }

    private static boolean once(Steps.Lane lane) throws Exception {
        return switch (lane.step()) {
            case Step.Blocking blocking -> blocking.run();
            case Step.Async async -> {
                CompletableFuture<Boolean> outcome = new CompletableFuture<>();
                async.start(new Step.Ending() {
                    @Override
                    public void ended(boolean correct) {
                        outcome.complete(correct);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        outcome.completeExceptionally(cause);
                    }
                });
                yield outcome.get();
            }
        };
    }

    /** Runs one slice and tells what the process took for it. */
    Answer.Ran ran(Command.Run command) throws IOException, InterruptedException {
        Optional<CpuTime.Reading> earlier = cpuAtLastEnd;
        long endedEarlier = endedAtLastEnd;
        Slice slice = run(command);
        return new Answer.Ran(slice, since(earlier, endedEarlier));
    }

    /** What the process used since an earlier end of a slice, with threads that ended. */
    private Optional<Long> since(Optional<CpuTime.Reading> earlier, long endedEarlier) {
        return earlier
                .map(then -> CpuTime.between(then.threads(), cpuAtLastEnd.orElseThrow().threads()).nanos()
                        + endedAtLastEnd - endedEarlier);
    }

    /** Runs one slice of a closed loop. */
    Slice run(Command.Run command) throws IOException, InterruptedException {
        seed(command.seed());
        List<Step> steps = steps();
        Slice slice = observed(() -> loop.run(steps, command.nanos(), command.dropNanos()),
                command.nanos() - command.dropNanos());
        atOnce(workload, slice.operations(), command.nanos() - command.dropNanos()).ifPresent(flaw -> {
            throw new IllegalStateException(flaw);
        });
        return slice;
    }

    /** Why operations of a project's own code cannot have asked a database, in a sentence; empty if they may have. */
    static Optional<String> atOnce(Workload workload, double operations, long nanos) {
        return workload instanceof OwnCode && operations * AT_ONCE_NANOS > nanos
                ? Optional.of(workload.id() + " ended at once, " + Math.round(operations * 1_000 / nanos)
                        + " million times per second: an operation waits for the database, and returns what it read")
                : Optional.empty();
    }

    /** Runs one slice of an open loop and tells what the process took for it. */
    Answer.Offered offered(Command.Offer command) throws IOException, InterruptedException {
        Optional<CpuTime.Reading> earlier = cpuAtLastEnd;
        long endedEarlier = endedAtLastEnd;
        seed(command.seed());
        if (openLoop.isEmpty()) {
            openLoop = Optional.of(new OpenLoop(threading, steps()));
        }
        OpenLoop open = openLoop.get();
        long[] due = command.arrivals().schedule(command.rate(), command.nanos(), command.seed());
        var offered = new AtomicReference<OpenLoop.Offered>();
        Slice slice = observed(() -> {
            offered.set(open.run(due, command.nanos(), command.dropNanos()));
            return offered.get().tally();
        }, command.nanos() - command.dropNanos());
        OpenLoop.Offered seen = offered.get();
        return new Answer.Offered(new Offering(slice, seen.offered(), seen.refused(), seen.mostInFlight(),
                Latencies.of(seen.lateness())), since(earlier, endedEarlier));
    }

    private List<Step> steps() {
        return lanes.stream().map(Steps.Lane::step).toList();
    }

    /** Something that is timed. */
    private interface Timed {
        Tally run() throws InterruptedException;
    }

    /**
     * The readings around a slice are no part of what is timed; that of the heap is next to it, for the others
     * allocate.
     */
    private Slice observed(Timed timed, long windowNanos) throws IOException, InterruptedException {
        long collections = heap.collections();
        long collectionMillis = heap.collectionMillis();
        CpuTime.Reading cpuBefore = cpu.before();
        long endedBefore = ended.sum();
        OptionalLong allocatedBefore = heap.allocatedBytes();
        Tally tally = timed.run();
        OptionalLong allocatedAfter = heap.allocatedBytes();
        CpuTime.Reading cpuAfter = cpu.after();
        long endedAfter = ended.sum();
        Optional<Long> unseen = threadsEnd() || workload.opensPool()
                ? Optional.empty()
                : unseenNanos(cpuAtLastEnd.orElse(cpuBefore), cpuAfter);
        cpuAtLastEnd = Optional.of(cpuAfter);
        endedAtLastEnd = endedAfter;
        Map<String, CpuTime.Turns> compiled = cpu.ofCompilers(cpuAfter.threads());
        long compiledNanos = CpuTime.between(compiledBefore, compiled).nanos();
        compiledBefore = compiled;
        CpuTime.Turns spent = CpuTime.between(cpuBefore.threads(), cpuAfter.threads());
        Optional<Long> compilers = workload.opensPool()
                ? Optional.empty()
                : Optional.of(Math.max(0, CpuTime.between(cpuBefore.threads(), compiled).nanos()));
        Optional<Resources> resources = allocatedBefore.isPresent() && allocatedAfter.isPresent()
                ? Optional.of(new Resources(allocatedAfter.getAsLong() - allocatedBefore.getAsLong(), spent.turns(),
                        heap.collections() - collections, heap.collectionMillis() - collectionMillis, unseen,
                        compilers))
                : Optional.empty();
        long cpuNanos = workload.opensPool()
                ? withThreadsOfPools(spent.nanos(), unseenNanos(cpuBefore, cpuAfter)
                        .orElseThrow(() -> new IllegalStateException(
                                "the JVM does not tell the CPU time of its process, which " + workload.id()
                                        + " needs")))
                : spent.nanos() + endedAfter - endedBefore;
        return new Slice(tally.operations(), windowNanos, tally.allOperations(), cpuNanos,
                tally.errors(), tally.wrong(), tally.problem(),
                compiledNanos / 1_000_000,
                Latencies.of(tally.latencies()), resources);
    }

    /**
     * Whether operations make threads of their own, whose last steps nobody sees: then it cannot be told what of a
     * driver's is missed, unless the process's own account is taken.
     */
    private boolean threadsEnd() {
        return threading == Threading.PLATFORM && workload instanceof Burst;
    }

    /**
     * The CPU time of a slice in which threads of pools begin and end: the process's own account. That is in ticks of 10 ms,
     * and a short slice may see none of them. Then it is what the threads that live on have used.
     *
     * @param living what those have used
     * @param unseen how much more the process's account has; negative where the tick is yet to come
     */
    static long withThreadsOfPools(long living, long unseen) {
        long process = living + unseen;
        return process > 0 ? process : living;
    }

    private static Optional<Long> unseenNanos(CpuTime.Reading before, CpuTime.Reading after) {
        return after.unseenNanos().flatMap(now -> before.unseenNanos().map(then -> now - then));
    }

    /** Runs one slice under the recorder, after another that makes it warm. */
    Answer.Recorded record(Command.Record command) throws Exception {
        return new PinRecorder(PlantedPin::park).record(
                () -> run(new Command.Run(command.warmUpNanos(), 0, command.seed())),
                () -> run(new Command.Run(command.nanos(), 0, command.seed() + 1)));
    }

    /** Runs one slice that is not timed and looks at what this JVM occupies. */
    Answer.Inspected inspect(Command.Inspect command) throws Exception {
        return new Answer.Inspected(new Inspection(Path.of("/proc/self/smaps_rollup"))
                .of(() -> run(new Command.Run(command.nanos(), 0, command.seed()))));
    }

    /** Runs one slice and reads the meters that its pool was opened with, after another that makes it warm. */
    Answer.Metered meter(Command.Meter command, PoolMeters meters) throws Exception {
        return MeterReading.of(meters, () -> run(new Command.Run(command.warmUpNanos(), 0, command.seed())),
                () -> run(new Command.Run(command.nanos(), 0, command.seed() + 1)));
    }

    /** Runs one slice while stacks are sampled, after another that makes it warm. */
    Answer.Profiled profile(Command.Profile command) throws Exception {
        return StackRecorder.record(() -> run(new Command.Run(command.warmUpNanos(), 0, command.seed())),
                () -> run(new Command.Run(command.nanos(), 0, command.seed() + 1)), Path.of(command.file()));
    }

    private void seed(long seed) {
        lanes.forEach(lane -> lane.seed(seed));
    }

    @Override
    public void close() {
        loop.close();
        openLoop.ifPresent(OpenLoop::close);
        cpu.close();
        outages.ifPresent(Outages::close);
        client.close();
    }
}
