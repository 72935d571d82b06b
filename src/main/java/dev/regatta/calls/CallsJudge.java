package dev.regatta.calls;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes what a test called as its baseline, or compares it with that. */
record CallsJudge(CallsSettings settings) {

    private static final String UPDATE = "-Dregatta.baseline=update";
    /** An update also measures each operation that races, and refuses to while code is not committed: Maven can leave them out. */
    private static final String UPDATE_ALONE = UPDATE
            + (CallsJudge.class.getResource("/META-INF/regatta/engine.properties") != null
                    && Files.exists(Path.of("pom.xml"))
                            ? " -DexcludedGroups=performance"
                            : "");
    /** Another class of the JVM may have given its code an address, and this one none. */
    private static final String UNSEEN = "give the code under test the address of DatabaseCalls.through(…)";

    /**
     * Judges one run.
     *
     * @param test  its name in files
     * @param name  its name in sentences
     * @param calls what it called
     * @return a sentence that is no failure, if there is one to tell
     * @throws AssertionError if it called more often, or if there is nothing to compare with
     */
    Optional<String> judge(String test, String name, Calls calls) {
        Runs runs = settings.runs().change(test, known -> known.map(all -> all.and(calls)).orElse(Runs.of(calls)));
        if (settings.update()) {
            settings.baselines().change(test, any -> runs);
            return Optional.of(name + ": " + words(calls) + " written to " + settings.baselines()
                    + (calls.equals(Calls.NONE) ? "; " + UNSEEN + ", if it calls a database" : "")
                    + (runs.varying().isEmpty() ? "" : "; it" + steadiness(runs.varying(), runs)));
        }
        Runs baseline = settings.baselines().of(test).orElseThrow(() -> missing(name, calls));
        if (calls.equals(Calls.NONE) && !baseline.most().equals(Calls.NONE)) {
            throw nothing(name, baseline.most());
        }
        var comparison = new Comparison(calls, baseline.most());
        if (!comparison.more().isEmpty()) {
            throw more(name, comparison, runs);
        }
        return notice(name, calls, baseline);
    }

    private AssertionError missing(String name, Calls calls) {
        return new AssertionError(name + ": no baseline in " + settings.baselines().where() + ", so its "
                + words(calls) + " cannot be compared; run once with " + UPDATE_ALONE + " and commit the file");
    }

    private AssertionError nothing(String name, Calls was) {
        return new AssertionError(name + ": no call went through the relay, where there were " + words(was)
                + "; " + UNSEEN + ", or, if it calls no database any more, run with " + UPDATE);
    }

    private AssertionError more(String name, Comparison comparison, Runs runs) {
        List<CallCount> unsteady = runs.varying().stream().filter(comparison.more()::contains)
                .filter(count -> !count.more(runs.least().of(count), comparison.was().of(count))).toList();
        return new AssertionError(name + ": " + comparison.sentence()
                + (comparison.others().isEmpty() ? "" : "\n  also " + comparison.others())
                + (unsteady.isEmpty()
                        ? "\n  if it is meant, run"
                        : "\n  but this" + steadiness(unsteady, runs) + ": run")
                + " with " + UPDATE_ALONE + " and commit " + settings.baselines());
    }

    private Optional<String> notice(String name, Calls calls, Runs baseline) {
        List<CallCount> fewer = Arrays.stream(CallCount.values())
                .filter(count -> count.more(baseline.least().of(count), calls.of(count))).toList();
        if (!fewer.isEmpty()) {
            return Optional.of(name + ": " + fewer.stream().map(
                    count -> count.words(calls.of(count)) + ", " + baseline.most().of(count) + " in "
                            + settings.baselines())
                    .collect(Collectors.joining("; ")) + "; " + UPDATE + " keeps the smaller number");
        }
        return baseline.varying().isEmpty()
                ? Optional.empty()
                : Optional.of(name + steadiness(baseline.varying(), baseline));
    }

    private static String words(Calls calls) {
        return calls.counts().entrySet().stream().map(count -> count.getKey().words(count.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String steadiness(List<CallCount> counts, Runs runs) {
        return " is not steady, as runs of the same code had " + counts.stream()
                .map(count -> runs.least().of(count) + " to " + count.words(runs.most().of(count)))
                .collect(Collectors.joining(", ")) + ", of which the larger number counts";
    }
}
