package dev.regatta.baseline;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.BaselineChange.Difference;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * What differs between two forms of a part of a baseline file, number by number. What nothing is decided by is left
 * out: it is shown elsewhere.
 */
final class Differences<T> {

    /** In the order of the file. */
    private static final List<Metric> METRICS = List.of(Metric.values()).reversed();

    /** Which numbers let a gate that compares with them see less than with the one before. */
    private enum Looser {
        /** None: the number is displayed. */
        NONE,
        /** A smaller one: it is evidence. */
        SMALLER,
        /** A larger one. */
        LARGER,
        /** Any other one: too large it hides losses, too small it rules out losses that are there. */
        OTHER,
        /** Any other one, and one where there was none: it may be large. */
        ANY;

        boolean is(Optional<Number> before, Optional<Number> after) {
            if (this == NONE || before.isEmpty()) {
                return this == ANY;
            }
            double growth = after.map(Number::doubleValue).orElse(Double.NaN) - before.get().doubleValue();
            return after.isEmpty() || switch (this) {
                case NONE -> false;
                case SMALLER -> growth < 0;
                case LARGER -> growth > 0;
                case OTHER, ANY -> true;
            };
        }
    }

    private final Optional<T> before;
    private final Optional<T> after;
    private final List<Difference> found = new ArrayList<>();

    private Differences(Optional<T> before, Optional<T> after) {
        this.before = before;
        this.after = after;
    }

    /** Those of a cell's entry, which may be new. What it was measured with says what the others come from. */
    static List<Difference> ofEntry(Optional<BookEntry> before, BookEntry after) {
        var entry = new Differences<>(before, Optional.of(after));
        for (Counter counter : Counter.values()) {
            entry.number("counts." + name(counter), Looser.LARGER, of -> of.counts().get(counter));
        }
        entry.number("figures.tailPercentile", Looser.OTHER, of -> of.figures().tailPercentile());
        entry.number("sets", Looser.SMALLER, BookEntry::sets);
        entry.number("pairs", Looser.SMALLER, BookEntry::pairs);
        entry.number("pinnedParks", Looser.LARGER, of -> of.pinnedParks().orElse(null));
        for (Metric metric : METRICS) {
            ratio(metric, before, after).ifPresent(entry.found::add);
            entry.number(name(metric) + ".standardError", Looser.OTHER,
                    of -> of.ratio(metric).map(StoredRatio::standardError).orElse(null));
        }
        entry.found.addAll(inputs(before.flatMap(BookEntry::inputs), after.inputs()));
        return entry.found;
    }

    /** Those of a client's noise, which may be new or removed. */
    static List<Difference> ofNoise(Optional<SortedMap<Metric, Noise>> before,
            Optional<SortedMap<Metric, Noise>> after) {
        List<Difference> found = new ArrayList<>();
        for (Metric metric : METRICS) {
            var noise = new Differences<>(before.map(all -> all.get(metric)), after.map(all -> all.get(metric)));
            noise.number(name(metric) + ".betweenForks", Looser.ANY, Noise::betweenForks);
            noise.number(name(metric) + ".betweenRuns", Looser.ANY,
                    of -> of.betweenRuns().isPresent() ? of.betweenRuns().getAsDouble() : null);
            noise.number(name(metric) + ".pairSigma", Looser.NONE, Noise::pairSigma);
            found.addAll(noise.found);
        }
        return found;
    }

    /** Notes a number, which is null where there is none. */
    private void number(String name, Looser looser, Function<T, Number> of) {
        Optional<Number> then = before.map(of);
        Optional<Number> now = after.map(of);
        if (!then.equals(now)) {
            found.add(new Difference(new Change(name, then.map(Number::toString).orElse(""),
                    now.map(Number::toString).orElse("none")), false, looser.is(then, now)));
        }
    }

    /** The ratio to the wire, as a ratio. */
    private static Optional<Difference> ratio(Metric metric, Optional<BookEntry> before, BookEntry after) {
        String what = metric.words() + " / wire";
        Optional<Double> stored = before.flatMap(entry -> entry.ratio(metric)).map(StoredRatio::logRatio);
        Optional<Double> again = after.ratio(metric).map(StoredRatio::logRatio);
        if (stored.isEmpty() || again.isEmpty()) {
            return stored.map(then -> new Difference(new Change(what, rounded(then), "none"), true, true))
                    .or(() -> again.map(now -> new Difference(new Change(what, "", rounded(now)), true, false)));
        }
        double then = stored.get();
        double now = again.get();
        double worse = metric.loss(now) - metric.loss(then);
        return then == now
                ? Optional.empty()
                : Optional.of(new Difference(
                        new Change(what, rounded(then), String.format(Locale.ROOT, "%s, %.1f %% %s",
                                rounded(now), 100 * Math.abs(metric.fraction(worse)), worse > 0 ? "worse" : "better")),
                        true, worse > 0));
    }

    private static String rounded(double logRatio) {
        return String.format(Locale.ROOT, "%.3f", Math.exp(logRatio));
    }

    private static List<Difference> inputs(Optional<Inputs> before, Optional<Inputs> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return before.equals(after)
                    ? List.of()
                    : List.of(new Difference(before.map(known -> new Change("inputs", "known", "none"))
                            .orElse(new Change("inputs", "", "known")), false,
                            before.isPresent()));
        }
        return after.get().changesFrom(before.get()).stream().map(change -> new Difference(
                new Change("input " + change.what(), change.before(), change.after()), false, false)).toList();
    }

    /** As the file calls it. */
    private static String name(Enum<?> constant) {
        return Json.line(constant).replace("\"", "");
    }
}
