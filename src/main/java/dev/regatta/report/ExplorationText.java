package dev.regatta.report;

import dev.regatta.explore.Axis;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Quantity;
import dev.regatta.protocol.ClientId;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An exploration as text: what was asked and where it was measured, the load within the limit of latency where one was
 * searched, and for each client its curve in two tables. Numbers have half their 95 % interval.
 */
public final class ExplorationText {

    private final Exploration exploration;
    private final Plan plan;
    private final Curves curves;
    private final ExplorationWords words;

    /**
     * Of an exploration, complete or not.
     *
     * @param resume the command that goes on with it
     */
    public ExplorationText(Exploration exploration, String resume) {
        this.exploration = exploration;
        this.plan = exploration.facts().plan();
        this.curves = new Curves(exploration);
        this.words = new ExplorationWords(exploration, resume);
    }

    /** The text, every line ended by a line feed. */
    public String text() {
        var text = new StringBuilder();
        words.incomplete().or(words::open).ifPresent(sentence -> Lines.wrap(text, sentence));
        Lines.wrap(text, words.title());
        words.asked().forEach(sentence -> Lines.wrap(text, sentence));
        Lines.add(text, "Regatta %s, commit %s, started %s", exploration.facts().tool(),
                exploration.facts().commit(), exploration.facts().started());
        Lines.wrap(text, String.join(", ", words.where()));
        words.services().ifPresent(table -> table(text, table));
        words.within().ifPresent(table -> table(text, table));
        words.ratios().forEach(table -> table(text, table));
        plan.clients().forEach(client -> curve(text, client));
        text.append('\n');
        words.words().forEach(sentence -> Lines.wrap(text, sentence));
        return text.toString();
    }

    private static void table(StringBuilder text, ExplorationWords.Table table) {
        text.append('\n');
        Lines.wrap(text, table.title() + (table.note().isEmpty() ? "" : ". " + table.note()));
        table(text, Stream.concat(Stream.of(table.headings()), table.rows().stream()).toList());
    }

    private void curve(StringBuilder text, ClientId client) {
        text.append('\n');
        Lines.wrap(text, client + "  (" + words.versions(client) + ")");
        words.besideTheLoad(client).ifPresent(sentence -> Lines.wrap(text, sentence));
        List<Curves.Position> positions = curves.of(client);
        if (positions.isEmpty()) {
            Lines.add(text, "  nothing was measured of it");
            return;
        }
        boolean settings = plan.axis() != Axis.LOAD;
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(words.axis(), "achieved", "p50", "p95", "p99", ExplorationWords.BOUND, ""));
        List<List<String>> costs = new ArrayList<>();
        costs.add(costs(settings, List.of(words.axis(), "client CPU / op", "server CPU / op", "heap / op", "memory")));
        for (Curves.Position position : positions) {
            var row = new ArrayList<>(List.of(words.x(position.x())));
            row.addAll(ExplorationWords.readings(position, ExplorationText::reading, Quantity.ACHIEVED, Quantity.P50,
                    Quantity.P95, Quantity.P99));
            row.addAll(List.of(ExplorationWords.bound(position.limit()), ExplorationWords.notes(position)));
            rows.add(row);
            var cost = new ArrayList<>(List.of(words.x(position.x())));
            cost.addAll(ExplorationWords.readings(position, ExplorationText::reading, Quantity.CLIENT_CPU,
                    Quantity.SERVER_CPU, Quantity.ALLOCATED));
            cost.add(words.memory(client, position.x()));
            costs.add(costs(settings, cost));
        }
        table(text, rows);
        table(text, costs);
        if (settings) {
            Lines.wrap(text, words.whatMemoryIs());
        }
    }

    /** A row without its last entry where that is of the whole curve. */
    private static List<String> costs(boolean last, List<String> entries) {
        return entries.subList(0, entries.size() - (last ? 0 : 1));
    }

    private static String reading(Quantity quantity, ConfidenceInterval estimate) {
        return ExplorationWords.number(quantity, estimate.value()) + " " + ExplorationWords.spread(estimate);
    }

    private static void table(StringBuilder text, List<List<String>> rows) {
        String form = Columns.form(rows, column -> false);
        rows.forEach(row -> Lines.add(text, form, row.toArray()));
    }
}
