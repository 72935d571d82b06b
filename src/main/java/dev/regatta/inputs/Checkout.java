package dev.regatta.inputs;

import dev.regatta.host.ExitHook;
import dev.regatta.recipe.MavenSetUp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A checkout of Regatta, whose classes and recipes can race those of another. */
public final class Checkout {

    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "regatta");

    /** With an empty local repository Maven downloads its plugins first. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** A process that was killed is gone at once, unless the kernel holds it. */
    private static final int DYING_SECONDS = 2;

    private final Path folder;
    private final MavenSetUp maven;

    private Checkout(Path folder, MavenSetUp maven) {
        this.folder = folder;
        this.maven = maven;
    }

    /**
     * The checkout in {@code folder}.
     *
     * @param maven builds it
     * @throws IllegalArgumentException if it holds none
     */
    public static Checkout in(Path folder, MavenSetUp maven) {
        if (!isOne(folder)) {
            throw new IllegalArgumentException(folder + " is not a checkout of Regatta: it has no pom.xml with "
                    + SOURCES + " beside it");
        }
        return new Checkout(folder.toAbsolutePath().normalize(), maven);
    }

    /** Whether {@code folder} holds one. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve("pom.xml")) && Files.isDirectory(folder.resolve(SOURCES));
    }

    /** Its folder, absolute. */
    public Path folder() {
        return folder;
    }

    /**
     * Its classes, compiled as its sources are now by the Maven that built this one.
     *
     * @param running  the checkout whose classes run this, which have just been built
     * @param progress is told that it takes a while
     * @throws IllegalStateException with Maven's words, if they cannot be compiled, or not within five minutes
     */
    public Path classes(Path running, Consumer<String> progress) {
        return classes(running, progress, LIMIT);
    }

    Path classes(Path running, Consumer<String> progress, Duration limit) {
        if (!is(running)) {
            progress.accept("building " + folder);
            build(limit);
        }
        return folder.resolve("target").resolve("classes");
    }

    /** The checkout these classes were compiled in, for reports: its folder. */
    public static String name(Path classes) {
        return classes.resolve("..").resolve("..").normalize().toString();
    }

    private boolean is(Path running) {
        try {
            return Files.isSameFile(folder, running.toAbsolutePath());
        } catch (IOException e) {
            return false;
        }
    }

    private void build(Duration limit) {
        try {
            Path said = Files.createTempFile("regatta-build-", ".log");
            try {
                build(limit, said);
            } finally {
                Files.deleteIfExists(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Maven, which builds " + folder + ", cannot be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + folder + " was built", e);
        }
    }

    private void build(Duration limit, Path log) throws IOException, InterruptedException {
        var build = new Build(new ProcessBuilder(command(maven)).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile()), log);
        Thread endAtExit = ExitHook.of("regatta-end-build", build::stop);
        Runtime.getRuntime().addShutdownHook(endAtExit);
        Process process;
        boolean ended;
        try (build) {
            process = build.start();
            process.getOutputStream().close();
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            ExitHook.remove(endAtExit);
        }
        if (build.stopped()) {
            throw new IllegalStateException("this process was asked to end while " + folder + " was built");
        }
        // Maven writes in the encoding of the locale, which need not be this one.
        String said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        if (!ended) {
            throw new IllegalStateException(folder + " was not built within " + limit.toSeconds()
                    + " s: try `mvn compile` there");
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(folder + " cannot be built: "
                    + said.lines().filter(line -> line.matches("\\[ERROR].*\\w.*")).findFirst().orElse(said.strip())
                    + "; try `mvn compile` there");
        }
    }

    /** Maven while it builds. The JVM may be asked to end meanwhile, and then no process of Maven stays. */
    private static final class Build implements AutoCloseable {

        private final ProcessBuilder maven;
        private final Path log;
        private Optional<Process> process = Optional.empty();
        private boolean stopped;

        Build(ProcessBuilder maven, Path log) {
            this.maven = maven;
            this.log = log;
        }

        synchronized Process start() throws IOException {
            if (stopped) {
                throw new IOException("this process was asked to end");
            }
            Process started = maven.start();
            process = Optional.of(started);
            return started;
        }

        synchronized boolean stopped() {
            return stopped;
        }

        /** Ends it with the JVM, which may be gone before the thread that waits for Maven removes the log. */
        synchronized void stop() {
            stopped = true;
            close();
            try {
                Files.deleteIfExists(log);
            } catch (IOException e) {
                throw new UncheckedIOException(log + " cannot be removed", e);
            }
        }

        /** Kills what still runs of it. */
        @Override
        public synchronized void close() {
            process.filter(Process::isAlive).ifPresent(running -> {
                List<ProcessHandle> all = Stream.concat(running.descendants(), Stream.of(running.toHandle())).toList();
                all.forEach(ProcessHandle::destroyForcibly);
                all.forEach(one -> one.onExit().completeOnTimeout(one, DYING_SECONDS, TimeUnit.SECONDS).join());
            });
        }
    }

    /** Maven with the running one's settings, local repository and offline switch. */
    static List<String> command(MavenSetUp maven) {
        String home = System.getProperty("maven.home", "");
        var command = new ArrayList<>(
                List.of(home.isBlank() ? "mvn" : Path.of(home, "bin", "mvn").toString(), "-B", "-q", "-ntp",
                        "-Dformatter.skip=true"));
        // Maven names the file it would read, which need not exist.
        maven.settings().filter(Files::isRegularFile)
                .ifPresent(settings -> command.addAll(List.of("-s", settings.toString())));
        String repository = System.getProperty("maven.repo.local", "");
        if (!repository.isBlank()) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        if (maven.offline()) {
            command.add("-o");
        }
        command.add("compile");
        return List.copyOf(command);
    }
}
