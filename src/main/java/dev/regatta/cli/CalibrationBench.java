package dev.regatta.cli;

import dev.regatta.fork.ArmSetup;
import dev.regatta.race.Experiment;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.settings.Settings;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a calibration measures with.
 *
 * @param experiment measures, and holds the host's lock until it is closed
 * @param today      what a client stack is made of today
 * @param end        ends what finds that out
 */
record CalibrationBench(Experiment experiment, Function<String, ArmSetup> today, Runnable end)
        implements
            AutoCloseable {

    /** That of this machine, which waits for the host's lock. */
    static CalibrationBench open(Settings settings, Consumer<String> progress) {
        var resolver = new RecipeResolver(Candidates.load(), settings.maven());
        try {
            return new CalibrationBench(new ExperimentRunner(settings, Jdk.running(), settings.seed(), progress),
                    stack -> ArmSetup.of(resolver.today(stack), Jdk.running()), resolver::close);
        } catch (RuntimeException e) {
            resolver.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            experiment.close();
        } finally {
            end.run();
        }
    }
}
