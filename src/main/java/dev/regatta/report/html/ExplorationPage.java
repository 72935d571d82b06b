package dev.regatta.report.html;

import dev.regatta.explore.Axis;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Facts;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Quantity;
import dev.regatta.protocol.ClientId;
import dev.regatta.report.ExplorationWords;

import java.util.ArrayList;
import java.util.List;

/**
 * An exploration as one page of HTML that needs nothing else: no script, no network, no other file. What was asked, the
 * load within the limit of latency, the curves as plots and as tables, and where it was measured.
 */
public final class ExplorationPage {

    private final Exploration exploration;
    private final Facts facts;
    private final Plan plan;
    private final Curves curves;
    private final ExplorationWords words;

    private ExplorationPage(Exploration exploration, String resume) {
        this.exploration = exploration;
        this.facts = exploration.facts();
        this.plan = facts.plan();
        this.curves = new Curves(exploration);
        this.words = new ExplorationWords(exploration, resume);
    }

    /**
     * The page of an exploration, complete or not.
     *
     * @param resume the command that goes on with it
     */
    public static String page(Exploration exploration, String resume) {
        return new ExplorationPage(exploration, resume).page();
    }

    private String page() {
        Markup page = Markup.page();
        page.in("html", () -> {
            Head.write(page, words.title(), "report.css", "plot.css");
            page.in("body", () -> {
                page.leaf("a", "Skip to the curves", "class", "skip", "href", "#curves");
                page.in("header", () -> opening(page));
                page.in("main", () -> {
                    words.services().ifPresent(table -> section(page, table));
                    words.within().ifPresent(table -> section(page, table));
                    words.ratios().forEach(table -> section(page, table));
                    plots(page);
                    page.in("section", () -> {
                        page.leaf("h2", "Curves in numbers");
                        plan.clients().forEach(client -> curve(page, client));
                    });
                    where(page);
                });
                page.in("footer", () -> page.in("ul",
                        () -> words.words().forEach(sentence -> page.leaf("li", sentence)), "class", "notes"));
            });
        }, "lang", "en");
        return page + "\n";
    }

    private void opening(Markup page) {
        page.leaf("p", "Regatta " + facts.tool() + " · commit " + facts.commit() + " · started " + facts.started(),
                "class", "quiet");
        page.leaf("h1", words.title());
        words.incomplete().or(words::open).ifPresent(sentence -> page.leaf("p", sentence, "class", "bad"));
        page.leaf("p", String.join(" ", words.asked()));
        page.in("ul", () -> plan.clients().forEach(client -> page.in("li", () -> {
            page.leaf("strong", client.toString());
            page.text(": " + words.versions(client));
        })));
    }

    private static void section(Markup page, ExplorationWords.Table table) {
        page.in("section", () -> {
            page.leaf("h2", table.title());
            NumberTable.write(page, table.title(), table.headings(), table.rows());
            if (!table.note().isEmpty()) {
                page.leaf("p", table.note(), "class", "quiet");
            }
        });
    }

    private void plots(Markup page) {
        page.in("section", () -> {
            page.leaf("h2", "Curves");
            List<ExplorationPlot> plots = ExplorationPlot.of(exploration);
            if (plots.isEmpty()) {
                page.leaf("p", "Nothing can be drawn: no point was measured.");
            }
            page.in("div", () -> {
                plots.forEach(plot -> page.in("figure", () -> {
                    page.leaf("figcaption", plot.caption());
                    plot.draw(page);
                }));
                ExplorationRatios.of(exploration).ifPresent(rows -> page.in("figure", () -> {
                    page.leaf("figcaption", rows.caption());
                    rows.draw(page);
                }));
            }, "class", "plots");
        }, "id", "curves");
    }

    private void curve(Markup page, ClientId client) {
        page.leaf("h3", client.toString());
        words.besideTheLoad(client).ifPresent(sentence -> page.leaf("p", sentence, "class", "quiet"));
        List<Curves.Position> positions = curves.of(client);
        if (positions.isEmpty()) {
            page.leaf("p", "Nothing was measured of it.", "class", "bad");
            return;
        }
        var headings = new ArrayList<>(List.of(words.axis(), "achieved", "p50", "p95", "p99", "client CPU / op",
                "server CPU / op", "heap / op", ExplorationWords.BOUND));
        boolean settings = plan.axis() != Axis.LOAD;
        if (settings) {
            headings.add(headings.indexOf(ExplorationWords.BOUND), "memory");
        }
        NumberTable.write(page, "Curve of " + client, headings, positions.stream().map(position -> {
            var row = new ArrayList<>(List.of(words.x(position.x())));
            row.addAll(ExplorationWords.readings(position, ExplorationPage::reading, Quantity.ACHIEVED, Quantity.P50,
                    Quantity.P95, Quantity.P99, Quantity.CLIENT_CPU, Quantity.SERVER_CPU, Quantity.ALLOCATED));
            if (settings) {
                row.add(words.memory(client, position.x()));
            }
            String notes = ExplorationWords.notes(position);
            row.add(ExplorationWords.bound(position.limit()) + (notes.isEmpty() ? "" : "\n" + notes));
            return List.copyOf(row);
        }).toList());
        if (settings) {
            page.leaf("p", words.whatMemoryIs(), "class", "quiet");
        }
    }

    private static String reading(Quantity quantity, ConfidenceInterval estimate) {
        return ExplorationWords.number(quantity, estimate.value()) + "\n"
                + ExplorationWords.interval(quantity, estimate);
    }

    private void where(Markup page) {
        page.in("section", () -> {
            page.leaf("h2", "Where it was measured");
            NumberTable.write(page, "Environment", List.of("fact", "value"), words.environment().facts().entrySet()
                    .stream().map(fact -> List.of(fact.getKey(), fact.getValue())).toList());
        });
    }
}
