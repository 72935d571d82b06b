package dev.regatta.race;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.CpuMeter;
import dev.regatta.host.Placement;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.protocol.Timetable;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches a slice from outside the fork: what the CPUs did beyond the forks' and the database's own work, what the
 * hypervisor or a quota took, and how late a short sleep before the slice ended. Nothing runs inside the fork, because
 * a probe thread there changes what it measures.
 *
 * <p>
 * A slice is short, and some kernels count in ticks of 10 ms. The work of others is therefore read over the slice and
 * those just before it.
 */
public final class Observer {

    /** How far back a reading may reach, in nanoseconds. */
    private static final long WINDOW_NANOS = 200_000_000;

    private final CpuMeter cpus;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Supplier<OptionalLong> server;
    private final List<Integer> allCpus;
    private final List<Integer> clientCpus;
    private final List<Integer> databaseCpus;
    private final boolean shared;
    private final LongSupplier beside;
    private final Deque<Moment> moments = new ArrayDeque<>();
    private final AtomicLong forksNanos;
    /** Whether there was a reading that misses none of the CPUs. */
    private boolean allSeen;

    /**
     * The readings of one moment. All of them are cumulative; CPU times are in nanoseconds.
     *
     * @param nanos  when, by {@link Clock#nanos()}
     * @param busy   busy time of the CPUs, empty where that cannot be read
     * @param server CPU time of the server, empty where that cannot be read
     * @param beside CPU time of what runs beside the server
     * @param forks  CPU time of the slices of all forks
     * @param own    CPU time of this thread, on any CPU
     */
    private record Moment(long nanos, Optional<CpuMeter.Reading> busy, OptionalLong server, long beside, long forks,
            long own) {}

    /**
     * An observer.
     *
     * @param cpus   reads the CPUs
     * @param server CPU nanoseconds of the server's processes, empty where they cannot be seen
     * @param beside CPU nanoseconds of what else of ours runs on the database's CPUs
     * @param forks  adds up the CPU nanoseconds of the slices of all forks, those that race on another server included
     */
    Observer(CpuMeter cpus, Supplier<OptionalLong> server, Placement placement, LongSupplier beside,
            AtomicLong forks) {
        this.cpus = cpus;
        this.forksNanos = forks;
        this.beside = beside;
        this.server = server;
        this.shared = placement.clientCpus().isEmpty();
        this.allCpus = placement.all();
        this.clientCpus = shared ? allCpus : placement.clientCpus();
        this.databaseCpus = shared ? allCpus : placement.databaseCpus();
    }

    /** A slice to run. */
    public interface Timed {
        /** Runs it. */
        Answer.Ran run() throws MeasurementFailure;
    }

    /**
     * Idles, reads, runs the slice, reads again.
     *
     * @throws MeasurementFailure if the slice fails, or a CPU is offline that was not when the first one ran
     */
    ArmSlice observe(Arm arm, Timed timed) throws MeasurementFailure {
        long asleep = Clock.nanos();
        LockSupport.parkNanos(Timetable.IDLE_NANOS);
        long late = Math.max(0, Clock.nanos() - asleep - Timetable.IDLE_NANOS);
        Moment before = moment();
        Answer.Ran ran = timed.run();
        // The process is the sum of the threads that live at its end: those of a pool may have ended with it.
        forksNanos.addAndGet(Math.max(ran.processNanos().orElse(0L), ran.slice().cpuNanos()));
        Moment after = moment();

        moments.addLast(before);
        while (moments.size() > 1 && after.nanos() - moments.peekFirst().nanos() > WINDOW_NANOS) {
            moments.removeFirst();
        }
        return new ArmSlice(arm, ran.slice(),
                surroundings(after.nanos() - before.nanos(), serverNanos(before, after), moments.peekFirst(), after,
                        late));
    }

    private Moment moment() throws MeasurementFailure {
        Optional<CpuMeter.Reading> busy = cpus.read();
        List<Integer> missing = busy.map(reading -> reading.missing(allCpus)).orElse(List.of());
        if (!missing.isEmpty() && allSeen) {
            throw new MeasurementFailure("CPU " + Placement.list(missing) + " went offline, and with it the placement "
                    + "of client and database on CPUs; bring it online and run again");
        }
        if (missing.isEmpty()) {
            allSeen = allSeen || busy.isPresent();
        } else {
            busy = Optional.empty();
        }
        return new Moment(Clock.nanos(), busy, server.get(), beside.getAsLong(), forksNanos.get(),
                threads.getCurrentThreadCpuTime());
    }

    private Surroundings surroundings(long elapsedNanos, OptionalLong server, Moment from, Moment to, long late) {
        OptionalDouble onClient = OptionalDouble.empty();
        OptionalDouble onDatabase = OptionalDouble.empty();
        OptionalDouble steal = OptionalDouble.empty();
        if (from.busy().isPresent() && to.busy().isPresent()) {
            steal = OptionalDouble.of(
                    to.busy().get().stealSince(from.busy().get(), to.nanos() - from.nanos(), allCpus));
            OptionalLong serverNanos = serverNanos(from, to);
            long forks = to.forks() - from.forks();
            if (serverNanos.isPresent()) {
                long servers = serverNanos.getAsLong() + to.beside() - from.beside();
                onClient = foreign(from, to, clientCpus, forks + (shared ? servers : 0));
                onDatabase = foreign(from, to, databaseCpus, servers + (shared ? forks : 0));
            } else if (!shared) {
                onClient = foreign(from, to, clientCpus, forks);
            }
        }
        return new Surroundings(elapsedNanos, server, onClient, onDatabase, steal, late);
    }

    private static OptionalLong serverNanos(Moment from, Moment to) {
        return from.server().isPresent() && to.server().isPresent()
                ? OptionalLong.of(Math.max(0, to.server().getAsLong() - from.server().getAsLong()))
                : OptionalLong.empty();
    }

    /**
     * The share of {@code cpus} that others used, 0 to 1. This thread's CPU time is subtracted from both CPU sets
     * although it ran on one of them only, so that a reading never claims too much.
     */
    private static OptionalDouble foreign(Moment from, Moment to, List<Integer> cpus, long ownNanos) {
        long busy = to.busy().orElseThrow().busySince(from.busy().orElseThrow(), cpus);
        long others = busy - ownNanos - Math.max(0, to.own() - from.own());
        return OptionalDouble.of(Math.clamp(others / ((double) (to.nanos() - from.nanos()) * cpus.size()), 0.0, 1.0));
    }
}
