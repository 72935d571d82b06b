package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.settings.Settings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options that all commands share that measure: {@code compare}, {@code bisect} and {@code explore}. */
class MeasuringOptions {

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,2})?)%");
    /** Known differences between forks alone leave more than this. */
    private static final double NARROWEST = 0.005;
    private static final double WIDEST = 0.5;

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--option", paramLabel = "<name=value>", description = "an option that every measured client gets: of the driver, like reWriteBatchedInserts=true, or of the pool, like pool.connectionCache=none; may be repeated")
    final Map<String, String> options = new TreeMap<>();

    @Option(names = "--database", paramLabel = "<mode>", description = "where the database comes from: container, embedded, external or auto: the server of -Dregatta.url.<database> if that is given, else a"
            + " container where a Docker engine answers, else embedded (default: auto)")
    Optional<DatabaseMode> database = Optional.empty();

    @Option(names = "--budget", paramLabel = "<time>", description = "how long measuring may take, like 90s or 10m (default: four minutes for each workload of a race,"
            + " eight for each request to a web stack, an hour for an exploration)")
    private Optional<String> budget = Optional.empty();

    @Option(names = "--latency", paramLabel = "<time>", description = "put the database further away: every round trip takes longer by this time, like 1ms or"
            + " 500us")
    Optional<String> latency = Optional.empty();

    @Option(names = "--seed", paramLabel = "<n>", description = "seed of every random choice (default: drawn)")
    Optional<Long> seed = Optional.empty();

    /** How long measuring may take; empty where the user does not say. */
    Optional<Duration> budget() {
        return budget.map(text -> Settings.duration(text).filter(Duration::isPositive)
                .orElseThrow(() -> wrong("--budget " + text + " is not " + Settings.DURATIONS)));
    }

    Duration latency(String text) {
        return Settings.latency(text)
                .orElseThrow(() -> wrong("--latency " + text + " is not " + Settings.LATENCIES));
    }

    /**
     * Settings over which the command line wins that says more directly what a race is to be.
     *
     * @param connections operations in flight
     */
    static Settings over(Settings users, DatabaseMode database, Optional<Integer> connections,
            Optional<Duration> latency, Optional<Long> seed, Optional<Duration> budget) {
        Settings settings = users.with("regatta.database", database.id());
        if (connections.isPresent()) {
            settings = settings.with("regatta.connections", Integer.toString(connections.get()));
        }
        if (latency.isPresent()) {
            settings = settings.with("regatta.latency", latency.get().toNanos() / 1000 + "us");
        }
        if (seed.isPresent()) {
            settings = settings.with("regatta.seed", Long.toString(seed.get()));
        }
        return budget.isPresent()
                ? settings.with("regatta.budget",
                        budget.get().toString().substring("PT".length()).toLowerCase(Locale.ROOT))
                : settings;
    }

    /** How precisely {@code --within} asks for a ratio: half the width of its interval, relative to it. */
    double precision(String text) {
        return Optional.of(PERCENT.matcher(text)).filter(Matcher::matches)
                .map(percent -> Double.parseDouble(percent.group(1)) / 100)
                .filter(share -> share >= NARROWEST && share <= WIDEST).orElseThrow(
                        () -> wrong("--within " + text + " is not a percentage from 0.5% to 50%, like 3%"));
    }

    /** Checks a number of connections or operations. */
    int checked(String option, int number) {
        if (number < 1 || number > 9999) {
            throw wrong(option + " " + number + " is not a whole number from 1 to 9999");
        }
        return number;
    }

    /** The options that the user gave, but for those that every command has. */
    List<String> given() {
        return spec.commandLine().getParseResult().matchedOptions().stream().filter(option -> !option.inherited())
                .map(OptionSpec::longestName).distinct().toList();
    }

    Regatta regatta() {
        return (Regatta) spec.root().userObject();
    }

    ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
