package dev.regatta.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The platform threads of driver and pool; not those of the JVM, of the load, and the carriers of virtual threads.
 *
 * @param total how many, at least 0
 * @param stems how many of each name without its numbers, such as {@code reactor-tcp-epoll}
 */
public record Threads(int total, SortedMap<String, Integer> stems) {

    /** Copies the stems and checks the range. */
    public Threads {
        if (total < 0) {
            throw new IllegalArgumentException(total + " is no number of threads");
        }
        stems = Collections.unmodifiableSortedMap(new TreeMap<>(stems));
    }

    /** Threads by the stems of their names. */
    public static Threads of(SortedMap<String, Integer> stems) {
        return new Threads(stems.values().stream().mapToInt(Integer::intValue).sum(), stems);
    }
}
