package dev.regatta.experiment;

import dev.regatta.database.DatabaseMode;

import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a user can set with {@code -Dregatta.…}. A name that is not known is an error, because a misspelt one would be a
 * setting that silently does nothing.
 */
public final class Settings {

    /** What {@link #latency(String)} reads. */
    public static final String LATENCIES = "a latency from 1us to 1000ms, expected for example 1ms or 500us";

    private static final List<String> EXACT = List.of("regatta.database", "regatta.cells", "regatta.budget",
            "regatta.seed", "regatta.strict", "regatta.thorough", "regatta.baseline", "regatta.baseline.reason",
            "regatta.baselines",
            "regatta.base",
            "regatta.results", "regatta.manifest", "regatta.watchdog", "regatta.lock.wait", "regatta.connections",
            "regatta.jdks", "regatta.jfr", "regatta.latency", "regatta.offline", "regatta.settings", "regatta.known",
            "regatta.planted");
    private static final List<String> FAMILIES = List.of("regatta.image.", "regatta.url.", "regatta.user.",
            "regatta.password.");

    private static final Pattern LATENCY = Pattern.compile("(\\d{1,7})(ms|us)");

    private final Properties properties;

    /**
     * Settings from these properties, usually the system's.
     *
     * @throws IllegalArgumentException naming an unknown setting and the known ones
     */
    public Settings(Properties properties) {
        this.properties = properties;
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith("regatta.") && !EXACT.contains(name) && FAMILIES.stream().noneMatch(name::startsWith)) {
                throw new IllegalArgumentException("unknown setting -D" + name + ", expected one of "
                        + new TreeSet<>(EXACT) + " or a name starting with one of " + FAMILIES);
            }
        }
    }

    /** The names of all settings, without the families {@code regatta.image.*}, {@code .url.*}, {@code .user.*} and {@code .password.*}. */
    public static List<String> names() {
        return EXACT;
    }

    /**
     * Reads every setting once.
     *
     * @throws IllegalArgumentException naming the first that cannot be read
     */
    public void verify() {
        databaseMode();
        selection();
        budget();
        watchdog();
        lockWait();
        seed();
        connections();
        jdks();
        strict();
        thorough();
        latency();
        profiles();
        updatesBaseline();
        manifestIsBaselines();
        baselines();
        base();
        results();
    }

    /** The value of a setting; an empty value is none. */
    public Optional<String> get(String name) {
        return Optional.ofNullable(properties.getProperty(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** {@code regatta.database}: container, embedded, external or (default) auto. */
    public DatabaseMode databaseMode() {
        return get("regatta.database").map(DatabaseMode::of).orElse(DatabaseMode.AUTO);
    }

    /** {@code regatta.cells}: which cells, default all. */
    public Selection selection() {
        return Selection.of(get("regatta.cells"));
    }

    /** {@code regatta.budget}: how long the run may measure, for example {@code 5m} or {@code 90s}. */
    public Optional<Duration> budget() {
        return duration("regatta.budget").map(budget -> positive("regatta.budget", budget));
    }

    /** {@code regatta.watchdog}: how long a fork may stay silent beyond its slice; default 30 s. */
    public Duration watchdog() {
        return duration("regatta.watchdog").orElse(Duration.ofSeconds(30));
    }

    /** {@code regatta.lock.wait}: how long to wait for another run on this host; default 10 minutes. */
    public Duration lockWait() {
        return duration("regatta.lock.wait").orElse(Duration.ofMinutes(10));
    }

    /** {@code regatta.seed}: the seed of every random choice; without it another one is drawn by each call. */
    public long seed() {
        Optional<String> seed = get("regatta.seed");
        try {
            return seed.isPresent()
                    ? Long.parseLong(seed.get())
                    : ThreadLocalRandom.current().nextLong(1, 1_000_000_000);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-Dregatta.seed=" + seed.get() + " is not a whole number", e);
        }
    }

    /** {@code regatta.connections}: connections and operations in flight per client; default 4 per client CPU. */
    public Optional<Integer> connections() {
        return get("regatta.connections").map(text -> {
            if (!text.matches("[1-9]\\d{0,3}")) {
                throw new IllegalArgumentException(
                        "-Dregatta.connections=" + text + " is not a whole number from 1 to 9999");
            }
            return Integer.valueOf(text);
        });
    }

    /**
     * {@code regatta.jdks}: the feature releases of the JDKs that every cell runs on, as in {@code 21,25}; default the one
     * that runs the build.
     */
    public List<Integer> jdks() {
        return get("regatta.jdks").map(text -> {
            List<String> features = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
            if (!features.stream().allMatch(feature -> feature.matches("[1-9]\\d"))
                    || features.stream().distinct().count() != features.size()) {
                throw new IllegalArgumentException("-Dregatta.jdks=" + text
                        + " is not a list of feature releases, each once, expected for example 21,25");
            }
            return features.stream().map(Integer::valueOf).toList();
        }).orElse(List.of());
    }

    /** {@code regatta.strict}: whether an undecided cell fails instead of being skipped; default false. */
    public boolean strict() {
        return choice("regatta.strict", "false", "true", "false").equals("true");
    }

    /** {@code regatta.thorough}: whether a race goes on until gains are ruled out as losses are; default false. */
    public boolean thorough() {
        return choice("regatta.thorough", "false", "true", "false").equals("true");
    }

    /** {@code regatta.jfr}: whether an untimed slice of each arm is recorded by JDK Flight Recorder and kept; default false. */
    public boolean profiles() {
        return choice("regatta.jfr", "false", "true", "false").equals("true");
    }

    /** {@code regatta.latency}: what a relay adds to every round trip, for example {@code 1ms} or {@code 500us}; default none. */
    public Optional<Duration> latency() {
        return get("regatta.latency").map(text -> latency(text).orElseThrow(
                () -> new IllegalArgumentException("-Dregatta.latency=" + text + " is not " + LATENCIES)));
    }

    /** The latency written as {@code 1ms} or {@code 500us}; empty if it is none. */
    public static Optional<Duration> latency(String text) {
        Matcher matcher = LATENCY.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        Duration latency = Duration.of(number,
                matcher.group(2).equals("ms") ? ChronoUnit.MILLIS : ChronoUnit.MICROS);
        return latency.isPositive() && latency.toMillis() <= 1000 ? Optional.of(latency) : Optional.empty();
    }

    /** {@code regatta.baseline=update}: whether the run measures new baselines instead of judging; default check. */
    public boolean updatesBaseline() {
        return choice("regatta.baseline", "check", "check", "update").equals("update");
    }

    /** {@code regatta.manifest=baselines}: whether every cell of the baselines must be judged; default tests. */
    public boolean manifestIsBaselines() {
        return choice("regatta.manifest", "tests", "tests", "baselines").equals("baselines");
    }

    /** {@code regatta.baselines}: the folder of the baseline files; default {@code baselines}. */
    public Path baselines() {
        return Path.of(get("regatta.baselines").orElse("baselines"));
    }

    /** {@code regatta.base}: a checkout of the branch that this one starts from, or a folder of its baseline files; default none. */
    public Optional<Path> base() {
        return get("regatta.base").map(Path::of);
    }

    /** {@code regatta.results}: the folder that receives results and logs; default {@code target/regatta}. */
    public Path results() {
        return Path.of(get("regatta.results").orElse("target/regatta"));
    }

    private String choice(String name, String standard, String... choices) {
        String value = get(name).orElse(standard);
        if (!List.of(choices).contains(value)) {
            throw new IllegalArgumentException(
                    "-D" + name + "=" + value + " is not known, expected one of " + String.join(", ", choices));
        }
        return value;
    }

    private Duration positive(String name, Duration duration) {
        if (duration.isZero()) {
            throw new IllegalArgumentException(
                    "-D" + name + "=" + get(name).orElseThrow() + " leaves no time to measure");
        }
        return duration;
    }

    private Optional<Duration> duration(String name) {
        Optional<String> text = get(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            Duration duration = Duration.parse(
                    text.get().startsWith("P") ? text.get() : "PT" + text.get().replace(" ", ""));
            if (!duration.isNegative()) {
                return Optional.of(duration);
            }
        } catch (DateTimeParseException e) {
            // Reported below, with the negative ones.
        }
        throw new IllegalArgumentException(
                "-D" + name + "=" + text.get() + " is not a duration, expected for example 90s, 5m or 1h30m");
    }
}
