package dev.regatta.recipe;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Java run times on this machine, known by the {@code release} file in their folder; the same places as those
 * {@code src/main/launcher/jdk} looks at: {@code JAVA_HOME} and its like, the {@code PATH}, Maven's toolchains, the
 * folders of IDEs and SDKMAN, and those of the operating system.
 */
public final class Jdks {

    /** The oldest feature release a worker runs on. */
    public static final int OLDEST = 21;

    private static final String PLACES = "by JAVA_HOME or JAVA<n>_HOME, on the PATH, in ~/.m2/toolchains.xml, ~/.jdks, "
            + "~/.sdkman, /usr/lib/jvm, /opt or /Library/Java/JavaVirtualMachines";

    private static final Pattern HOME_IN_TOOLCHAINS = Pattern.compile("<jdkHome>\\s*([^<]+?)\\s*</jdkHome>");
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d+).*");

    private final Jdk running;
    private final Map<String, String> environment;
    private final Path userHome;
    private final Path root;

    /**
     * The run times of a machine.
     *
     * @param running     the one this code runs on, which comes first
     * @param environment its environment variables
     * @param userHome    the user's folder
     * @param root        {@code /}
     */
    public Jdks(Jdk running, Map<String, String> environment, Path userHome, Path root) {
        this.running = running;
        this.environment = new TreeMap<>(environment);
        this.userHome = userHome;
        this.root = root;
    }

    /** The run times of this machine. */
    public static Jdks here() {
        return new Jdks(Jdk.running(), System.getenv(), Path.of(System.getProperty("user.home")), Path.of("/"));
    }

    /**
     * A run time of this feature release: the running one if it is, else the first found.
     *
     * @throws RecipeException naming what there is, if there is none or it is too old to run a worker
     */
    public Jdk find(int feature) {
        if (feature < OLDEST) {
            throw new RecipeException(
                    "JDK " + feature + " cannot run Regatta's workers: name a feature release from " + OLDEST + " on");
        }
        return first(jdk -> jdk.feature() == feature, feature, "");
    }

    /**
     * A run time that runs Regatta and its workers: the running one if it does, else the first found.
     *
     * @throws RecipeException naming what there is, if there is none
     */
    public Jdk suitable() {
        return first(jdk -> jdk.feature() >= OLDEST, OLDEST, " or newer");
    }

    private Jdk first(Predicate<Jdk> suits, int feature, String more) {
        List<Jdk> installed = installed();
        return installed.stream().filter(suits).findFirst()
                .orElseThrow(() -> new RecipeException("no JDK " + feature + more + " was found " + PLACES + ", only "
                        + words(installed) + ": install one, for example from adoptium.net, and set JAVA" + feature
                        + "_HOME to its folder"));
    }

    /** Versions and folders, for people. */
    public static String words(List<Jdk> jdks) {
        return jdks.stream().map(jdk -> jdk.version() + " in " + jdk.home()).collect(Collectors.joining(", "));
    }

    /** All run times, each folder once, the running one first. */
    public List<Jdk> installed() {
        var found = new LinkedHashMap<Path, Jdk>();
        found.put(real(running.home()), running);
        places().forEach(home -> read(home).ifPresent(jdk -> found.putIfAbsent(real(home), jdk)));
        return List.copyOf(found.values());
    }

    private Stream<Path> places() {
        var places = new ArrayList<Path>();
        variable("JAVA_HOME").map(Path::of).ifPresent(places::add);
        for (String folder : variable("PATH").orElse("").split(":")) {
            Path java = Path.of(folder).resolve("java");
            if (!folder.isEmpty() && Files.isExecutable(java)) {
                places.add(real(java).resolve("../..").normalize());
            }
        }
        environment.keySet().stream().filter(name -> name.matches("JAVA_?\\d+_HOME(_\\w+)?")).sorted()
                .forEach(name -> variable(name).map(Path::of).ifPresent(places::add));
        Path m2 = userHome.resolve(".m2");
        places.addAll(toolchains(m2.resolve("toolchains.xml")));
        places.addAll(toolchains(m2.resolve("discovered-jdk-toolchains-cache.xml")));
        for (Path folder : List.of(userHome.resolve(".jdks"), userHome.resolve(".sdkman/candidates/java"),
                root.resolve("usr/lib/jvm"), root.resolve("opt"))) {
            places.addAll(within(folder));
        }
        within(root.resolve("Library/Java/JavaVirtualMachines"))
                .forEach(bundle -> places.add(bundle.resolve("Contents/Home")));
        return places.stream();
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    private static List<Path> toolchains(Path file) {
        return text(file).map(xml -> HOME_IN_TOOLCHAINS.matcher(xml).results()
                .map(match -> Path.of(match.group(1))).toList()).orElse(List.of());
    }

    private static List<Path> within(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            var found = new ArrayList<Path>();
            entries.forEach(found::add);
            found.sort(null);
            return found;
        } catch (IOException e) {
            // A folder that may not be looked at holds no run time for us.
            return List.of();
        }
    }

    private static Optional<Jdk> read(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            return Optional.empty();
        }
        return text(home.resolve("release")).flatMap(release -> {
            var facts = new Properties();
            try {
                facts.load(new StringReader(release));
            } catch (IOException | IllegalArgumentException e) {
                return Optional.empty();
            }
            String version = unquoted(facts.getProperty("JAVA_RUNTIME_VERSION",
                    facts.getProperty("JAVA_VERSION", "")));
            Matcher feature = FEATURE.matcher(version);
            return feature.matches()
                    ? Optional.of(new Jdk(home, Integer.parseInt(feature.group(1)), version))
                    : Optional.empty();
        });
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String unquoted(String value) {
        return value.replace("\"", "").strip();
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
