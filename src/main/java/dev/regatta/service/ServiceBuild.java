package dev.regatta.service;

import dev.regatta.host.Folders;
import dev.regatta.host.HostLock;
import dev.regatta.host.Scratch;
import dev.regatta.host.ShortCommand;
import dev.regatta.protocol.Inputs;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.MavenSetUp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Builds services, each once per content: sources, versions that were asked for, the JDK that compiles, and variables that its
 * framework fixes when it builds. What was
 * built is kept outside of {@code target}, where any later run finds it; that folder can be removed at any time.
 */
public final class ServiceBuild {

    /** With an empty local repository Maven downloads some hundred libraries first. */
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final String TARGET = "target";
    private static final int DIGITS = 16;
    private static final String OF_QUARKUS = "QUARKUS_";

    private final Path services;
    private final Path cache;
    private final MavenSetUp maven;
    private final Jdk jdk;
    private final Consumer<String> progress;
    private final Supplier<Runnable> alone;
    private final String program;

    /**
     * Builds what lies in a folder, while no timed run is on this host.
     *
     * @param services the folder {@code services} of a checkout
     * @param cache    keeps what was built
     * @param jdk      compiles, and runs Maven
     * @param lockWait how long a build waits for a timed run
     * @param progress is told of each build
     */
    public ServiceBuild(Path services, Path cache, MavenSetUp maven, Jdk jdk, Duration lockWait,
            Consumer<String> progress) {
        this(services, cache, maven, jdk, () -> HostLock.acquire(lockWait, progress)::close, progress,
                MavenSetUp.program());
    }

    /**
     * The same with another program than the Maven that runs this, or the one on the path.
     *
     * @param alone waits for timed runs; they wait until what it answers is run
     */
    ServiceBuild(Path services, Path cache, MavenSetUp maven, Jdk jdk, Supplier<Runnable> alone,
            Consumer<String> progress, String program) {
        this.program = program;
        this.alone = alone;
        this.services = services;
        this.cache = cache;
        this.maven = maven;
        this.jdk = jdk;
        this.progress = progress;
    }

    /** The folder of this user for what is built: {@code $XDG_CACHE_HOME/regatta/services}, or in {@code ~/.cache}. */
    public static Path cacheOfUser(Map<String, String> environment) {
        String named = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (named.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(named))
                .resolve("regatta").resolve("services");
    }

    /**
     * The service as it is in its folder, or with another version of its framework.
     *
     * @param version of the framework; empty for that of the POM
     * @throws IllegalStateException with Maven's words, if it cannot be built, or if the version is a snapshot
     */
    public BuiltService of(WebService service, Optional<String> version) {
        version.filter(asked -> asked.endsWith("-SNAPSHOT")).ifPresent(asked -> {
            throw new IllegalStateException(
                    asked + " may be built again under its name, while a built service is kept: name a"
                            + " release of the framework, or build the snapshot under a version of its own");
        });
        SortedMap<String, String> versions = new TreeMap<>();
        version.ifPresent(asked -> versions.put(service.framework().versionProperty(), asked));
        Path sources = services.resolve(service.folder());
        if (!Files.isRegularFile(sources.resolve("pom.xml"))) {
            throw new IllegalStateException("there is no " + sources.resolve("pom.xml")
                    + ": services are built from a checkout of Regatta, in whose folder this must run");
        }
        try {
            Map<String, byte[]> files = files(sources);
            String content = digest(files);
            List<String> key = Stream.concat(Stream.of(content, versions.toString(), jdk.version()),
                    variables(service).entrySet().stream().map(Map.Entry::toString)).toList();
            Path built = cache.resolve(service.folder() + "-" + Inputs.sha256(key).substring(0, DIGITS));
            if (!Files.isDirectory(built)) {
                build(service, files, versions, built);
            }
            return new BuiltService(service, built, content);
        } catch (IOException e) {
            throw new UncheckedIOException("the service " + service.folder() + " cannot be built in " + cache, e);
        }
    }

    private static SortedMap<String, String> variables(WebService service) {
        return service.framework().knownToTheBuild(service.environment());
    }

    /** What it is built with beside its sources, in words; nothing as a rule. */
    private static String with(WebService service, SortedMap<String, String> versions) {
        var asked = new TreeMap<>(variables(service));
        asked.putAll(versions);
        return asked.isEmpty() ? "" : " with " + asked;
    }

    /** The files of a build by their paths, without what an earlier one made. */
    private static Map<String, byte[]> files(Path sources) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(sources)) {
            for (Path file : all.filter(Files::isRegularFile)
                    .filter(file -> !sources.relativize(file).startsWith(TARGET)).toList()) {
                files.put(sources.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static String digest(Map<String, byte[]> files) {
        return Inputs.sha256(files.entrySet().stream()
                .flatMap(file -> Stream.of(file.getKey(), Inputs.sha256(file.getValue()))).toList());
    }

    /**
     * In a copy, so that a build by hand beside it changes nothing, and is not changed; and alone on this host, since it
     * takes all CPUs.
     */
    private void build(WebService service, Map<String, byte[]> files, SortedMap<String, String> versions, Path built)
            throws IOException {
        Runnable end = alone.get();
        try (Scratch scratch = Scratch.folder("service-build")) {
            progress.accept("building the service " + service.folder() + with(service, versions) + ", once");
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path copy = scratch.path().resolve(file.getKey());
                Files.createDirectories(copy.getParent());
                Files.write(copy, file.getValue());
            }
            run(service, scratch.path(), versions);
            Path made = scratch.path().resolve(TARGET).resolve(service.framework().made());
            if (!Files.exists(made)) {
                throw new IllegalStateException("the build of the service " + service.folder() + " left no "
                        + TARGET + "/" + service.framework().made() + ", which is what is deployed");
            }
            keep(made, built);
        } finally {
            end.run();
        }
    }

    private void run(WebService service, Path folder, SortedMap<String, String> versions) throws IOException {
        ProcessBuilder command = new ProcessBuilder(command(versions)).directory(folder.toFile())
                .redirectErrorStream(true);
        command.environment().put("JAVA_HOME", jdk.home().toString());
        // Those of the shell would be fixed in what is built, and kept.
        command.environment().keySet().removeIf(name -> name.startsWith(OF_QUARKUS));
        command.environment().putAll(variables(service));
        ShortCommand build = ShortCommand.runWithThisJvm(command, LIMIT);
        if (build.exitCode() != 0) {
            throw new IllegalStateException("the service " + service.folder() + " cannot be built"
                    + with(service, versions) + ": "
                    + MavenSetUp.firstError(build.output())
                    + "; try `mvn -f services/" + service.folder() + " package`");
        }
    }

    /** Maven as it runs this build. */
    private List<String> command(SortedMap<String, String> versions) {
        List<String> command = maven.command(program);
        versions.forEach((property, version) -> command.add("-D" + property + "=" + version));
        command.add("package");
        return command;
    }

    /** Whole or not at all: another run may look for it meanwhile, or have been faster. */
    private void keep(Path made, Path built) throws IOException {
        Files.createDirectories(cache);
        Path arriving = Files.createTempDirectory(cache, built.getFileName() + ".");
        try {
            Folders.copy(made, arriving.resolve(made.getFileName()));
            Files.move(arriving, built, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            // Another run has built the same.
        } catch (IOException e) {
            if (!Files.isDirectory(built)) {
                throw e;
            }
        } finally {
            Folders.remove(arriving);
        }
    }
}
