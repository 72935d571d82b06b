package dev.regatta.cli;

import dev.regatta.settings.Settings;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which settings each command obeys. It refuses the others, so that none is given and does nothing: what a command
 * begins to read must be added here before anybody can set it.
 */
final class CommandSettings {

    static final String PREFIX = "regatta.";
    /** What the launcher and every command obey: how Maven runs. */
    static final List<String> MAVEN = settings("offline", "settings");
    /** What every command obeys that measures. */
    static final List<String> MEASURING = Stream.concat(
            settings("address", "database", "jvm.options", "lock.wait", "server.connections", "tls", "watchdog")
                    .stream(),
            Settings.ofDatabases().stream()).sorted().toList();

    /** In the order of the help. What depends on an option stands behind the same command with that option. */
    private static final Map<String, List<String>> OBEYED = new LinkedHashMap<>();

    static {
        List<String> racing = and(MEASURING, "baselines", "budget", "connections", "latency", "results", "seed");
        obeys("compare", and(racing, "jfr"));
        obeys("bisect", racing);
        obeys("explore", and(MEASURING, "budget", "results", "seed"));
        obeys("explore --resume", and(MEASURING, "budget", "results"));
        obeys("judge",
                settings("address", "base", "baselines", "connections", "jdks", "jvm.options", "latency", "manifest",
                        "results", "server.connections", "tls"));
        obeys("export", settings("baselines", "cells"));
        obeys("baseline", List.of());
        obeys("baseline show", settings("baselines"));
        obeys("baseline diff", List.of());
        obeys("baseline verify", settings("baselines"));
        obeys("baseline update", settings("baselines"));
        obeys("calibrate", and(MEASURING, "baselines", "budget", "cells", "connections", "latency", "results", "seed"));
        obeys("calibrate FILES…", settings("baselines"));
        obeys("selfcheck", List.of());
        obeys("doctor", and(MEASURING, "baselines", "connections", "latency", "seed"));
        obeys("doctor --no-probe", Stream.concat(settings("database", "lock.wait").stream(),
                Settings.ofDatabases().stream()).toList());
        obeys("workloads", List.of());
        obeys("help", List.of());
    }

    /** The options that say what a setting says. */
    private static final Map<String, String> OPTIONS = Map.of("--budget", "budget", "--database", "database", "--seed",
            "seed", "--latency", "latency", "--jfr", "jfr", "--baselines", "baselines",
            "--pool", "connections", "--concurrency", "connections");

    /** What to do instead, for those who expect a setting to work: by command and setting, or by setting alone. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("compare jdks", "name the JDK of a race with --jdk, or the JDKs of its two arms with"
                    + " --jdk-baseline and --jdk-candidate"),
            Map.entry("bisect jdks", "name the JDK of a race with --jdk"),
            Map.entry("explore jdks", "vary the JDK with --sweep jdk=21,25, or name it behind a client, as in"
                    + " pgjdbc+hikari/virtual@21"),
            Map.entry("explore latency", "say with --latency how far away the database is, with --sweep latency=0,1ms"
                    + " to vary it, or with the rtt of --ask"),
            Map.entry("explore connections", "say with --pool how many connections there are, and with --in-flight how"
                    + " many operations"),
            Map.entry("explore --resume seed", "the exploration goes on with its own"),
            Map.entry("baseline diff baselines", "its arguments name both folders"),
            Map.entry("compare cells", "name them with --client and --workload"),
            Map.entry("bisect cells", "name them with --client and --workload"),
            Map.entry("explore cells", "name them with --client and --workload"),
            Map.entry("baseline update baseline.reason", "give it with --reason"),
            Map.entry("calibrate baseline.reason", "give it with --reason"),
            Map.entry("baseline", "new baselines are measured with `mvn verify -Dregatta.baseline=update`"),
            Map.entry("strict", "its exit code tells 1, something regressed, from 2, no verdict"));

    /** The same for the versions of clients, by command. */
    private static final Map<String, String> VERSIONS = Map.of("compare",
            "name the version of an arm with --baseline or --candidate", "bisect",
            "name the versions with --good and --bad", "explore", "name the version with --with");

    private CommandSettings() {
    }

    private static List<String> settings(String... names) {
        return Arrays.stream(names).map(name -> PREFIX + name).toList();
    }

    private static List<String> and(List<String> some, String... more) {
        return Stream.concat(some.stream(), settings(more).stream()).toList();
    }

    private static void obeys(String command, List<String> settings) {
        OBEYED.put(command, Stream.concat(settings.stream(), MAVEN.stream()).sorted().toList());
    }

    /** The commands, each also with the option that changes what it obeys. */
    static List<String> commands() {
        return List.copyOf(OBEYED.keySet());
    }

    /** What a command obeys. */
    static SortedSet<String> of(String command) {
        return new TreeSet<>(OBEYED.get(command));
    }

    /**
     * Why a command line is refused: it gives a setting that its command does not obey, or one that an option of it
     * says as well. Empty where all is obeyed.
     *
     * @param given names of properties
     */
    static Optional<String> refusal(ParseResult parsed, Collection<String> given) {
        ParseResult leaf = leaf(parsed);
        String name = leaf.commandSpec().qualifiedName();
        if (!name.contains(" ")) {
            return Optional.empty();
        }
        String command = name.substring(name.indexOf(' ') + 1);
        List<String> options = leaf.matchedOptions().stream().map(OptionSpec::longestName).toList();
        Stream<String> distinctions = leaf.matchedPositionals().isEmpty()
                ? options.stream()
                : Stream.concat(options.stream(), Stream.of("FILES…"));
        String mode = distinctions.map(distinction -> command + " " + distinction).filter(OBEYED::containsKey)
                .findFirst().orElse(command);
        return given.stream().sorted().flatMap(property -> refusal(command, mode, options, property).stream())
                .findFirst();
    }

    private static ParseResult leaf(ParseResult parsed) {
        return parsed.hasSubcommand() ? leaf(parsed.subcommand()) : parsed;
    }

    private static Optional<String> refusal(String command, String mode, List<String> options, String property) {
        if (Settings.versionProperties().contains(property)) {
            return Optional.of("-D" + property + " is for `mvn verify`, not for `regatta " + command + "`: "
                    + VERSIONS.getOrDefault(command, "its clients have the versions of pom.xml, change them there"));
        }
        if (!property.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String setting = property.substring(PREFIX.length());
        if (!OBEYED.get(mode).contains(property)) {
            String instead = Stream.of(mode + " " + setting, command + " " + setting, setting).map(INSTEAD::get)
                    .filter(sentence -> sentence != null).findFirst()
                    .orElse("leave it out, it would do nothing");
            return Optional.of("-D" + property + " is not for `regatta " + mode + "`: " + instead);
        }
        return options.stream().filter(option -> setting.equals(OPTIONS.get(option))).findFirst()
                .map(option -> option + " and -D" + property + (option.equals("--pool")
                        ? " cannot be given together: say with --concurrency how many operations are in flight"
                        : " say the same: give one of them"));
    }
}
