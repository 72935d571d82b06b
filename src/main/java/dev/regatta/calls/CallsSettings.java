package dev.regatta.calls;

import dev.regatta.operations.TestJvm;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a project sets, each as a system property, a configuration parameter of JUnit or an environment variable, as
 * {@code -Dregatta.baseline} or {@code REGATTA_BASELINE}.
 *
 * @param update    {@code regatta.baseline}: {@code update} writes baselines, {@code check} compares with them
 * @param baselines {@code calls.json} in the folder {@code regatta.baselines}
 * @param runs      all runs of today's code, in the folder {@code regatta.results}
 * @param summary   what tests said, in the file {@code regatta.summary}: that of GitHub's runner, where it is one
 */
record CallsSettings(boolean update, CallsFile baselines, CallsFile runs, Optional<CallsSummary> summary) {

    private static final String CODE = CodeDigest.of(TestJvm.classPath());

    /** The settings, of which {@code given} tells the values of parameters and properties. */
    static CallsSettings of(Function<String, Optional<String>> given) {
        return new CallsSettings(update(TestJvm.setting(given, "regatta.baseline").orElse("check")),
                new CallsFile(Path.of(TestJvm.setting(given, "regatta.baselines").orElse("baselines"), "calls.json")),
                new CallsFile(Path.of(
                        TestJvm.setting(given, "regatta.results")
                                .orElseGet(() -> TestJvm.buildFolder(Path.of("")) + "/regatta"),
                        "calls-" + CODE + ".json")),
                TestJvm.setting(given, "regatta.summary")
                        .or(() -> Optional.ofNullable(System.getenv("GITHUB_STEP_SUMMARY")))
                        .filter(file -> !file.isBlank()).map(file -> CallsSummary.in(Path.of(file))));
    }

    private static boolean update(String value) {
        return switch (value) {
            case "update" -> true;
            case "check" -> false;
            default -> throw new IllegalArgumentException(
                    "regatta.baseline is '" + value + "', expected check or update");
        };
    }
}
