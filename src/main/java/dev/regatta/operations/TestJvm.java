package dev.regatta.operations;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the test JVM of a project was given: settings, a folder, and a class path. No API of projects. */
public final class TestJvm {

    private TestJvm() {
    }

    /**
     * A setting: a configuration parameter of JUnit, as every system property is one, or an environment variable, as
     * {@code regatta.baseline} or {@code REGATTA_BASELINE}: Gradle hands on no properties.
     *
     * @param parameters the configuration parameters of JUnit
     */
    public static Optional<String> setting(Function<String, Optional<String>> parameters, String name) {
        return parameters.apply(name)
                .or(() -> Optional.ofNullable(System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_'))));
    }

    /** The folder that a build of the project in {@code here} writes to. A script may have the name of Gradle's. */
    public static Path buildFolder(Path here) {
        return here.resolve(Files.isDirectory(here.resolve("build")) && !Files.exists(here.resolve("pom.xml"))
                ? "build"
                : "target");
    }

    /**
     * The class path of this JVM, with the separator of the platform, from which these classes can be loaded: where tests
     * run as a module, most of it is on the module path, and the folder of the test classes on neither.
     */
    static String classPath(Collection<Class<?>> types) {
        return Stream.concat(Stream.of(classPath()), types.stream().flatMap(type -> folder(type).stream()).distinct())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The folder that a class was loaded from; empty for one of a jar. */
    private static Optional<String> folder(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        URL found = type.getResource("/" + file);
        if (found == null || !found.getProtocol().equals("file")) {
            return Optional.empty();
        }
        String path = file(found);
        return Optional.of(path.substring(0, path.length() - file.length() - 1));
    }

    /**
     * The class path of this JVM, with the separator of the platform, and its module path. A launcher that was given one of
     * its own, as {@code java -jar junit-platform-console-standalone.jar --class-path …}, has it in a class loader.
     */
    public static String classPath() {
        String own = Stream.of("java.class.path", "jdk.module.path").map(System::getProperty).filter(Objects::nonNull)
                .collect(Collectors.joining(File.pathSeparator));
        return Thread.currentThread().getContextClassLoader() instanceof URLClassLoader more
                ? Stream.concat(Stream.of(own), Arrays.stream(more.getURLs()).filter(url -> url.getProtocol()
                        .equals("file")).map(TestJvm::file)).collect(Collectors.joining(File.pathSeparator))
                : own;
    }

    private static String file(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(url + " of the class path is no file", e);
        }
    }
}
