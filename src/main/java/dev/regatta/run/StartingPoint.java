package dev.regatta.run;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.baseline.BaselineReview;
import dev.regatta.baseline.Baselines;
import dev.regatta.gate.Acceptance;
import dev.regatta.inputs.BaseBranch;
import dev.regatta.inputs.Checkout;
import dev.regatta.inputs.InputFacts;
import dev.regatta.protocol.CellId;
import dev.regatta.recipe.Recipes;
import dev.regatta.report.ChangesTable;
import dev.regatta.report.Words;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a run is told of the branch that this one starts from ({@code regatta.base}), as far as files say it.
 *
 * @param books      its baselines; none where none is given, or new ones are measured
 * @param changes    what this branch does to them
 * @param acceptance the losses that this branch accepts
 */
public record StartingPoint(Map<Dialect, Baseline> books, List<BaselineChange> changes, Acceptance acceptance) {

    /**
     * Reads its baselines, and tells what this branch does to them before anything is measured.
     *
     * @param planned   the cells of all tests, selected or not
     * @param baselines this branch's; they are put into the order of the base's, with the base's noise
     * @throws RuntimeException with one sentence if this branch lets the gate see less without a measurement and a
     *                          reason
     */
    public static StartingPoint of(Settings settings, List<CellId> planned, Map<Dialect, Baseline> baselines,
            Consumer<String> progress) {
        if (settings.base().isEmpty() || settings.updatesBaseline()) {
            return new StartingPoint(Map.of(), List.of(), new Acceptance(Map.of(), Map.of(), List.of()));
        }
        Map<Dialect, Baseline> base = Baselines.of(settings.base().get(), List.of(Dialect.values()));
        expectCellsOf(base, settings, planned);
        Map<Dialect, Baseline> own = Map.copyOf(baselines);
        List<BaselineChange> changes = BaselineReview.of(base,
                Baselines.of(settings.baselines(), List.of(Dialect.values())), planned::contains);
        baselines.replaceAll((dialect, head) -> BaselineReview
                .merged(base.getOrDefault(dialect, Baseline.empty(dialect)), head));
        ChangesTable.text(changes).lines().forEach(progress);
        BaselineReview.refusal(changes).ifPresent(sentence -> {
            throw new IllegalStateException(sentence);
        });
        return new StartingPoint(base, changes, new Acceptance(base, own, changes));
    }

    /**
     * This branch's baselines, by which a run is judged. A run that measures new ones takes those that exist.
     *
     * @param selected the cells of the run
     * @throws RuntimeException with one sentence about the first file that cannot be used, or the cells that no test
     *                          judges
     */
    public static Map<Dialect, Baseline> baselines(Settings settings, List<CellId> selected) {
        Map<Dialect, Baseline> baselines = new EnumMap<>(Dialect.class);
        selected.stream().map(CellId::database).distinct().forEach(dialect -> (settings.updatesBaseline()
                ? Baselines.find(settings.baselines(), dialect)
                : Optional.of(Baselines.read(settings.baselines(), dialect)))
                .ifPresent(baseline -> baselines.put(dialect, baseline)));
        if (settings.manifestIsBaselines() && settings.selection().isEverything() && !settings.updatesBaseline()) {
            // Of a database of which no test is left, nothing is selected.
            List<CellId> unplanned = cells(Baselines.existing(settings.baselines(), List.of(Dialect.values())))
                    .filter(cell -> !selected.contains(cell)).toList();
            if (!unplanned.isEmpty()) {
                throw new IllegalStateException(Words.cells(unplanned.size())
                        + (unplanned.size() == 1 ? " has" : " have") + " a baseline and no test, first "
                        + unplanned.getFirst() + ": restore the test, remove the cell from the baseline file, or choose"
                        + " what this run is about with -Dregatta.cells");
            }
        }
        return baselines;
    }

    /**
     * Fails if no test judges a cell of the base branch. Otherwise nobody would notice that a branch deleted a test
     * together with its entry.
     */
    private static void expectCellsOf(Map<Dialect, Baseline> base, Settings settings, List<CellId> planned) {
        if (!settings.manifestIsBaselines()) {
            return;
        }
        List<CellId> gone = cells(base).filter(settings.selection()::matches).filter(cell -> !planned.contains(cell))
                .toList();
        if (!gone.isEmpty()) {
            throw new IllegalStateException(Words.cells(gone.size()) + " of the base branch "
                    + (gone.size() == 1 ? "is" : "are") + " judged by no test here, first " + gone.getFirst()
                    + ": restore the test and its entry, or choose what this run is about with"
                    + " -Dregatta.cells");
        }
    }

    private static Stream<CellId> cells(Map<Dialect, Baseline> baselines) {
        return baselines.values().stream().flatMap(Baseline::cells).sorted();
    }

    /** The branch itself, built now, where it is given with its sources and not only with its baselines. */
    public Optional<BaseBranch> branch(Settings settings, Recipes recipes, InputFacts facts,
            Consumer<String> progress) {
        return settings.updatesBaseline()
                ? Optional.empty()
                : settings.base().filter(Checkout::isOne).map(folder -> BaseBranch.in(folder, books, recipes, settings,
                        Path.of(""), facts, progress));
    }
}
