package dev.regatta.cli;

import static dev.regatta.Pages.read;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.settings.Selection;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import picocli.CommandLine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command that a document or a workflow tells to type: of Maven, of {@code ./regatta}, or of a script in {@code .ci}.
 * Checked as far as that goes without running it: goals, flags, profiles, properties, options and scripts exist.
 */
record ShellCommand(String text) {

    /** What it may be run with; paths of JDK and Maven are kept. */
    private static final String AS_ROOT = "sudo -E env \"PATH=$PATH\" ";
    private static final Set<String> GOALS = Set.of("compile", "test-compile", "test", "package", "verify", "install",
            "deploy", "formatter:format", "failsafe:integration-test", "failsafe:verify");
    private static final Set<String> FLAGS = Set.of("-B", "-ntp", "-q", "-o");
    /** Properties that plugins define, not pom.xml. */
    private static final Set<String> OF_PLUGINS = Set.of("skipITs", "test", "it.test", "maven.repo.local",
            "maven.test.skip");
    /** Properties that integration tests read. */
    private static final Set<String> OF_TESTS = Set.of("jdk");
    private static final String POM = read(Path.of("pom.xml"));
    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|\\\\.|[^\\s\"'\\\\])+");

    /** Whether the line is a command this class knows to check. */
    static boolean isOne(String line) {
        return plain(line).matches("(mvn|\\./regatta|target/base/regatta|\\.ci/\\S+)( .*)?");
    }

    private static String plain(String line) {
        return line.startsWith(AS_ROOT) ? line.substring(AS_ROOT.length()) : line;
    }

    /**
     * Checks it.
     *
     * @throws IllegalArgumentException saying what in it does not exist
     */
    void check() {
        try {
            check(words());
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("`" + text + "`: " + e.getMessage(), e);
        }
    }

    /** The words a shell would pass on, without redirections. */
    private List<String> words() {
        List<String> words = new ArrayList<>();
        WORD.matcher(plain(text)).results().map(found -> found.group().replaceAll("[\"']", "")).forEach(words::add);
        int redirection = words.indexOf(">");
        return redirection < 0 ? words : words.subList(0, redirection);
    }

    private static void check(List<String> words) {
        List<String> arguments = words.subList(1, words.size());
        switch (words.getFirst()) {
            case "mvn" -> {
                ofThisProject(arguments).forEach(ShellCommand::maven);
                together(arguments);
            }
            case "./regatta", "target/base/regatta" -> regatta(arguments);
            default -> {
                Path script = Path.of(words.getFirst());
                require(Files.isExecutable(script), script + " is no script");
                if (words.getFirst().equals(".ci/containers") && !arguments.isEmpty()) {
                    check(arguments);
                }
                if (words.getFirst().equals(".ci/ends")) {
                    require(arguments.size() > 1, "exit codes or their command are missing");
                    check(arguments.subList(1, arguments.size()));
                }
            }
        }
    }

    /** Another POM of this checkout may be named: {@code -f publish/regatta-junit}. */
    private static List<String> ofThisProject(List<String> arguments) {
        int file = arguments.indexOf("-f");
        if (file < 0) {
            return arguments;
        }
        require(file + 1 < arguments.size(), "-f names no folder");
        Path pom = Path.of(arguments.get(file + 1), "pom.xml");
        require(Files.exists(pom), pom + " does not exist");
        var others = new ArrayList<>(arguments);
        others.subList(file, file + 2).clear();
        return others;
    }

    private static void maven(String argument) {
        if (argument.startsWith("-D")) {
            int equals = argument.indexOf('=');
            property(argument.substring(2, equals < 0 ? argument.length() : equals),
                    equals < 0 ? Optional.empty() : Optional.of(argument.substring(equals + 1)));
        } else if (argument.startsWith("-P")) {
            require(POM.contains("<id>" + argument.substring(2) + "</id>"), "pom.xml has no profile " + argument);
        } else {
            require(GOALS.contains(argument) || FLAGS.contains(argument), "Maven is not known to know " + argument);
        }
    }

    /** Some settings do nothing without, or beside, another. */
    private static void together(List<String> arguments) {
        var properties = new Properties();
        arguments.stream().filter(argument -> argument.matches("-Dregatta\\.[^=]+=[^$…]+"))
                .forEach(argument -> properties.setProperty(argument.substring(2, argument.indexOf('=')),
                        argument.substring(argument.indexOf('=') + 1)));
        new Settings(properties);
    }

    private static void property(String name, Optional<String> value) {
        if (name.startsWith("regatta.")) {
            var properties = new Properties();
            // What is a shell's variable or left out is known only later.
            properties.setProperty(name, value.filter(text -> !text.contains("$") && !text.contains("…")).orElse(""));
            if (name.equals("regatta.baseline.reason")) {
                // Alone it is refused; whether the other is there is checked of all together.
                properties.setProperty("regatta.baseline", "update");
            }
            Settings read = new Settings(properties);
            require(read.get(name).isPresent() || properties.getProperty(name).isEmpty(), name + " has no value");
            if (name.equals("regatta.cells")) {
                value.filter(text -> !text.contains("$")).ifPresent(ShellCommand::cells);
            }
        } else {
            require(OF_PLUGINS.contains(name) || OF_TESTS.contains(name) || POM.contains("<" + name + ">"),
                    "pom.xml has no property " + name);
        }
    }

    private static void cells(String glob) {
        Selection selection = Selection.of(Optional.of(glob));
        require(Arrays.stream(Dialect.values()).flatMap(ShellCommand::cells).anyMatch(selection::matches),
                "-Dregatta.cells=" + glob + " selects nothing");
    }

    private static Stream<CellId> cells(Dialect database) {
        return Stacks.on(database).stream()
                .flatMap(stack -> stack.threadings().stream().map(how -> stack + "/" + how.id()))
                .flatMap(client -> Workloads.all().stream().map(Workload::id)
                        .map(workload -> new CellId(database, ClientId.of(client), workload)));
    }

    private static void regatta(List<String> arguments) {
        CommandLine line = new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), new RealExplorations()).commandLine();
        List<String> given = arguments.stream().filter(argument -> argument.startsWith("-D"))
                .map(argument -> argument.substring(2).replaceFirst("=.*", "")).toList();
        CommandSettings.refusal(line.parseArgs(arguments.toArray(String[]::new)), given)
                .ifPresent(sentence -> require(false, sentence));
        arguments.stream().filter(argument -> argument.startsWith("-Dregatta.")).forEach(ShellCommand::maven);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
