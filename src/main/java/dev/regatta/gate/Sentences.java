package dev.regatta.gate;

import dev.regatta.baseline.BookEntry;
import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Recipe;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The sentences users read when a build breaks; their tests are in the tests of the gate. */
final class Sentences {

    /** What a reader of a loss without a changed input should look at first. */
    static final String MACHINE_FIRST = "; the inputs are the baseline's, so suspect the machine first";

    /** So many changes are named in a sentence; four fit as well as three and a number. */
    private static final int SHOWN = 3;

    private Sentences() {
    }

    /** {@code at least 34 % less throughput, … are ruled out}: rounded up, and 1 % where no loss at all is left. */
    static String ruledOut(SortedMap<Metric, MetricReading> readings) {
        return readings.values().stream().map(reading -> String.format(Locale.ROOT,
                reading.metric() == Metric.THROUGHPUT ? "%.0f %% less %s" : "%.0f %% more %s",
                Math.max(1, Math.ceil(100 * reading.metric().fraction(reading.metric().lossOfRatio(reading.worst())))),
                reading.metric().words())).collect(Collectors.joining(", ", "at least ", " are ruled out"));
    }

    /** A recipe's first jar, which is the driver: {@code postgresql 42.7.14}. */
    static String driver(Recipe recipe) {
        return recipe.artifacts().stream().findFirst()
                .map(jar -> jar.module().substring(jar.module().indexOf(':') + 1) + " " + jar.version())
                .orElse(recipe.stack());
    }

    /** The versions of a duel, {@code (postgresql 42.7.14 -> 42.2.21)}. */
    static String versions(CellMeasurement measurement, Recipe older) {
        String recipes = measurement.candidate().equals(older)
                ? driver(measurement.candidate()) + " on both sides"
                : "";
        return "(" + Stream.of(recipes, inShort(changes(measurement, older)))
                .filter(words -> !words.isEmpty()).collect(Collectors.joining(", ")) + ")";
    }

    /** The first changes, and how many more there are: a client may bring dozens of jars. */
    static String inShort(List<String> changes) {
        int more = changes.size() - SHOWN;
        return more < 2
                ? String.join(", ", changes)
                : String.join(", ", changes.subList(0, SHOWN)) + " and " + more + " more";
    }

    /**
     * What differs between the sides of a duel. First versions of what the client is made of, then options, JDK, code and server,
     * then versions of the jars that come with it.
     */
    static List<String> changes(CellMeasurement measurement, Recipe older) {
        var jars = new ArrayList<String>();
        var changes = new ArrayList<String>();
        Recipe candidate = measurement.candidate();
        var parts = candidate.changesFrom(older);
        var roots = Stacks.find(candidate.stack()).map(Stack::roots).orElse(List.of()).stream()
                .map(root -> root.module().substring(root.module().indexOf(':') + 1) + " ").toList();
        roots.forEach(root -> parts.stream().filter(part -> part.startsWith(root)).forEach(changes::add));
        parts.stream().filter(part -> !changes.contains(part))
                .forEach(part -> (part.startsWith("options ") ? changes : jars).add(part));
        changed("JDK", measurement, ForkStart::jdk).ifPresent(changes::add);
        changed("code", measurement, fork -> fork.code().isEmpty() ? "Regatta's own" : fork.code())
                .ifPresent(changes::add);
        server(fact(Arm.BASELINE, measurement, ForkStart::server), fact(Arm.CANDIDATE, measurement, ForkStart::server))
                .ifPresent(changes::add);
        changes.addAll(jars);
        return List.copyOf(changes);
    }

    /**
     * The first part of two servers' names that differs: {@code server PostgreSQL 17.5 -> PostgreSQL 18.6}, or else the artifact,
     * the image or the hash of the settings.
     */
    private static Optional<String> server(String older, String newer) {
        if (older.isEmpty() || newer.isEmpty()) {
            return Optional.empty();
        }
        String[] was = older.split(", ");
        String[] is = newer.split(", ");
        return IntStream.range(0, Math.min(was.length, is.length)).filter(part -> !was[part].equals(is[part]))
                .mapToObj(part -> "server " + shortened(was[part]) + " -> " + shortened(is[part])).findFirst();
    }

    /** With 12 digits of a digest. */
    private static String shortened(String server) {
        return server.replaceAll("(sha256:[0-9a-f]{12})[0-9a-f]{52}", "$1");
    }

    private static Optional<String> changed(String what, CellMeasurement measurement, Function<ForkStart, String> of) {
        var older = fact(Arm.BASELINE, measurement, of);
        var newer = fact(Arm.CANDIDATE, measurement, of);
        return older.equals(newer) ? Optional.empty() : Optional.of(what + " " + older + " -> " + newer);
    }

    private static String fact(Arm arm, CellMeasurement measurement, Function<ForkStart, String> of) {
        return measurement.forks().stream().filter(fork -> fork.arm() == arm).map(of).findFirst().orElse("unknown");
    }

    /** The versions and origin of a book entry. */
    static String versions(CellMeasurement measurement, BookEntry entry) {
        return "(" + driver(measurement.candidate()) + " on both sides, stored " + entry.date() + " at commit "
                + entry.commit() + ")";
    }

    /** {@code throughput is 0.109 [0.105, 0.113] of the baseline's (versions), client CPU is …}. */
    static String readings(List<Metric> metrics, SortedMap<Metric, MetricReading> readings, String versions) {
        var phrases = new ArrayList<String>();
        for (Metric metric : metrics) {
            var reading = readings.get(metric);
            phrases.add(metric.words() + " is " + ratio(reading)
                    + (phrases.isEmpty() ? " of the baseline's " + versions : ""));
        }
        return String.join(", ", phrases);
    }

    /** How small a change of each metric could have been seen. */
    static String smallestChanges(SortedMap<Metric, MetricReading> readings) {
        return "smallest losses it could have shown: " + readings.values().stream()
                .map(reading -> reading.metric().words() + " " + percent(reading.smallestChange()))
                .collect(Collectors.joining(", "));
    }

    /** The measurement's size. */
    static String size(int pairs, int forks) {
        return pairs + " pairs from " + forks + (forks == 1 ? " fork" : " forks");
    }

    /** How many of them do not count; nothing where all do. */
    static String setAside(int forks) {
        return forks == 0
                ? ""
                : ", of which " + forks + (forks == 1 ? " fork does" : " forks do")
                        + " not count: others used the CPUs";
    }

    /** A fraction in percent with one decimal. */
    static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
    }

    private static String ratio(MetricReading reading) {
        String form = reading.upper() >= 10 ? "%.1f [%.1f, %.1f]" : "%.3f [%.3f, %.3f]";
        return String.format(Locale.ROOT, form, reading.ratio(), reading.lower(), reading.upper());
    }
}
