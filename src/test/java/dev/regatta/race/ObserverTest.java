package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.ScriptedFork;
import dev.regatta.host.CpuMeter;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What a slice's surroundings say of CPUs whose counters the test moves. */
class ObserverTest {

    private static final long SLICE_NANOS = 50_000_000;
    private static final Placement ONE_EACH = new Placement(List.of(0), List.of(1));

    private final AtomicLong serverNanos = new AtomicLong();
    private final AtomicLong forksNanos = new AtomicLong();
    private final AtomicLong besideNanos = new AtomicLong();

    @TempDir
    Path root;

    @Test
    void whatForksAndServerUseThemselvesIsNotForeign() throws Exception {
        Surroundings seen = observe(ONE_EACH, 40_000_000, 30_000_000, 40_000_000, 30_000_000, 0);
        assertThat(seen.serverCpuNanos()).hasValue(30_000_000);
        assertThat(seen.foreignOnClientCpus().getAsDouble()).isLessThan(0.02);
        assertThat(seen.foreignOnDatabaseCpus().getAsDouble()).isLessThan(0.02);
    }

    @Test
    void whatOthersUseIsTheShareOfTheTimeOfThoseCpus() throws Exception {
        Surroundings seen = observe(ONE_EACH, 50_000_000, 30_000_000, 25_000_000, 30_000_000, 0);
        double share = 25_000_000.0 / seen.elapsedNanos();
        assertThat(seen.foreignOnClientCpus().getAsDouble()).isCloseTo(share, within(0.06));
        assertThat(seen.foreignOnDatabaseCpus().getAsDouble()).isLessThan(0.02);
    }

    @Test
    void aServerBesideItIsNotForeign() throws Exception {
        Surroundings seen = observe(ONE_EACH, 40_000_000, 50_000_000, 40_000_000, 30_000_000, 20_000_000);
        assertThat(seen.foreignOnDatabaseCpus().getAsDouble()).isLessThan(0.02);
    }

    /** Its pool logs in on threads that end with it. */
    @Test
    void whatThreadsUsedThatHaveEndedIsNotForeign() throws Exception {
        write(0, 0);
        var observer = new Observer(new CpuMeter(root), () -> OptionalLong.of(0), ONE_EACH, () -> 0, forksNanos);
        Surroundings seen = observer.observe(Arm.CANDIDATE, () -> {
            Slice slice = ran(40_000_000, 0, 0).slice();
            return new Answer.Ran(new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(), 40_000_000,
                    0, 0, "", 0, slice.latencies()), Optional.of(10_000_000L));
        }).surroundings();
        assertThat(seen.foreignOnClientCpus().getAsDouble()).isLessThan(0.02);
    }

    @Test
    void withoutPlacementEverythingSharesTheCpus() throws Exception {
        Surroundings seen = observe(Placement.NONE, 40_000_000, 30_000_000, 40_000_000, 30_000_000, 0);
        assertThat(seen.foreignOnClientCpus().getAsDouble()).isLessThan(0.02);
        assertThat(seen.foreignOnDatabaseCpus().getAsDouble()).isLessThan(0.02);
    }

    @Test
    void aServerThatCannotBeSeenLeavesTheDatabaseSideUnknown() throws Exception {
        write(0, 0);
        var observer = new Observer(new CpuMeter(root), OptionalLong::empty, ONE_EACH, () -> 0, forksNanos);
        Surroundings seen = observer.observe(Arm.CANDIDATE, () -> ran(10_000_000, 10_000_000, 0)).surroundings();
        assertThat(seen.serverCpuNanos()).isEmpty();
        assertThat(seen.foreignOnDatabaseCpus()).isEmpty();
        assertThat(seen.foreignOnClientCpus().getAsDouble()).isLessThan(0.02);
    }

    /** Whatever the cgroup counts: the threads that were placed there run elsewhere now. */
    @ParameterizedTest
    @ValueSource(strings = {"proc/self/cgroup", "none"})
    void aCpuThatGoesOfflineIsNamedAndEndsTheCell(String counters) throws Exception {
        write(0, 0);
        if (counters.equals("none")) {
            put("proc/self/cgroup", "0::/\n");
        }
        var observer = new Observer(new CpuMeter(root), OptionalLong::empty, ONE_EACH, () -> 0, forksNanos);
        assertThat(observer.observe(Arm.CANDIDATE, () -> ran(0, 0, 0)).surroundings().steal()).hasValue(0);
        assertThatThrownBy(() -> observer.observe(Arm.CANDIDATE, () -> {
            Answer.Ran ran = ran(0, 0, 0);
            rewrite("proc/stat", "cpu 0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\nintr 0\n");
            return ran;
        })).isInstanceOf(MeasurementFailure.class).hasMessage("CPU 1 went offline, and with it the placement of client"
                + " and database on CPUs; bring it online and run again");
    }

    /** As in a container whose /proc/stat counts its CPUs anew. */
    @Test
    void cpusThatWereNeverSeenLeaveTheReadingsAbsent() throws Exception {
        write(0, 0);
        var observer = new Observer(new CpuMeter(root), () -> OptionalLong.of(0),
                new Placement(List.of(1), List.of(2)), () -> 0, forksNanos);
        Surroundings seen = observer.observe(Arm.CANDIDATE, () -> ran(0, 0, 0)).surroundings();
        assertThat(seen.foreignOnClientCpus()).isEmpty();
        assertThat(seen.foreignOnDatabaseCpus()).isEmpty();
        assertThat(seen.steal()).isEmpty();
    }

    private void rewrite(String file, String text) {
        try {
            put(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * CPU 0 and 1 are busy for so long during a slice; of that, forks, server and what is beside it say what is theirs.
     */
    private Surroundings observe(Placement placement, long busy0, long busy1, long forks, long server, long beside)
            throws Exception {
        write(0, 0);
        var observer = new Observer(new CpuMeter(root), () -> OptionalLong.of(serverNanos.get()), placement,
                besideNanos::get, forksNanos);
        return observer.observe(Arm.CANDIDATE, () -> {
            serverNanos.addAndGet(server);
            besideNanos.addAndGet(beside);
            return ran(busy0, forks, busy1);
        }).surroundings();
    }

    private Answer.Ran ran(long busy0, long forks, long busy1) {
        LockSupport.parkNanos(SLICE_NANOS);
        write(busy0, busy1);
        return new Answer.Ran(new ScriptedFork(Arm.CANDIDATE, 1, 100).slice(""), Optional.of(forks));
    }

    /** The counters of the machine's cgroup, which are exact; no steal. */
    private void write(long busy0, long busy1) {
        try {
            put("proc/stat", "cpu 0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0 0 0\n");
            put("proc/self/cgroup", "2:cpuacct:/\n1:cpu:/\n");
            put("sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", busy0 + " " + busy1 + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }
}
