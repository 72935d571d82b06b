package dev.regatta.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A checkout of Regatta, whose classes and recipes can race those of another. */
final class Checkout {

    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "regatta");

    private final Path folder;

    private Checkout(Path folder) {
        this.folder = folder;
    }

    /**
     * The checkout in {@code folder}.
     *
     * @throws IllegalArgumentException if it holds none
     */
    static Checkout in(Path folder) {
        if (!Files.isRegularFile(folder.resolve("pom.xml")) || !Files.isDirectory(folder.resolve(SOURCES))) {
            throw new IllegalArgumentException(folder + " is not a checkout of Regatta: it has no pom.xml with "
                    + SOURCES + " beside it");
        }
        return new Checkout(folder.toAbsolutePath().normalize());
    }

    /**
     * Its classes, compiled as its sources are now by the Maven that built this one.
     *
     * @param progress is told that it takes a while
     * @throws IllegalStateException with Maven's words, if they cannot be compiled
     */
    Path classes(Consumer<String> progress) {
        // The launcher has just built its own, which this process runs on.
        if (!isRunning()) {
            progress.accept("building " + folder);
            build();
        }
        return folder.resolve("target").resolve("classes");
    }

    /** The checkout these classes were compiled in, for reports: its folder. */
    static String name(Path classes) {
        return classes.resolve("..").resolve("..").normalize().toString();
    }

    private boolean isRunning() {
        try {
            return Files.isSameFile(folder, Regatta.home().toAbsolutePath());
        } catch (IOException e) {
            return false;
        }
    }

    private void build() {
        try {
            Process maven = new ProcessBuilder(command()).directory(folder.toFile()).redirectErrorStream(true).start();
            maven.getOutputStream().close();
            String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (maven.waitFor() != 0) {
                throw new IllegalStateException(folder + " cannot be built: "
                        + said.lines().filter(line -> line.matches("\\[ERROR].*\\w.*")).findFirst().orElse(said.strip())
                        + "; try `mvn compile` there");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Maven, which builds " + folder + ", cannot be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + folder + " was built", e);
        }
    }

    /** The running Maven's settings, local repository and offline switch, as they were passed to this process. */
    static List<String> command() {
        String home = System.getProperty("maven.home", "");
        var command = new ArrayList<>(
                List.of(home.isBlank() ? "mvn" : Path.of(home, "bin", "mvn").toString(), "-B", "-q", "-ntp",
                        "-Dformatter.skip=true"));
        String settings = System.getProperty("regatta.settings", "");
        // Maven names the file it would read, which need not exist.
        if (Files.isRegularFile(Path.of(settings))) {
            command.addAll(List.of("-s", settings));
        }
        String repository = System.getProperty("maven.repo.local", "");
        if (!repository.isBlank()) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        if (Boolean.getBoolean("regatta.offline")) {
            command.add("-o");
        }
        command.add("compile");
        return List.copyOf(command);
    }
}
