package dev.regatta.project;

import dev.regatta.results.RunFacts;
import dev.regatta.settings.Settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How this project's own build races a class of operations again, as far as a test JVM is told.
 *
 * @param module    the folder of the module whose tests run
 * @param checkout  the top of the checkout
 * @param maven     Maven's command line, as its script tells its children; empty for none
 * @param testsJvms properties of the test JVM
 */
record ProjectCommand(Path module, Path checkout, String maven, Properties testsJvms) {

    /** Surefire's and Failsafe's own patterns. */
    private static final Pattern OF_SUREFIRE = Pattern.compile("Test.*|.*(Test|Tests|TestCase)");
    private static final Pattern TYPED = Pattern.compile("-D([^=\\s]+)(?:=(.*))?");
    /** Which tests run, which the command says by itself, and how Maven runs on this machine. */
    private static final Pattern APART = Pattern
            .compile("test|it\\.test|(regatta|maven|aether|java\\.net|javax\\.net)\\..*|https?\\..*|style\\.color");

    /** The command, with {@link RunFacts#CLASS}. */
    String text(Collection<String> classes, Optional<String> baseBuild) {
        if (baseBuild.isPresent()) {
            return baseBuild.get();
        }
        if (!Files.isRegularFile(module.resolve("pom.xml"))) {
            return BaseBuild.isOfGradle(module)
                    ? "gradle test --tests " + RunFacts.CLASS
                    : "run " + RunFacts.CLASS + " with";
        }
        Path root = BaseBuild.reactor(module, checkout);
        List<String> words = new ArrayList<>(List.of("mvn", surefire(classes) ? "test" : "verify"));
        words.addAll(profiles());
        if (!root.equals(module)) {
            words.addAll(List.of("-pl", root.relativize(module).toString(), "-am"));
            words.add(surefire(classes)
                    ? "-Dsurefire.failIfNoSpecifiedTests=false"
                    : "-Dfailsafe.failIfNoSpecifiedTests=false");
        }
        words.add((surefire(classes) ? "-Dtest=" : "-Dit.test=") + RunFacts.CLASS);
        return String.join(" ", words);
    }

    /** Whether Surefire runs them. Who names a test says so. */
    private boolean surefire(Collection<String> classes) {
        if (testsJvms.containsKey("it.test") != testsJvms.containsKey("test")) {
            return testsJvms.containsKey("test");
        }
        return classes.stream().map(type -> type.substring(type.lastIndexOf('.') + 1))
                .allMatch(name -> OF_SUREFIRE.matcher(name).matches());
    }

    private Stream<String> words() {
        return Arrays.stream(maven.strip().split("\\s+"));
    }

    private List<String> profiles() {
        return words().filter(word -> word.startsWith("-P") && word.length() > 2).toList();
    }

    /**
     * What the run was given: settings, the properties that somebody typed, such as the version of a library, and the
     * command.
     */
    SortedMap<String, String> given(Settings settings, Collection<String> classes) {
        SortedMap<String, String> given = new TreeMap<>(settings.told());
        words().map(TYPED::matcher).filter(Matcher::matches).filter(typed -> !APART.matcher(typed.group(1)).matches())
                // Surefire hands them on as they were; the command line has lost its quotes.
                .forEach(typed -> given.putIfAbsent(typed.group(1), testsJvms.getProperty(typed.group(1),
                        Optional.ofNullable(typed.group(2)).orElse("true"))));
        given.put(RunFacts.COMMAND, text(classes, settings.baseBuild()));
        return given;
    }
}
