package dev.regatta.recipe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How Maven runs here.
 *
 * @param offline  whether it uses only what it has downloaded before
 * @param settings the user's {@code settings.xml}, which need not exist; empty for Maven's own choice
 */
public record MavenSetUp(boolean offline, Optional<Path> settings) {

    /** Maven without options. */
    public static final MavenSetUp STANDARD = new MavenSetUp(false, Optional.empty());

    private static final Pattern ERROR = Pattern.compile("\\W*ERROR].*\\w.*");

    /** The Maven that runs this JVM, or the one that the shell finds. */
    public static String program() {
        String home = System.getProperty("maven.home", "");
        return home.isBlank() ? "mvn" : Path.of(home, "bin", "mvn").toString();
    }

    /** A command line of Maven up to its goals, with the local repository of this JVM. It prints errors only. */
    public List<String> command(String program) {
        List<String> command = new ArrayList<>(List.of(program, "-B", "-q", "-ntp"));
        // Maven names the file it would read, which need not exist.
        settings.filter(Files::isRegularFile).ifPresent(file -> command.addAll(List.of("-s", file.toString())));
        String repository = System.getProperty("maven.repo.local", "");
        if (!repository.isBlank()) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        if (offline) {
            command.add("-o");
        }
        return command;
    }

    /** Why a build failed: the first error that Maven printed, or all that it printed. */
    public static String firstError(String output) {
        return output.lines().filter(line -> ERROR.matcher(line).matches()).findFirst().orElse(output.strip());
    }
}
