package dev.regatta.report.html;

import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.CountReading;
import dev.regatta.gate.Evidence;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Versions;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.Words;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the verdict on one cell rests on: the arithmetic, the distributions, the pairs, the counters and the forks. */
final class CellDetails {

    private final JudgedCell cell;
    private final CellVerdict verdict;
    private final Optional<Evidence> evidence;

    CellDetails(JudgedCell cell) {
        this.cell = cell;
        verdict = cell.verdict();
        evidence = cell.evidence();
    }

    /** Writes all of it; {@code open} when it is worth seeing at once. */
    void write(Markup page, boolean open) {
        String[] attributes = open
                ? new String[]{"id", cell.anchor(), "class", "cell", "open", ""}
                : new String[]{"id", cell.anchor(), "class", "cell"};
        page.in("details", () -> {
            page.in("summary", () -> {
                cell.badge(page);
                page.text(" ").leaf("strong", verdict.cell().toString());
            });
            page.leaf("p", VerdictWords.reason(verdict));
            verdict.rival().ifPresent(client -> page.leaf("p",
                    "The candidate is " + verdict.cell().client() + ", the baseline " + client + "."));
            String changes = Change.words(verdict.changes());
            if (!changes.equals(VerdictWords.changes(verdict.changes()))) {
                page.leaf("p", "All that changed: " + changes);
            }
            if (!verdict.warnings().isEmpty()) {
                page.in("ul", () -> verdict.warnings().forEach(warning -> page.leaf("li", warning)), "class", "notes");
            }
            if (!verdict.readings().isEmpty()) {
                arithmetic(page);
            }
            evidence.ifPresent(pairs -> plots(page, pairs));
            if (!verdict.counts().isEmpty()) {
                counts(page);
            }
            if (!verdict.frames().isEmpty()) {
                frames(page);
            }
            cell.measurement().filter(measured -> !measured.forks().isEmpty())
                    .ifPresent(measured -> forks(page, measured));
            page.leaf("pre", cell.command(), "class", "command", "tabindex", "0");
        }, attributes);
    }

    private void arithmetic(Markup page) {
        Figures candidate = verdict.figures().orElseThrow().candidate();
        Figures yardstick = evidence.orElseThrow().figures();
        NumberTable.write(page, "Arithmetic of " + verdict.cell(),
                List.of("", evidence.orElseThrow().yardstick().toString(), "candidate", "ratio",
                        "95 % interval", "limit", "loss θ", "± SE", "θ / SE", "(limit − θ) / SE", "values", "MDE"),
                verdict.readings().values().stream()
                        .map(reading -> List.of(Words.metric(verdict, reading.metric()),
                                absolute(reading.metric(), yardstick), absolute(reading.metric(), candidate),
                                Words.ratio(reading.ratio()), Words.interval(reading),
                                Words.ratio(reading.limit()), logarithm(reading.theta()),
                                logarithm(reading.standardError()), errors(reading.theta(), reading),
                                errors(reading.metric().lossOfRatio(reading.limit()) - reading.theta(), reading),
                                Integer.toString(reading.count()), Words.percent(reading.smallestChange())))
                        .toList());
    }

    private static String absolute(Metric metric, Figures figures) {
        return switch (metric) {
            case THROUGHPUT -> Words.grouped(figures.operationsPerSecond()) + "/s";
            case TAIL_LATENCY -> Words.duration(figures.tailMicros() * 1e3);
            case CLIENT_CPU -> Words.duration(figures.clientCpuMicros() * 1e3);
        };
    }

    private static String logarithm(double number) {
        return String.format(Locale.ROOT, "%.4f", number);
    }

    private static String errors(double distance, MetricReading reading) {
        return reading.standardError() > 0
                ? String.format(Locale.ROOT, "%.1f", distance / reading.standardError())
                : "-";
    }

    private void plots(Markup page, Evidence compared) {
        List<Pair> pairs = compared.pairs();
        List<Arm> arms = List.of(Arm.CANDIDATE, compared.yardstick());
        SortedMap<Arm, Latencies> latencies = latencies(pairs);
        page.in("div", () -> {
            page.in("figure", () -> {
                page.leaf("figcaption", "Latency of an operation: share of operations (square root) over time"
                        + " (logarithmic). Below, from the median to p99.");
                new LatencyPlot(latencies).draw(page);
                legend(page, List.copyOf(latencies.keySet()));
            });
            page.in("figure", () -> {
                var pairPlot = new PairPlot(pairs);
                page.leaf("figcaption", "Pairs in run order." + (pairPlot.neighbours() > 1
                        ? " A mark stands for " + pairPlot.neighbours() + " neighbouring pairs of one set: the median"
                                + " of their throughputs, or of their logarithmic ratios."
                        : ""));
                pairPlot.draw(page, arms, gains(compared),
                        verdict.readings().entrySet().stream().collect(
                                Collectors.toMap(Map.Entry::getKey, reading -> Gain.of(reading.getValue()).limit())));
                legend(page, arms);
            });
        }, "class", "plots");
        percentiles(page, pairs, latencies);
    }

    /** The latencies of each arm that took part in every pair, of all its slices. */
    private static SortedMap<Arm, Latencies> latencies(List<Pair> pairs) {
        var latencies = new TreeMap<Arm, Latencies>();
        Arrays.stream(Arm.values()).filter(arm -> PairedRatios.everyPairHolds(arm, pairs))
                .forEach(arm -> latencies.put(arm,
                        Latencies.merged(pairs.stream().map(pair -> pair.of(arm).slice().latencies()).toList())));
        return latencies;
    }

    /** What each pair, or block of pairs, says of each metric that was judged, by fork. */
    private SortedMap<Metric, SortedMap<Integer, double[]>> gains(Evidence compared) {
        var gains = new TreeMap<Metric, SortedMap<Integer, double[]>>();
        verdict.readings().keySet()
                .forEach(metric -> compared.gains(metric).ifPresent(pairs -> gains.put(metric, pairs.bySet())));
        return gains;
    }

    private static void legend(Markup page, List<Arm> arms) {
        page.in("p", () -> arms.forEach(arm -> page.in("span", () -> {
            page.in("svg", () -> {
                page.empty("path", "class", "curve " + arm, "d", "M0 6H16");
                page.empty("path", "class", "dots " + arm, "d", "M24 6h0");
            }, "viewBox", "0 0 30 12", "aria-hidden", "true");
            page.text(arm.toString());
        })), "class", "legend");
    }

    private void percentiles(Markup page, List<Pair> pairs, SortedMap<Arm, Latencies> latencies) {
        CellMeasurement measurement = cell.measurement().orElseThrow();
        NumberTable.write(page, "Latencies of " + verdict.cell(),
                List.of("arm", "p50", "p90", "p99", "p99.9", "longest",
                        "switches / op", "pinned parks / op"),
                latencies.entrySet().stream().map(arm -> {
                    Function<Double, String> percentile = at -> Words
                            .duration(arm.getValue().valueAt(at));
                    return List.of(arm.getKey().toString(), percentile.apply(50.0), percentile.apply(90.0),
                            percentile.apply(99.0), percentile.apply(99.9), percentile.apply(100.0),
                            Counted.contextSwitches(pairs, arm.getKey()).orElse("-"),
                            Counted.pinnedParks(measurement, arm.getKey()).orElse("-"));
                }).toList());
    }

    private void counts(Markup page) {
        NumberTable.write(page, "Counters of " + verdict.cell(), List.of("per operation", "baseline", "candidate", ""),
                verdict.counts().values().stream().flatMap(reading -> Stream.concat(
                        Stream.of(List.of(reading.counter().words(),
                                reading.before().map(reading.counter()::number).orElse("-"),
                                reading.counter().number(reading.now().perOperation()),
                                difference(reading))),
                        Counted.parts(cell, reading))).toList());
    }

    /** Between two clients a difference is neither good nor bad. */
    private String difference(CountReading reading) {
        boolean judged = verdict.rival().isEmpty();
        return reading.increased()
                ? (judged ? "✗ more" : "more")
                : reading.decreased() ? (judged ? "▲ less" : "less") : "";
    }

    private void frames(Markup page) {
        NumberTable.write(page, "Methods of " + verdict.cell(), List.of(verdict.rival().isPresent()
                ? "methods on more stacks than of the other client"
                : "methods on more stacks than before", "state",
                "baseline", "candidate", "on top"),
                verdict.frames().stream()
                        .map(frame -> List.of(frame.method(), frame.state().words(), Words.percent(frame.before()),
                                Words.percent(frame.now()), Words.percent(frame.onTop())))
                        .toList());
    }

    private static void forks(Markup page, CellMeasurement measurement) {
        page.in("details", () -> {
            page.leaf("summary", Words.counted(measurement.forks().size(), "JVM") + ", "
                    + Words.counted(measurement.pairs().size(), "pair") + " of " + measurement.timed().sliceMillis()
                    + " ms slices, " + Words.counted(measurement.setup().connections(), "operation") + " in flight");
            NumberTable.write(page, "JVMs of " + measurement.cell(),
                    List.of("arm", "JDK", "code", "warm-up slices, fork by fork", "forks not steady"),
                    measurement.forks().stream().collect(Collectors.groupingBy(
                            fork -> List.of(fork.arm().toString(), fork.jdk(), Versions.code(fork)), LinkedHashMap::new,
                            Collectors.toList()))
                            .entrySet().stream().map(alike -> Stream.concat(alike.getKey().stream(), Stream.of(
                                    listed(alike.getValue().stream().map(ForkStart::warmUpSlices)),
                                    listed(alike.getValue().stream().filter(fork -> !fork.steady())
                                            .map(ForkStart::set))))
                                    .toList())
                            .toList());
        });
    }

    private static String listed(Stream<Integer> numbers) {
        String list = numbers.map(String::valueOf).collect(Collectors.joining(", "));
        return list.isEmpty() ? "none" : list;
    }
}
