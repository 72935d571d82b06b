package dev.regatta.stack;

import dev.regatta.load.Threading;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Idle;
import dev.regatta.workload.Workload;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A client stack: a driver with its pool and its access layer.
 *
 * @param id        its name in a client's id, the part under test first, for example {@code pgjdbc+hikari}
 * @param api       how its operations run
 * @param pool      where they get their connections from
 * @param databases what it connects to
 * @param roots     the artifacts it is made of, the part under test first; their versions win over those that the
 *                  others bring along
 * @param gaps      what it does not run
 * @param judged    whether the default suite has cells of it, so that {@code baselines/} must have entries
 */
public record Stack(String id, Api api, Pool pool, Set<Dialect> databases, List<Root> roots, List<Gap> gaps,
        boolean judged) {

    /** Copies the collections. */
    public Stack {
        databases = Collections.unmodifiableSet(EnumSet.copyOf(databases));
        roots = List.copyOf(roots);
        gaps = List.copyOf(gaps);
    }

    /** One of the parts that its name is made of, from 0: {@code pgjdbc} is the first of {@code pgjdbc+hikari}. */
    public String part(int number) {
        return id.split("\\+")[number];
    }

    /** What carries its operations, in the order of reports. */
    public List<Threading> threadings() {
        return api.threadings();
    }

    /** Why it does not run {@code workload} on {@code dialect}; empty if it does. */
    public Optional<String> gap(Workload workload, Dialect dialect) {
        return workload.missingOn(dialect)
                .or(() -> gaps.stream().filter(gap -> gap.workloads().test(workload)).findFirst().map(Gap::reason));
    }

    /** Those of {@code options} that are the driver's. */
    public SortedMap<String, String> driverOptions(Map<String, String> options) {
        var of = new TreeMap<>(options);
        of.keySet().removeIf(name -> name.startsWith(Pool.PREFIX) || name.equals(Endpoint.TLS));
        return of;
    }

    /**
     * Those of {@code options} that are the pool's.
     *
     * @throws IllegalArgumentException naming one that this pool does not have
     */
    public SortedMap<String, String> poolOptions(Map<String, String> options) {
        var of = new TreeMap<>(options);
        of.keySet().removeIf(name -> !name.startsWith(Pool.PREFIX));
        of.keySet().stream().filter(name -> !pool.options().contains(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("the pool of " + id + " has no option '" + name + "', it takes "
                    + (pool.options().isEmpty()
                            ? "none"
                            : pool.options().stream().sorted().collect(Collectors.joining(", "))));
        });
        return of;
    }

    /**
     * How often a pool looks after connections that nobody uses, where {@code options} say so.
     *
     * @throws IllegalArgumentException if they say something else than milliseconds
     */
    public static Optional<Duration> keepAlive(Map<String, String> options) {
        String millis = options.get(Idle.KEEP_ALIVE);
        if (millis != null && !millis.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(
                    Idle.KEEP_ALIVE + " is '" + millis + "', expected milliseconds from 1");
        }
        return Optional.ofNullable(millis).map(Long::parseLong).map(Duration::ofMillis);
    }

    /** Whether {@code options} say that it encrypts. */
    public static boolean encrypts(Map<String, String> options) {
        return Boolean.parseBoolean(options.get(Endpoint.TLS));
    }

    @Override
    public String toString() {
        return id;
    }
}
