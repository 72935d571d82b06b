package dev.regatta.project;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Harness;
import dev.regatta.fork.HarnessJars;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * One of the two class paths that race: what the project built, and the jars of others. What drives both arms is left
 * out, for every worker has this Regatta with its libraries.
 *
 * @param own   folders and jars that the project built, in class-path order
 * @param files what is in them
 * @param jars  the others, in class-path order
 * @param paths their files
 */
record ProjectCode(List<Path> own, OwnFiles files, List<Artifact> jars, List<Path> paths) {

    /** Of what a project has of Regatta: its engine, what is for its tests, and a checkout's jar. */
    private static final List<String> OF_REGATTA = List.of("META-INF/regatta/engine.properties",
            "dev/regatta/operations/Draw.class", "dev/regatta/protocol/Json.class");
    private static final String OF_THE_PROJECT = "a project's own code";

    /** Reads class paths; a jar that is in both is read once. */
    static final class Reader {

        private static final String REGATTA = "dev.regatta:";

        private final Optional<Path> repository;
        private final Checksums checksums;
        private final List<Path> harness = HarnessJars.classPath();
        private final Set<String> modules = new HashSet<>();
        private final Map<Path, Artifact> known = new ConcurrentHashMap<>();

        /** A reader of jars in Maven's local repository, if it is known, and elsewhere. */
        Reader(Optional<Path> repository, Checksums checksums) {
            this.repository = repository;
            this.checksums = checksums;
            harness.forEach(jar -> HarnessJars.coordinates(jar).map(Reader::module).ifPresent(modules::add));
        }

        private static String module(String coordinates) {
            return coordinates.substring(0, coordinates.lastIndexOf(':'));
        }

        /**
         * Reads a class path.
         *
         * @param root the checkout that it is of: its jars are the project's own, but for those of a cache in it
         */
        ProjectCode of(List<Path> classPath, Path root) {
            List<Path> own = new ArrayList<>();
            List<Path> paths = new ArrayList<>();
            for (Path entry : classPath) {
                if (harness.contains(entry) || !Files.isDirectory(entry) && driving(entry)) {
                    continue;
                }
                if (Files.isDirectory(entry)
                        || entry.startsWith(root) && repository.filter(entry::startsWith).isEmpty()
                                && JarName.filed(entry, repository).isEmpty()) {
                    own.add(entry);
                } else {
                    paths.add(entry);
                }
            }
            List<Artifact> jars = paths.parallelStream().map(jar -> known.computeIfAbsent(jar, this::read)).toList();
            checksums.keep();
            return new ProjectCode(own, OwnFiles.in(own), jars, paths);
        }

        /** Whether it is Regatta of some version, or a library that the worker has anyway. */
        private boolean driving(Path jar) {
            Optional<String> filed = JarName.filed(jar, repository);
            if (filed.isPresent()) {
                // Opening hundreds of jars takes longer than all else.
                String module = module(filed.get());
                return modules.contains(module) || module.startsWith(REGATTA);
            }
            if (HarnessJars.coordinates(jar).map(Reader::module).filter(modules::contains).isPresent()) {
                return true;
            }
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                return OF_REGATTA.stream().anyMatch(name -> zip.getEntry(name) != null);
            } catch (IOException e) {
                throw new UncheckedIOException(jar + " of the class path cannot be read", e);
            }
        }

        private Artifact read(Path jar) {
            try {
                return new Artifact(JarName.of(jar, repository), checksums.of(jar));
            } catch (IOException e) {
                throw new UncheckedIOException(jar + " of the class path cannot be read", e);
            }
        }
    }

    /** The jars of others, as the recipe of a class's operations. */
    private ResolvedRecipe recipe(String type) {
        return new ResolvedRecipe(new Recipe(type, jars, Collections.emptySortedMap()), paths);
    }

    /**
     * What runs as an arm.
     *
     * @param name of the code, for reports
     */
    ArmSetup arm(CellId cell, String name) {
        var workload = new Description.Workload(files.digest(), "");
        var database = new Description.Database(new TreeMap<>(Map.of(cell.workload(), workload)), OF_THE_PROJECT,
                new Description.Server("", "", "", Collections.emptySortedMap()));
        // What Regatta would say of its own cells takes a while to find out, and nobody asks.
        var description = new Description(new TreeMap<>(Map.of(cell.client().stack(), OF_THE_PROJECT)), List.of(),
                new TreeMap<>(Map.of(cell.database(), database)));
        return new ArmSetup(recipe(cell.client().stack()), Jdk.running(),
                new Harness(Stream.concat(HarnessJars.classPath().stream(), own.stream()).toList(), name, description));
    }

    /**
     * Why the workers of an arm do not run what was planned, in a sentence; empty as a rule.
     *
     * @param copies what they have instead of a folder or jar that the project built
     */
    static Optional<String> changed(CellId cell, ArmSetup arm, UnaryOperator<Path> copies) {
        List<Path> harness = HarnessJars.classPath();
        List<Path> own = arm.harness().classPath().stream().filter(entry -> !harness.contains(entry)).toList();
        String planned = arm.harness().description().workload(cell).orElseThrow().definition();
        try {
            if (OwnFiles.in(own.stream().map(copies).toList()).digest().equals(planned)) {
                return Optional.empty();
            }
        } catch (UncheckedIOException e) {
            // A build just writes one.
        }
        return Optional.of(own.stream().map(Path::toString).collect(Collectors.joining(", "))
                + (own.size() == 1 ? " is" : " are")
                + " no longer what was planned, as a build changed files since: race again when no build is on");
    }

    /**
     * What an operation depends on as far as two class paths can differ in it, and which JVM runs both.
     *
     * @param used       files of the project that count
     * @param jvmOptions of the workers
     */
    Inputs inputs(OwnFiles used, List<String> jvmOptions) {
        return new Inputs(new TreeMap<>(Map.of(Inputs.JARS, jarsDigest(), Inputs.WORKLOAD, used.digest(), Inputs.JDK,
                Integer.toString(Jdk.running().feature()), Inputs.JVM, String.join(" ", jvmOptions))));
    }

    /** SHA-256 over coordinates and checksums of the jars of others, in class-path order. */
    String jarsDigest() {
        return Inputs.sha256(jars.stream().flatMap(jar -> Stream.of(jar.coordinates(), jar.sha256())).toList());
    }
}
