package dev.regatta.worker;

import com.sun.management.ThreadMXBean;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * What this JVM has allocated and collected since its start. Reading costs microseconds and allocates next to nothing.
 */
final class Heap {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();

    /** Bytes allocated by all threads that are or were; empty where the JVM does not count them. */
    OptionalLong allocatedBytes() {
        long bytes = threads.getTotalThreadAllocatedBytes();
        return bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    }

    /** How often garbage was collected. */
    long collections() {
        return sum(GarbageCollectorMXBean::getCollectionCount);
    }

    /** Milliseconds that took. */
    long collectionMillis() {
        return sum(GarbageCollectorMXBean::getCollectionTime);
    }

    private long sum(ToLongFunction<GarbageCollectorMXBean> counter) {
        return collectors.stream().mapToLong(counter).filter(count -> count > 0).sum();
    }
}
