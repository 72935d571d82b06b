package dev.regatta.report.html;

import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Quantity;
import dev.regatta.explore.Sla;
import dev.regatta.protocol.ClientId;
import dev.regatta.report.ExplorationWords;
import dev.regatta.report.Words;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One view of the curves of an exploration. */
final class ExplorationPlot {

    /** What is drawn upwards. */
    enum View {
        /** p99, and p50 as a thin line. */
        LATENCY,
        /** Operations per second. */
        ACHIEVED,
        /** CPU time of the client for an operation. */
        CLIENT_CPU,
        /** The load within the limit of latency, where something else than the load varies. */
        WITHIN,
        /** How many times the operations of the first client's closed loop. */
        RATIO,
        /** How many times the operations of the same client with the first size of its pool. */
        POOL_RATIO,
        /** How many times the load that the first client carries within the limit. */
        RATIO_WITHIN
    }

    private final Plan plan;
    private final Curves curves;
    private final ExplorationWords words;
    private final View view;

    private ExplorationPlot(Exploration exploration, View view) {
        this.plan = exploration.facts().plan();
        this.curves = new Curves(exploration);
        this.words = new ExplorationWords(exploration);
        this.view = view;
    }

    /** The plots that have something to draw, the most telling first. */
    static List<ExplorationPlot> of(Exploration exploration) {
        boolean load = exploration.facts().plan().axis() == Axis.LOAD;
        return (load
                ? List.of(View.LATENCY, View.ACHIEVED, View.CLIENT_CPU)
                : List.of(View.WITHIN, View.RATIO_WITHIN, View.ACHIEVED, View.RATIO, View.POOL_RATIO, View.LATENCY,
                        View.CLIENT_CPU))
                .stream()
                .map(view -> new ExplorationPlot(exploration, view))
                .filter(plot -> plot.lines().stream().anyMatch(line -> !line.marks().isEmpty())).toList();
    }

    /** What is drawn upwards. */
    View view() {
        return view;
    }

    void draw(Markup page) {
        chart().draw(page);
    }

    /** What it shows. */
    String caption() {
        return switch (view) {
            case LATENCY -> "Latency: p99 with its interval, and p50 as a thin line. The scale is logarithmic.";
            case ACHIEVED -> plan.axis() == Axis.LOAD
                    ? "What was achieved of what was offered. The thin line is all of it."
                    : "What a closed loop carries.";
            case CLIENT_CPU -> "CPU time of the client for an operation.";
            case WITHIN -> "The load at which " + plan.sla().map(ExplorationWords::within).orElse("") + ".";
            case RATIO -> "What a closed loop carries, as a ratio to " + first()
                    + ", of slices that took turns. Intervals that hold 1 do not tell them apart.";
            case POOL_RATIO -> words.poolRatiosTitle() + ".";
            case RATIO_WITHIN -> "The load at which " + plan.sla().map(ExplorationWords::within).orElse("")
                    + ", as a ratio to that of " + first() + ".";
        };
    }

    Chart chart() {
        Chart.Spacing spacing = plan.axis() == Axis.CONCURRENCY || plan.axis() == Axis.POOL
                ? Chart.Spacing.LOGARITHMIC
                : Chart.Spacing.EVEN;
        var x = new Chart.Ruler(plan.axis() == Axis.LATENCY
                ? "added to every round trip"
                : plan.axis() == Axis.LOAD ? "offered: " + Axis.LOAD.unit() : plan.axis().unit(), spacing,
                plan.axis() == Axis.LATENCY ? micros -> Words.duration(micros * 1e3) : Label::of);
        return switch (view) {
            case LATENCY ->
                new Chart(x, new Chart.Ruler("p99 latency", Chart.Spacing.LOGARITHMIC, Words::duration), lines(),
                        plan.axis() == Axis.LOAD
                                ? plan.sla().map(sla -> new Chart.Level(sla.limit().toNanos(), limit(sla), "limit"))
                                : Optional.empty(),
                        false);
            case ACHIEVED -> new Chart(x,
                    new Chart.Ruler("achieved: operations per second", Chart.Spacing.EVEN, Label::of), lines(),
                    Optional.empty(), plan.axis() == Axis.LOAD);
            case CLIENT_CPU ->
                new Chart(x, new Chart.Ruler("client CPU per operation", Chart.Spacing.EVEN, Words::duration),
                        lines(), Optional.empty(), false);
            case WITHIN ->
                new Chart(x, new Chart.Ruler("operations per second", Chart.Spacing.EVEN, Label::of), lines(),
                        Optional.empty(), false);
            case RATIO, RATIO_WITHIN -> ratios(x, "ratio to " + first());
            case POOL_RATIO -> ratios(x, "ratio to a pool of " + plan.allConditions().getFirst().pool());
        };
    }

    private Chart ratios(Chart.Ruler x, String words) {
        return new Chart(x, new Chart.Ruler(words, Chart.Spacing.RATIOS, Label::ratio), lines(),
                Optional.of(new Chart.Level(1, "as much", "axis")), false);
    }

    private static String limit(Sla sla) {
        return "limit: " + sla.percentile() + " " + Words.duration(sla.limit().toNanos());
    }

    private List<Chart.Line> lines() {
        var lines = new ArrayList<Chart.Line>();
        for (int number = 0; number < plan.clients().size(); number++) {
            ClientId client = plan.clients().get(number);
            switch (view) {
                case LATENCY -> {
                    lines.add(line(client, number, Quantity.P50, true));
                    lines.add(line(client, number, Quantity.P99, false));
                }
                case ACHIEVED -> lines.add(line(client, number, Quantity.ACHIEVED, false));
                case CLIENT_CPU -> lines.add(line(client, number, Quantity.CLIENT_CPU, false));
                case WITHIN -> lines.add(within(client, number));
                case RATIO, RATIO_WITHIN -> {
                    if (number > 0) {
                        lines.add(ratios(client, number));
                    }
                }
                case POOL_RATIO -> lines.add(ratios(client, number));
            }
        }
        return lines;
    }

    private Chart.Line line(ClientId client, int number, Quantity quantity, boolean thin) {
        var marks = new ArrayList<Chart.Mark>();
        for (Curves.Position position : curves.of(client)) {
            Optional.ofNullable(position.readings().get(quantity))
                    .ifPresent(estimate -> marks.add(new Chart.Mark(position.x(),
                            estimate, !position.carried() || !position.onTime(),
                            told(client, position.x(), quantity, estimate, ExplorationWords.notes(position)))));
        }
        return new Chart.Line(thin ? quantity.name().toLowerCase(Locale.ROOT) : client.toString(), number, marks, thin);
    }

    private Chart.Line within(ClientId client, int number) {
        var marks = new ArrayList<Chart.Mark>();
        for (Conditions conditions : plan.allConditions()) {
            curves.carried(client, conditions).load().ifPresent(load -> marks.add(new Chart.Mark(plan.value(conditions),
                    load, false, told(client, plan.value(conditions), Quantity.ACHIEVED, load, ""))));
        }
        return new Chart.Line(client.toString(), number, marks, false);
    }

    private Chart.Line ratios(ClientId client, int number) {
        var marks = new ArrayList<Chart.Mark>();
        for (Conditions conditions : plan.allConditions()) {
            ratio(client, conditions)
                    .ifPresent(ratio -> marks.add(new Chart.Mark(plan.value(conditions), ratio, false,
                            client + " at " + words.x(plan.value(conditions)) + ": " + ExplorationWords.ratio(ratio))));
        }
        return new Chart.Line(client.toString(), number, marks, false);
    }

    private Optional<ConfidenceInterval> ratio(ClientId client, Conditions conditions) {
        return switch (view) {
            case RATIO -> curves.closedRatio(client, first(), conditions);
            case POOL_RATIO -> Optional.of(plan.allConditions().getFirst()).filter(other -> !other.equals(conditions))
                    .flatMap(other -> curves.poolRatio(client, conditions, other));
            default -> curves.carriedRatio(client, first(), conditions);
        };
    }

    private ClientId first() {
        return plan.clients().getFirst();
    }

    private String told(ClientId client, double x, Quantity quantity, ConfidenceInterval estimate, String notes) {
        return client + " at " + words.x(x) + ": " + ExplorationWords.estimate(quantity, estimate)
                + (notes.isEmpty() ? "" : ", " + notes);
    }
}
