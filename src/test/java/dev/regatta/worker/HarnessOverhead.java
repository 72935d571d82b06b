package dev.regatta.worker;

import dev.regatta.client.BlockingClient;
import dev.regatta.client.BlockingOperation;
import dev.regatta.load.ClosedLoop;
import dev.regatta.load.Tally;
import dev.regatta.load.Threading;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** What the harness costs per operation: the closed loop around a client that does nothing, checked as always. */
public final class HarnessOverhead {

    private static final long SLICE_NANOS = 100_000_000;
    private static final int SLICES = 30;

    private HarnessOverhead() {
    }

    /** A client without a database: it answers what the workload expects. */
    private static final class EmptyClient implements BlockingClient {
        @Override
        public BlockingOperation operation(Workload workload, int worker) {
            long answer = workload.expected(new int[0]);
            return keys -> answer;
        }

        @Override
        public Class<?> driver() {
            return EmptyClient.class;
        }

        @Override
        public void close() {
        }
    }

    /** Nanoseconds per operation on one platform thread: the median of the last two thirds of the slices. */
    public static double nanosPerOperation() throws Exception {
        List<Double> nanos = new ArrayList<>();
        try (ClosedLoop loop = new ClosedLoop(Threading.PLATFORM, 1)) {
            List<Steps.Lane> lanes = Steps.of(new EmptyClient(), Workloads.SELECT_1, 1, Threading.PLATFORM,
                    new LongAdder(), Optional.empty(), new LongAdder());
            for (int slice = 0; slice < SLICES; slice++) {
                Tally tally = loop.run(lanes.stream().map(Steps.Lane::step).toList(), SLICE_NANOS, 0);
                if (tally.errors() + tally.wrong() > 0) {
                    throw new IllegalStateException("the empty client went wrong: " + tally.problem());
                }
                nanos.add((double) SLICE_NANOS / tally.operations());
            }
        }
        return nanos.subList(SLICES / 3, SLICES).stream().sorted().skip(SLICES / 3).findFirst().orElseThrow();
    }
}
