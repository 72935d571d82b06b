package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.fork.Fork;
import dev.regatta.fork.ScriptedFork;
import dev.regatta.fork.WrongResults;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Slice;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;

/** Results are wrong whatever the operation was run for. */
class WrongResultsTest {

    private static final Slice WRONG = new Slice(9, 10_000_000, 10, 5_000_000, 0, 1, "row 7 is row 8", 0,
            Latencies.NONE);

    private final Workload workload = Workloads.of("select-1");
    private final Endpoint endpoint = new Endpoint(Dialect.POSTGRESQL, "localhost", 1, "db", "user", "password");
    private final Fork fork = new ScriptedFork(Arm.CANDIDATE, 0, 10) {
        @Override
        public Answer.Ran run(long nanos, long seed) {
            return new Answer.Ran(WRONG, Optional.empty());
        }

        @Override
        public Answer.Recorded record(long warmUpNanos, long nanos, long seed) {
            return new Answer.Recorded(WRONG, false, null);
        }

        @Override
        public Answer.Profiled profile(long warmUpNanos, long nanos, long seed, Path file) {
            return new Answer.Profiled(WRONG, null);
        }

        @Override
        public Answer.Metered meter(String of, Endpoint at, int connections, long warmUpNanos, long nanos, long seed) {
            return new Answer.Metered(WRONG, new TreeMap<>());
        }
    };

    @Test
    void whileStacksAreSampled() {
        var slice = new ProfilingSlice(CellId.of("postgresql/pgjdbc+hikari/platform/select-1"), workload, endpoint, 4,
                null,
                Path.of(""), 1);
        assertThatThrownBy(() -> slice.of(Arm.CANDIDATE, fork, Allowance.of(Allowance.LEAST, Clock::nanos),
                Path.of("candidate.jfr")))
                .isInstanceOf(WrongResults.class).hasMessageContaining("while its stacks were sampled");
    }

    @Test
    void whilePinsAreRecorded() {
        assertThatThrownBy(() -> new PinningSlice(workload, endpoint, 4, 1).of(Arm.CANDIDATE, fork,
                Allowance.of(Allowance.LEAST, Clock::nanos)))
                .isInstanceOf(WrongResults.class).hasMessageContaining("while its pinned threads were recorded");
    }

    @Test
    void whileAPoolIsRead() {
        assertThatThrownBy(() -> new MeterSlice(workload, endpoint, 4, 1).of(Arm.CANDIDATE, fork))
                .isInstanceOf(WrongResults.class).hasMessage("the candidate arm returned wrong results for 1 operations"
                        + " of select-1 while its pool was read, first: row 7 is row 8");
    }

    @Test
    void whileConnectionsAreCounted() {
        assertThatThrownBy(() -> new SharingSlice(workload, endpoint, 4, 1).of(Arm.CANDIDATE, fork))
                .isInstanceOf(WrongResults.class).hasMessageContaining("while its connections were counted");
    }
}
