package dev.regatta.gate;

import dev.regatta.analysis.ArmCounts;
import dev.regatta.analysis.Rival;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Stacks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The counts of the candidate's operations, compared with the baseline arm of a duel or with the book. An increase of a
 * counter that decides is a regression by itself, and is named as its cause. A decrease is only shown.
 *
 * @param readings what was counted of the candidate
 * @param notes    what was seen, for the report
 * @param missing  what decides and was not counted of an arm, with its reasons
 * @param decide   whether an increase is a regression; not between two clients
 */
record Counters(SortedMap<Counter, CountReading> readings, List<String> notes,
        List<String> missing, boolean decide) {

    /** Counters that depend mostly on the JDK. They are compared with the book only where the JDK is the same. */
    private static final Set<Counter> OF_THE_JDK = EnumSet.of(Counter.ALLOCATED_BYTES);

    /**
     * Counters that depend on the server's answers. They are compared only between servers of one version: the client
     * is not to blame for a server that names its columns in more bytes, and has to allocate objects to read them.
     */
    private static final Set<Counter> OF_THE_SERVER = EnumSet.of(Counter.BYTES_RECEIVED, Counter.ALLOCATED_BYTES);

    /**
     * Counters that cost more the further away the database is: no gain in the times measured here makes up for them.
     */
    static final Set<Counter> OF_THE_WAY = EnumSet.of(Counter.ROUND_TRIPS, Counter.CONNECTIONS);

    /** Copies the lists. */
    Counters {
        readings = Collections.unmodifiableSortedMap(readings);
        notes = List.copyOf(notes);
        missing = List.copyOf(missing);
    }

    /** What was counted; the forks tell whether the arms of a duel raced on one server. */
    static Counters of(CellMeasurement measurement, Comparison comparison, Fingerprint here) {
        return of(measurement, comparison, here, ForkStart.sameServer(measurement.forks()));
    }

    /**
     * What was counted.
     *
     * @param here       where the candidate was measured
     * @param sameServer whether the arms of a duel race on servers of one version; the book knows its own
     */
    static Counters of(CellMeasurement measurement, Comparison comparison, Fingerprint here, boolean sameServer) {
        Map<Counter, Double> before = before(measurement, comparison);
        Predicate<Counter> comparable = comparable(comparison, here, sameServer);
        var readings = new TreeMap<Counter, CountReading>();
        ArmCounts.of(measurement, Arm.CANDIDATE).ifPresent(now -> now.values()
                .forEach((counter, count) -> readings.put(counter, new CountReading(counter, count,
                        Optional.ofNullable(before.get(counter)).filter(was -> comparable.test(counter))))));
        return Rival.of(measurement)
                .map(rival -> new Counters(readings, notes(measurement, comparison, readings, rival), List.of(), false))
                .orElseGet(() -> new Counters(readings, notes(measurement, comparison, readings, before.keySet()),
                        missing(measurement, comparison, before.keySet(), comparable), true));
    }

    /** What is to be seen of two clients: in which counts they differ, and what could not be counted of either. */
    private static List<String> notes(CellMeasurement measurement, Comparison comparison,
            SortedMap<Counter, CountReading> readings, ClientId rival) {
        var notes = new ArrayList<String>();
        String differing = readings.values().stream().filter(reading -> reading.increased() || reading.decreased())
                .map(reading -> reading.counter().phrase(reading.now().perOperation()) + " against "
                        + reading.counter().number(reading.before().orElseThrow()))
                .collect(Collectors.joining(", "));
        if (!differing.isEmpty()) {
            notes.add("counts that differ from those of " + rival + ", which decides nothing: " + differing);
        }
        absences(measurement, comparison).forEach(notes::add);
        sharing(measurement, readings).ifPresent(notes::add);
        return notes;
    }

    private static Stream<String> absences(CellMeasurement measurement, Comparison comparison) {
        return comparison.how().versions().stream().flatMap(arm -> measurement.untimed().counts(arm).stream())
                .flatMap(counts -> absences(counts, any -> true).stream());
    }

    /**
     * What is to be compared and was not counted, arm by arm. What the book holds of this cell can be counted of either
     * arm.
     */
    private static List<String> missing(CellMeasurement measurement, Comparison comparison, Set<Counter> before,
            Predicate<Counter> comparable) {
        Counts candidate = counted(measurement, Arm.CANDIDATE);
        Set<Counter> stored = comparison.stored().map(entry -> entry.counts().keySet())
                .orElse(Set.of());
        var missing = new ArrayList<>(missing(candidate,
                counter -> comparable.test(counter) && (before.contains(counter) || stored.contains(counter))));
        if (comparison instanceof Duel) {
            Counts baseline = counted(measurement, Arm.BASELINE);
            missing.addAll(missing(baseline, counter -> comparable.test(counter) && (stored.contains(counter)
                    || candidate.values().containsKey(counter))));
        }
        return missing;
    }

    /** What was counted of an arm before its times were read; nothing where nobody did. */
    private static Counts counted(CellMeasurement measurement, Arm arm) {
        return measurement.untimed().counts(arm).orElseGet(() -> new Counts(arm, new TreeMap<>(), new TreeMap<>()));
    }

    private static List<String> missing(Counts counts, Predicate<Counter> wanted) {
        var silent = deciding(EnumSet.allOf(Counter.class), counter -> wanted.test(counter)
                && !counts.values().containsKey(counter) && !counts.absences().containsKey(counter));
        var missing = new ArrayList<>(absences(counts, wanted));
        if (!silent.isEmpty()) {
            missing.add(names(silent) + " of the " + counts.arm() + " arm were not counted");
        }
        return missing;
    }

    private static Map<Counter, Double> before(CellMeasurement measurement, Comparison comparison) {
        return switch (comparison) {
            case Duel duel -> ArmCounts.of(measurement, Arm.BASELINE).map(counts -> counts.values().entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, count -> count.getValue().perOperation())))
                    .orElse(Map.of());
            case ShortCheck book -> book.entry().counts();
        };
    }

    /**
     * Which counters can be compared. Those that are only shown are compared in every duel: they explain what a change
     * of the server does to the times.
     */
    private static Predicate<Counter> comparable(Comparison comparison, Fingerprint here, boolean sameServer) {
        return switch (comparison) {
            case Duel duel -> counter -> sameServer || !OF_THE_SERVER.contains(counter);
            case ShortCheck book -> {
                Fingerprint there = book.environment().fingerprint();
                boolean jdk = same(Fingerprint.JDK, there, here);
                boolean server = same(Fingerprint.DATABASE_VERSION, there, here);
                // A counter that is only shown depends on the machine as much as on the client.
                yield counter -> there.equals(here)
                        || counter.slack().isPresent() && (jdk || !OF_THE_JDK.contains(counter))
                                && (server || !OF_THE_SERVER.contains(counter));
            }
        };
    }

    private static boolean same(String fact, Fingerprint there, Fingerprint here) {
        return there.fact(fact).equals(here.fact(fact));
    }

    private static List<String> notes(CellMeasurement measurement, Comparison comparison,
            SortedMap<Counter, CountReading> readings, Set<Counter> before) {
        var notes = new ArrayList<String>();
        readings.values().stream().filter(CountReading::decreased).map(CountReading::words).forEach(notes::add);
        absences(measurement, comparison).forEach(notes::add);
        Set<Counter> absent = measurement.untimed().counts(Arm.CANDIDATE).map(counts -> counts.absences().keySet())
                .orElse(Set.of());
        var lost = deciding(before, counter -> !readings.containsKey(counter) && !absent.contains(counter));
        if (!lost.isEmpty()) {
            notes.add(names(lost) + " were not counted, the baseline has them");
        }
        var alone = deciding(readings.keySet(), counter -> readings.get(counter).before().isEmpty());
        if (!alone.isEmpty()) {
            notes.add("nothing to compare with in the baseline: " + names(alone));
        }
        sharing(measurement, readings).ifPresent(notes::add);
        return notes;
    }

    /**
     * For a client whose operations share connections: how many are in flight on how many connections, in words. This
     * tells it from a client with a pool.
     */
    private static Optional<String> sharing(CellMeasurement measurement, SortedMap<Counter, CountReading> readings) {
        if (Stacks.find(measurement.cell().client().stack()).filter(stack -> stack.pool() == Pool.ONE_PIPELINED)
                .isEmpty()
                || !readings.keySet().containsAll(List.of(Counter.CONNECTIONS_IN_USE, Counter.CONNECTIONS_AWAITED))) {
            return Optional.empty();
        }
        double connections = readings.get(Counter.CONNECTIONS_IN_USE).now().perOperation();
        double awaiting = readings.get(Counter.CONNECTIONS_AWAITED).now().perOperation();
        double together = measurement.setup().connections() - awaiting;
        return Optional.of(String.format(Locale.ROOT, "%.0f operation%s in flight on %.0f connection%s",
                together, together == 1 ? "" : "s", connections,
                connections == 1 ? "" : "s")
                + (awaiting > 0 ? String.format(Locale.ROOT, ", %.0f more wait in the client", awaiting) : ""));
    }

    /** The counters that decide and could not be counted, in words; counters with the same reason in one sentence. */
    private static List<String> absences(Counts counts, Predicate<Counter> which) {
        var reasons = new LinkedHashMap<String, TreeSet<Counter>>();
        counts.absences().forEach((counter, reason) -> {
            if (counter.slack().isPresent() && which.test(counter)) {
                reasons.computeIfAbsent(reason, first -> new TreeSet<>()).add(counter);
            }
        });
        return reasons.entrySet().stream().map(reason -> names(reason.getValue()) + " of the " + counts.arm()
                + " arm could not be counted: " + reason.getKey()).toList();
    }

    private static List<Counter> deciding(Collection<Counter> counters, Predicate<Counter> condition) {
        return counters.stream().filter(counter -> counter.slack().isPresent()).filter(condition).sorted().toList();
    }

    private static String names(Collection<Counter> counters) {
        return counters.stream().map(Counter::words).collect(Collectors.joining(", "));
    }

    /** What increased beyond its slack; empty where nothing did, or nothing can be compared. */
    List<Cause> causes() {
        return readings.values().stream().filter(reading -> decide && reading.increased())
                .<Cause>map(Cause.Counted::new).toList();
    }
}
