package dev.regatta.fork;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Json;
import dev.regatta.recipe.Jdk;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.ObjectMapper;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The part of a fork's class path that is Regatta's own: its classes and the libraries of its protocol. */
public final class HarnessJars {

    /**
     * The system property that names the jar with all that workers have of Regatta, its libraries under names of their own;
     * not set in a checkout, whose workers have its classes and libraries as they are.
     */
    public static final String PACKED = "dev.regatta.worker";

    private static final String PROTOCOL = Json.class.getName().replace('.', '/') + ".class";

    /** A class of each jar. They are not loaded: the last would need a pool. */
    private static final List<String> METERS = List.of("io/micrometer/core/instrument/MeterRegistry.class",
            "io/micrometer/observation/Observation.class", "io/micrometer/common/KeyValue.class",
            "reactor/pool/introspection/micrometer/Micrometer.class");

    private static final List<String> SMALL_JVM = List.of("-Xms64m", "-Xmx256m", "-XX:+UseSerialGC",
            "-XX:-UsePerfData");

    private HarnessJars() {
    }

    /**
     * The command line of a small JVM with Regatta's own classes, on the database's CPUs: what it does takes no time from the workers.
     * Its standard output is for answers.
     */
    public static List<String> besideTheServer(Placement placement, Jdk jdk, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(placement.databasePrefix());
        command.add(jdk.launcher().toString());
        command.addAll(SMALL_JVM);
        command.addAll(Forks.WARNINGS_TO_THE_LOG);
        command.addAll(
                List.of("-cp", classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                        main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Folders and jars, in class-path order. */
    public static List<Path> classPath() {
        String packed = System.getProperty(PACKED);
        if (packed != null) {
            return List.of(Path.of(packed));
        }
        return Stream.of(Json.class, ObjectMapper.class, JsonParser.class, JsonTypeInfo.class, Histogram.class)
                .map(HarnessJars::origin).distinct().toList();
    }

    /**
     * Micrometer and its binding of r2dbc-pool, for forks in which nothing is timed: they come behind the jars of a
     * recipe, so that they shadow none of it.
     *
     * @throws MeasurementFailure if they are not on the class path of this JVM
     */
    static List<Path> meters() throws MeasurementFailure {
        List<Path> jars = new ArrayList<>();
        for (String name : METERS) {
            URL found = HarnessJars.class.getResource("/" + name);
            if (found == null) {
                throw new MeasurementFailure(
                        "Micrometer is not on the class path, which lacks " + name
                                + ": add io.micrometer:micrometer-core and io.projectreactor.addons:reactor-pool-micrometer");
            }
            String inside = found.toString();
            jars.add(Path.of(URI.create(inside.substring("jar:".length(), inside.indexOf("!/")))));
        }
        return jars;
    }

    /** {@code classes} first, then the libraries; Regatta's own classes only where {@code classes} do not hold them. */
    public static List<Path> behind(List<Path> classes) {
        boolean whole = classes.stream().anyMatch(folder -> Files.exists(folder.resolve(PROTOCOL)));
        List<Path> own = classPath();
        return Stream.concat(classes.stream(), own.stream().skip(whole ? 1 : 0)).distinct().toList();
    }

    /** What Maven called a jar when it built it, {@code group:artifact:version}; empty for others. */
    public static Optional<String> coordinates(Path jar) {
        if (!Files.isRegularFile(jar)) {
            return Optional.empty();
        }
        try (var zip = new ZipFile(jar.toFile())) {
            // Few names begin so, and the pattern takes its time on thousands of classes.
            Optional<? extends ZipEntry> entry = zip.stream()
                    .filter(found -> found.getName().startsWith("META-INF/maven/"))
                    .filter(found -> found.getName().matches("META-INF/maven/[^/]+/[^/]+/pom\\.properties"))
                    .findFirst();
            if (entry.isEmpty()) {
                return Optional.empty();
            }
            var built = new Properties();
            try (InputStream in = zip.getInputStream(entry.get())) {
                built.load(in);
            }
            return Optional.of(built.getProperty("groupId") + ":" + built.getProperty("artifactId") + ":"
                    + built.getProperty("version"));
        } catch (IOException e) {
            throw new UncheckedIOException(jar + " cannot be read", e);
        }
    }

    private static Path origin(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the class path entry of " + type.getName() + " is not a file", e);
        }
    }
}
