package dev.regatta.recipe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A Java run time that can run a worker.
 *
 * @param home    its folder
 * @param feature the feature release, for example 25
 * @param version the full version ({@code java.runtime.version}), for example {@code 25.0.1+8-LTS}
 */
public record Jdk(Path home, int feature, String version) {

    /** Checks that nothing is missing. */
    public Jdk {
        Objects.requireNonNull(home);
        Objects.requireNonNull(version);
    }

    /** The run time this code runs on. */
    public static Jdk running() {
        return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature(),
                System.getProperty("java.runtime.version"));
    }

    /**
     * The {@code java} program.
     *
     * @throws RecipeException if it is not there
     */
    public Path launcher() {
        Path folder = home.resolve("bin");
        Path onWindows = folder.resolve("java.exe");
        Path launcher = Files.exists(onWindows) ? onWindows : folder.resolve("java");
        if (!Files.isExecutable(launcher)) {
            throw new RecipeException("the Java run time in " + home + " has no executable " + launcher
                    + ": run Regatta on a complete JDK 21 or newer");
        }
        return launcher;
    }
}
