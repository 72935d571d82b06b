package dev.regatta.cli;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Environment;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.RecipeException;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.Words;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Whether a baseline that can be read can also be used.
 *
 * @param recipes has each recipe resolved, and throws a {@link RecipeException} if it cannot be
 */
record BaselineCheck(Consumer<Recipe> recipes) {

    /** What is wrong with {@code baseline}, one sentence each. */
    List<String> problems(Baseline baseline) {
        var problems = new ArrayList<String>();
        String file = baseline.database().id() + ".json";
        for (Recipe recipe : baseline.recipes().values()) {
            try {
                recipes.accept(recipe);
            } catch (RecipeException e) {
                problems.add(file + ": " + e.getMessage());
            }
        }
        List<CellId> cells = baseline.cells().toList();
        for (CellId cell : cells) {
            try {
                Workloads.of(cell.workload());
            } catch (IllegalArgumentException e) {
                problems.add(
                        file + ": " + cell + ": " + e.getMessage() + "; remove the entry, or restore the workload");
            }
        }
        for (Environment environment : baseline.environments()) {
            environment.cells().forEach((cell, entry) -> entry.tooShort().ifPresent(why -> problems.add(
                    file + ": " + cell + " in " + environment.where() + " " + why)));
        }
        VerdictWords.passesTooLate(baseline).forEach(problems::add);
        for (Stack stack : Stacks.on(baseline.database())) {
            if (stack.judged() && cells.stream().noneMatch(cell -> cell.client().stack().equals(stack.id()))) {
                problems.add(file + ": no cell of " + stack + " has an entry, so that no run judges it; measure it with"
                        + " `mvn verify -Dregatta.baseline=update`");
            }
        }
        return problems;
    }

    /** How much {@code baseline} holds. */
    static String summary(Baseline baseline) {
        return Words.counted(baseline.recipes().size(), "recipe") + ", " + Words.cells(baseline.cells().count()) + "; "
                + baseline.environments().stream()
                        .map(environment -> environment.cells().size() + " of them in "
                                + environment.fingerprint().fact(Fingerprint.DATABASE_MODE) + " "
                                + environment.fingerprint().fact(Fingerprint.DATABASE_VERSION))
                        .collect(Collectors.joining(", "));
    }
}
