package dev.regatta.cli;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Baselines;
import dev.regatta.workload.Dialect;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The folder of the baseline files: named, set as {@code -Dregatta.baselines}, or the checkout's own. */
final class BaselineFolder {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--baselines", paramLabel = "<folder>", description = "folder of the baseline files (default: baselines beside the launcher)")
    private Optional<Path> named = Optional.empty();

    Path path() {
        return named.orElseGet(() -> ((Regatta) spec.root().userObject()).settings("").baselines());
    }

    /** Those of the baselines of {@code databases} that exist. */
    Map<Dialect, Baseline> read(Collection<Dialect> databases) {
        return Baselines.existing(path(), databases);
    }

    /**
     * All baselines there are.
     *
     * @throws IllegalArgumentException if there is none
     */
    Map<Dialect, Baseline> read() {
        var baselines = read(List.of(Dialect.values()));
        if (baselines.isEmpty()) {
            throw new IllegalArgumentException("there is no baseline in " + path() + ", expected "
                    + String.join(" or ",
                            Arrays.stream(Dialect.values()).map(database -> database.id() + ".json").toList())
                    + ": " + Baselines.HOW_TO_MEASURE);
        }
        return baselines;
    }
}
