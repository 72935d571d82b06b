package dev.regatta.cli;

import dev.regatta.results.ResultsFile;
import dev.regatta.selfcheck.Hour;
import dev.regatta.selfcheck.Options;
import dev.regatta.selfcheck.Recording;
import dev.regatta.selfcheck.SelfCheck;
import dev.regatta.selfcheck.SelfCheckResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code regatta selfcheck}: how often the gate errs, and what it misses. */
@Command(name = "selfcheck", header = "Shows how often the gate cries wolf and what it misses.", description = {
        "Judges recorded noise with the real gate: resampled races of equal clients, which must not fail, and the same"
                + " with planted losses, which must. The usual rules judge the same data beside it. Takes a quarter of an hour, needs no"
                + " database, and exits with 1 if a promise of docs/gate.md is not kept.",
        ""})
final class SelfCheckCommand implements Callable<Integer> {

    private static final long STANDARD_SEED = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = "--recording", paramLabel = "<file>", description = "results of `regatta calibrate --record`, compressed with gzip or not; several of one machine are pooled (default: a quiet and a noisy hour, which come with Regatta). They must keep the promises for the noisy hour")
    private List<Path> recordings = new ArrayList<>();

    @Option(names = "--brief", description = "fewer suites: three minutes, and wider bounds")
    private boolean brief;

    @Option(names = "--seed", paramLabel = "<n>", description = "of every random choice (default: 1)")
    private Optional<Long> seed = Optional.empty();

    @Override
    public Integer call() {
        if (!recordings.isEmpty()) {
            var own = new Recording(recordings.stream().map(ResultsFile::read).toList());
            return check(own, Hour.NOISY) ? Exits.GOOD : Exits.REGRESSED;
        }
        boolean passed = true;
        for (Hour hour : Hour.values()) {
            spec.commandLine().getOut().println("## " + hour.words() + System.lineSeparator());
            passed &= check(hour.recording(), hour);
        }
        return passed ? Exits.GOOD : Exits.REGRESSED;
    }

    private boolean check(Recording noise, Hour promises) {
        long first = seed.orElse(STANDARD_SEED);
        SelfCheckResult outcome = SelfCheck.run(noise,
                brief
                        ? Options.brief(first, promises.mostMinutes(), promises.leastPower())
                        : Options.full(first, promises.mostMinutes(), promises.leastPower()),
                new PrintStream(System.err, true, StandardCharsets.UTF_8));
        PrintWriter out = spec.commandLine().getOut();
        out.print(outcome.text());
        out.println();
        out.flush();
        return outcome.passed();
    }
}
