package dev.regatta.fork;

import dev.regatta.host.SystemWrites;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Slice;
import dev.regatta.workload.Endpoint;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A fork that takes no time: its arm and set, what its operations answer, and how many end in a slice. */
public class ScriptedFork implements Fork {

    /** What was asked of it, in order. */
    public final List<String> asked = new ArrayList<>();
    private final Arm arm;
    private final int set;
    private final int operations;

    public ScriptedFork(Arm arm, int set, int operations) {
        this.arm = arm;
        this.set = set;
        this.operations = operations;
    }

    @Override
    public Arm arm() {
        return arm;
    }

    @Override
    public String jdk() {
        return "25+36";
    }

    @Override
    public long pid() {
        return set;
    }

    @Override
    public void answersBy(long endNanos) {
        // It answers at once.
    }

    @Override
    public void open(String workload, Endpoint endpoint, int connections) throws MeasurementFailure {
        asked.add("open");
    }

    @Override
    public void open(ClientId named, String workload, Endpoint endpoint, int connections) {
        asked.add("open " + named);
    }

    @Override
    public Answer.Offered offer(double rate, Arrivals arrivals, long nanos, long dropNanos, long seed) {
        throw new IllegalStateException("no race offers load");
    }

    @Override
    public long check(String workload, int checked, long seed) throws MeasurementFailure {
        asked.add("check " + checked);
        return seed;
    }

    @Override
    public long failures(String workload, int counted, long seed) throws MeasurementFailure {
        return 0;
    }

    @Override
    public Optional<Long> allocatedBytes(String workload, int counted, long seed) throws MeasurementFailure {
        return Optional.empty();
    }

    @Override
    public WarmUp warmUpFor(String workload, boolean brief) {
        return WarmUp.ofKnownWorkload();
    }

    @Override
    public void warm(WarmUp warmUp, String workload, long seed) {
        asked.add("warm");
        warmUp.add(slice(""), 100_000_000);
    }

    @Override
    public ForkStart started(WarmUp warmUp, String workload) {
        return new ForkStart(arm, set, set, jdk(), "", List.of(), warmUp.slices(), warmUp.steady());
    }

    @Override
    public void pause() {
        asked.add("pause");
    }

    @Override
    public void resume() {
        asked.add("resume");
    }

    @Override
    public Answer.Ran run(long nanos, long seed) throws MeasurementFailure {
        asked.add("run");
        return new Answer.Ran(slice(""), Optional.empty());
    }

    /** A slice of 10 ms; with a problem it has one error. */
    public Slice slice(String problem) {
        return new Slice(operations, 10_000_000, operations, 5_000_000, problem.isEmpty() ? 0 : 1, 0, problem, 0,
                Latencies.NONE);
    }

    @Override
    public Answer.Recorded record(long warmUpNanos, long nanos, long seed) throws MeasurementFailure {
        throw new UnsupportedOperationException("nothing is recorded");
    }

    @Override
    public Footprint inspect(long nanos, long seed) throws MeasurementFailure {
        throw new UnsupportedOperationException("nothing is inspected");
    }

    @Override
    public Answer.Metered meter(String workload, Endpoint endpoint, int connections, long warmUpNanos, long nanos,
            long seed) throws MeasurementFailure {
        throw new UnsupportedOperationException("no pool is read");
    }

    @Override
    public Answer.Profiled profile(long warmUpNanos, long nanos, long seed, Path file) throws MeasurementFailure {
        throw new UnsupportedOperationException("nothing is profiled");
    }

    @Override
    public void shut() {
        asked.add("shut");
    }

    @Override
    public void reset() {
        asked.add("reset");
    }

    @Override
    public List<List<String>> sql(Endpoint endpoint, List<String> statements) {
        asked.add("sql");
        return List.of();
    }

    @Override
    public List<List<String>> sql(Endpoint endpoint, List<String> statements, Duration limit) {
        return sql(endpoint, statements);
    }

    @Override
    public Optional<SystemWrites> written() {
        return Optional.empty();
    }

    @Override
    public SystemWrites answers() {
        return SystemWrites.NONE;
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public void kill() {
        asked.add("kill");
    }

    @Override
    public void close() {
        asked.add("close");
    }
}
