package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.client.AsyncClient;
import dev.regatta.client.AsyncOperation;
import dev.regatta.client.BlockingClient;
import dev.regatta.client.BlockingOperation;
import dev.regatta.load.Step;
import dev.regatta.load.Threading;
import dev.regatta.workload.Idle;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import dev.regatta.workload.World;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

class StepsTest {

    /** A client without a database that answers what is expected. */
    private static class EmptyClient implements BlockingClient {
        @Override
        public BlockingOperation operation(Workload workload, int worker) {
            return workload::expected;
        }

        @Override
        public Class<?> driver() {
            return EmptyClient.class;
        }

        @Override
        public void close() {
        }
    }

    @Test
    void idsOfUpdatesAreNobodyElsesAndCoverTheTable() throws Exception {
        List<Set<Integer>> ids = drawn(Workloads.BATCH_UPDATE, 16, 200);
        assertThat(ids.stream().mapToInt(Set::size).sum())
                .isEqualTo((int) ids.stream().flatMap(Set::stream).distinct().count()).isGreaterThan(World.ROWS / 2);
        assertThat(ids.stream().flatMap(Set::stream)).allMatch(id -> id >= 1 && id <= World.ROWS);
    }

    @Test
    void idsOfReadsAreAnybodys() throws Exception {
        List<Set<Integer>> ids = drawn(Workloads.POINT_SELECT_20, 2, 500);
        assertThat(ids.get(0)).containsAnyElementsOf(ids.get(1));
        assertThat(ids.get(0)).allMatch(id -> id >= 1 && id <= World.ROWS);
    }

    @Test
    void moreWorkersThanIdsStillHaveIdsOfTheirOwn() throws Exception {
        List<Set<Integer>> ids = drawn(Workloads.LARGE_PARAMETER, 250, 3);
        assertThat(ids.stream().flatMap(Set::stream).distinct().count()).isEqualTo(250);
    }

    /** Vert.x and others only log what is thrown where they call back: nobody would wait for such an operation's end. */
    @Test
    void whatIsThrownOnTheDriversThreadIsTheFailureOfTheOperation() throws Exception {
        var planted = new StackOverflowError("planted");
        var workload = new Reading("throws", "", Map.of(), true, 1, 1, 1, (key, column) -> {
            throw planted;
        });
        assertThat(failureOf(new AsyncTestClient((keys, outcome) -> outcome.completed(7)), workload))
                .isSameAs(planted);
        AsyncOperation throwing = (keys, outcome) -> {
            throw planted;
        };
        assertThat(failureOf(new AsyncTestClient(throwing::startOrFail), workload)).isSameAs(planted);
    }

    /** What an idle pool does is its own matter. */
    @Test
    void anIdleOperationAsksNobodyAndTakesItsTime() throws Exception {
        var idle = new Idle("x", "", 1, 20, 10);
        BlockingClient nobody = new EmptyClient() {
            @Override
            public BlockingOperation operation(Workload workload, int worker) {
                throw new AssertionError("it is asked");
            }
        };
        long start = System.nanoTime();
        var blocking = (Step.Blocking) Steps.of(nobody, idle, 1, Threading.VIRTUAL, new LongAdder(), Optional.empty(),
                new LongAdder()).get(0).step();
        assertThat(blocking.run()).isTrue();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
        var async = (Step.Async) Steps.of(new AsyncTestClient((keys, outcome) -> outcome.failed(
                new AssertionError("it is asked"))), idle, 1, Threading.EVENT_LOOP, new LongAdder(), Optional.empty(),
                new LongAdder()).get(0).step();
        var ended = new CompletableFuture<Boolean>();
        start = System.nanoTime();
        async.start(new Step.Ending() {
            @Override
            public void ended(boolean correct) {
                ended.complete(correct);
            }

            @Override
            public void failed(Throwable cause) {
                ended.completeExceptionally(cause);
            }
        });
        assertThat(ended.get()).isTrue();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    }

    private static Throwable failureOf(AsyncClient client, Workload workload) throws Exception {
        var failure = new AtomicReference<Throwable>();
        var step = (Step.Async) Steps.of(client, workload, 1, Threading.EVENT_LOOP, new LongAdder(),
                Optional.empty(), new LongAdder()).get(0).step();
        step.start(new Step.Ending() {
            @Override
            public void ended(boolean correct) {
                throw new AssertionError("it did not fail");
            }

            @Override
            public void failed(Throwable cause) {
                failure.set(cause);
            }
        });
        return failure.get();
    }

    /** A client whose operations all are the same. */
    private record AsyncTestClient(AsyncOperation operation) implements AsyncClient {
        @Override
        public AsyncOperation operation(Workload workload, int worker) {
            return operation;
        }

        @Override
        public Class<?> driver() {
            return AsyncTestClient.class;
        }

        @Override
        public void close() {
        }
    }

    /** The ids that each worker drew in some operations. */
    private static List<Set<Integer>> drawn(Workload workload, int workers, int operations) throws Exception {
        List<Steps.Lane> lanes = Steps.of(new EmptyClient(), workload, workers, Threading.PLATFORM,
                new LongAdder(), Optional.empty(), new LongAdder());
        return IntStream.range(0, workers).mapToObj(worker -> {
            Set<Integer> ids = new TreeSet<>();
            lanes.get(worker).seed(1);
            for (int i = 0; i < operations; i++) {
                lanes.get(worker).draw();
                for (int key : lanes.get(worker).keys) {
                    ids.add(key);
                }
            }
            return ids;
        }).toList();
    }
}
