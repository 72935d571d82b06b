package dev.regatta.cli;

import dev.regatta.explore.Ask;
import dev.regatta.explore.Exploration;
import dev.regatta.host.AtomicFile;
import dev.regatta.report.AdviceText;
import dev.regatta.report.ExplorationCsv;
import dev.regatta.report.ExplorationText;
import dev.regatta.report.html.ExplorationPage;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an exploration leaves beside its points: text, a page, and a table of points for other tools.
 *
 * @param out      receives the text
 * @param progress receives where the page is
 */
record ExplorationReport(PrintWriter out, Consumer<String> progress) {

    void write(Exploration exploration, Optional<Ask> ask, Path page, Optional<Path> csv) {
        out.print(ask.map(load -> AdviceText.of(load, exploration))
                .orElseGet(() -> new ExplorationText(exploration).text()));
        out.flush();
        AtomicFile.write(page, ExplorationPage.page(exploration));
        progress.accept("page: " + page);
        csv.ifPresent(table -> AtomicFile.write(table, ExplorationCsv.of(exploration)));
    }
}
