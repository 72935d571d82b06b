package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import java.util.concurrent.atomic.AtomicReference;

@Isolated("counts what this JVM allocates")
class HeapTest {

    private static final int BLOCKS = 1000;
    private static final int BYTES = 10_000;

    private final Heap heap = new Heap();

    @Test
    void whatAThreadAllocatesIsCountedAlsoWhenItHasEnded() throws Exception {
        long bytes = bytesOf(Thread.ofPlatform().unstarted(HeapTest::allocate), (long) BLOCKS * BYTES);
        assertThat(bytes).isBetween((long) BLOCKS * BYTES, (long) (1.1 * BLOCKS * BYTES));
    }

    @Test
    void whatAVirtualThreadAllocatesIsCounted() throws Exception {
        bytesOf(Thread.ofVirtual().unstarted(() -> {
            // The first one starts the scheduler.
        }), 0);
        long bytes = bytesOf(Thread.ofVirtual().unstarted(HeapTest::allocate), (long) BLOCKS * BYTES);
        assertThat(bytes).isBetween((long) BLOCKS * BYTES, (long) (1.1 * BLOCKS * BYTES));
    }

    @Test
    void collectionsAreCounted() {
        long before = heap.collections();
        System.gc();
        assertThat(heap.collections()).isGreaterThan(before);
        assertThat(heap.collectionMillis()).isNotNegative();
    }

    private long bytesOf(Thread thread, long expected) throws InterruptedException {
        long before = heap.allocatedBytes().orElseThrow();
        thread.start();
        thread.join();
        // The JVM adds up what an ended thread had a moment after whoever waits for its end goes on.
        for (int millis = 0; millis < 1000 && heap.allocatedBytes().orElseThrow() - before < expected; millis++) {
            Thread.sleep(1);
        }
        return heap.allocatedBytes().orElseThrow() - before;
    }

    private static void allocate() {
        var kept = new AtomicReference<byte[]>();
        for (int i = 0; i < BLOCKS; i++) {
            kept.set(new byte[BYTES]);
        }
    }
}
