package dev.regatta.report.html;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Environment;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Where each database ran, beside where its baseline was measured, fact by fact; what differs comes first. */
record EnvironmentSection(Map<Dialect, Baseline> baselines) {

    void write(Markup page, GateReport report) {
        page.in("section", () -> {
            page.leaf("h2", "Where it ran");
            if (report.environments().isEmpty()) {
                page.leaf("p", "No database was brought up.");
            }
            report.environments().forEach((database, now) -> write(page, database, now));
        });
    }

    private void write(Markup page, Dialect database, Fingerprint now) {
        Optional<Fingerprint> then = Optional.ofNullable(baselines.get(database))
                .flatMap(baseline -> baseline.nearest(now, any -> true)).map(Environment::fingerprint);
        var names = new TreeSet<>(now.facts().keySet());
        then.ifPresent(there -> names.addAll(there.facts().keySet()));
        var differing = names.stream().filter(name -> then.isPresent()
                && !Objects.equals(now.facts().get(name), then.get().facts().get(name))).toList();
        page.in("details", () -> {
            page.in("summary", () -> {
                page.leaf("strong", database.id());
                page.text(" " + now.fact(Fingerprint.DATABASE_VERSION) + ", " + now.fact(Fingerprint.DATABASE_MODE)
                        + ", " + now.fact(Fingerprint.NETWORK_PATH) + ", " + now.fact(Fingerprint.PLACEMENT) + ". "
                        + sentence(then, differing.isEmpty() ? "" : String.join(", ", differing)));
            });
            page.in("div", () -> page.in("table", () -> {
                page.in("thead", () -> page.in("tr", () -> {
                    page.leaf("th", "fact", "scope", "col");
                    page.leaf("th", "this run", "scope", "col");
                    page.leaf("th", "baseline", "scope", "col");
                }));
                page.in("tbody", () -> {
                    differing.forEach(name -> row(page, name, now, then, true));
                    names.stream().filter(name -> !differing.contains(name))
                            .forEach(name -> row(page, name, now, then, false));
                });
            }), "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Environment of " + database.id());
        });
    }

    private static String sentence(Optional<Fingerprint> then, String differing) {
        if (then.isEmpty()) {
            return "No baseline of this kind of environment is stored.";
        }
        return differing.isEmpty()
                ? "The baseline was measured in the same environment."
                : "≠ The baseline's environment differs in " + differing + ".";
    }

    private static void row(Markup page, String name, Fingerprint now, Optional<Fingerprint> then, boolean differs) {
        page.in("tr", () -> {
            page.leaf("th", (differs ? "≠ " : "") + name, "scope", "row");
            page.leaf("td", now.facts().getOrDefault(name, "-"));
            page.leaf("td", then.map(there -> there.facts().getOrDefault(name, "-")).orElse("-"));
        }, "class", differs ? "differs" : "same");
    }
}
