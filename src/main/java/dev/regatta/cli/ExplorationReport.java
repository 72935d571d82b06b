package dev.regatta.cli;

import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Quantity;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** What an exploration leaves: text, a page and a table of points. */
record ExplorationReport(PrintWriter out, Consumer<String> progress) {

    void write(Exploration exploration, Path file, Optional<Path> csv) {
        var curves = new Curves(exploration);
        exploration.facts().plan().clients().forEach(client -> {
            out.println(client);
            curves.of(client)
                    .forEach(step -> out.printf(Locale.ROOT, "  %8.0f achieved %s p50 %s p99 %s cpu %s %s %s %s%n",
                            step.x(),
                            step.readings().get(Quantity.ACHIEVED), step.readings().get(Quantity.P50),
                            step.readings().get(Quantity.P99),
                            step.readings().get(Quantity.CLIENT_CPU), step.limit(), step.carried(), step.onTime()));
            exploration.facts().plan().allConditions()
                    .forEach(conditions -> out.printf(Locale.ROOT, "  %s carried %s ratio %s%n", conditions,
                            curves.carried(client, conditions),
                            curves.carriedRatio(client, exploration.facts().plan().clients().getFirst(), conditions)));
        });
        out.flush();
    }
}
