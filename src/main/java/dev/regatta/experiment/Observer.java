package dev.regatta.experiment;

import dev.regatta.database.Database;
import dev.regatta.database.Placement;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Watches a slice from outside the fork: what the CPUs did beyond the fork's and the database's own work, what the
 * hypervisor took, and how late a short sleep before the slice ended. Nothing runs inside the fork, because a probe thread
 * there changes what it measures.
 */
final class Observer {

    private static final long IDLE_NANOS = 5_000_000;

    private final CpuMeter cpus = new CpuMeter(Path.of("/"));
    private final Database database;
    private final List<Integer> clientCpus;
    private final List<Integer> databaseCpus;
    private final boolean shared;
    private final LongSupplier beside;

    /**
     * An observer.
     *
     * @param beside CPU nanoseconds of what else of ours runs on the database's CPUs
     */
    Observer(Database database, Placement placement, LongSupplier beside) {
        this.beside = beside;
        this.database = database;
        List<Integer> all = IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList();
        this.shared = placement.clientCpus().isEmpty();
        this.clientCpus = shared ? all : placement.clientCpus();
        this.databaseCpus = shared ? all : placement.databaseCpus();
    }

    /** A slice to run. */
    interface Timed {
        /** Runs it. */
        Slice run() throws MeasurementFailure;
    }

    /** Idles, reads, runs the slice, reads again. */
    ArmSlice observe(Arm arm, Timed timed) throws MeasurementFailure {
        long asleep = Clock.nanos();
        LockSupport.parkNanos(IDLE_NANOS);
        long late = Math.max(0, Clock.nanos() - asleep - IDLE_NANOS);
        Optional<CpuMeter.Reading> busyBefore = cpus.read();
        OptionalLong serverBefore = database.cpuNanos();
        long besideBefore = beside.getAsLong();
        long before = Clock.nanos();
        Slice slice = timed.run();
        long elapsed = Clock.nanos() - before;
        OptionalLong serverAfter = database.cpuNanos();
        long besideNanos = beside.getAsLong() - besideBefore;
        Optional<CpuMeter.Reading> busyAfter = cpus.read();

        OptionalLong server = serverBefore.isPresent() && serverAfter.isPresent()
                ? OptionalLong.of(Math.max(0, serverAfter.getAsLong() - serverBefore.getAsLong()))
                : OptionalLong.empty();
        OptionalDouble onClient = OptionalDouble.empty();
        OptionalDouble onDatabase = OptionalDouble.empty();
        OptionalDouble steal = OptionalDouble.empty();
        if (busyBefore.isPresent() && busyAfter.isPresent()) {
            CpuMeter.Reading from = busyBefore.get();
            CpuMeter.Reading to = busyAfter.get();
            steal = to.stealSince(from, elapsed);
            if (server.isPresent()) {
                long serverNanos = server.getAsLong() + besideNanos;
                onClient = foreign(to.busySince(from, clientCpus), slice.cpuNanos() + (shared ? serverNanos : 0),
                        elapsed,
                        clientCpus.size());
                onDatabase = foreign(to.busySince(from, databaseCpus), serverNanos + (shared ? slice.cpuNanos() : 0),
                        elapsed, databaseCpus.size());
            } else if (!shared) {
                onClient = foreign(to.busySince(from, clientCpus), slice.cpuNanos(), elapsed, clientCpus.size());
            }
        }
        return new ArmSlice(arm, slice, new Surroundings(elapsed, server, onClient, onDatabase, steal, late));
    }

    private static OptionalDouble foreign(long busyNanos, long ownNanos, long elapsedNanos, int cpus) {
        return OptionalDouble.of(Math.clamp((busyNanos - ownNanos) / ((double) elapsedNanos * cpus), 0.0, 1.0));
    }
}
