package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The platform threads of driver and pool; not those of the JVM, of the load, and the carriers of virtual threads.
 *
 * @param total how many, at least 0
 * @param stems how many of each name without its numbers, such as {@code reactor-tcp-epoll}; empty from forks of a checkout
 *              older than this, which tell their number only
 */
public record Threads(int total, SortedMap<String, Integer> stems) {

    /** Copies the stems and checks the range. */
    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public Threads {
        if (total < 0) {
            throw new IllegalArgumentException(total + " is no number of threads");
        }
        stems = Collections.unmodifiableSortedMap(new TreeMap<>(stems));
    }

    /** Threads whose names are not known: in JSON a number alone. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Threads unnamed(int total) {
        return new Threads(total, Collections.emptySortedMap());
    }

    /** Threads by the stems of their names. */
    public static Threads of(SortedMap<String, Integer> stems) {
        return new Threads(stems.values().stream().mapToInt(Integer::intValue).sum(), stems);
    }
}
