package dev.regatta.inputs;

import dev.regatta.host.Bounded;
import dev.regatta.host.ShortCommand;
import dev.regatta.recipe.MavenSetUp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A checkout of Regatta, whose classes and recipes can race those of another. */
public final class Checkout {

    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "regatta");

    /** With an empty local repository Maven downloads its plugins first. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

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
        ShortCommand built;
        try {
            built = ShortCommand.runWithThisJvm(
                    new ProcessBuilder(command(maven)).directory(folder.toFile()).redirectErrorStream(true), limit);
        } catch (IOException e) {
            throw new IllegalStateException(e.getCause() instanceof Bounded.Silence
                    ? folder + " was not built within " + limit.toSeconds() + " s: try `mvn compile` there"
                    : "Maven, which builds " + folder + ", cannot be run: " + e.getMessage(), e);
        }
        if (built.exitCode() != 0) {
            throw new IllegalStateException(folder + " cannot be built: " + MavenSetUp.firstError(built.output())
                    + "; try `mvn compile` there");
        }
    }

    /** Maven as it runs this build. */
    static List<String> command(MavenSetUp maven) {
        List<String> command = maven.command(MavenSetUp.program());
        command.addAll(List.of("-Dformatter.skip=true", "compile"));
        return List.copyOf(command);
    }
}
