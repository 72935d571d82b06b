package dev.regatta.fork;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Describer;
import dev.regatta.protocol.Description;
import dev.regatta.recipe.Jdk;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What drives the clients of an arm and defines the workloads: this Regatta, or another checkout of it.
 *
 * @param classPath   its classes and the libraries of its protocol, in class-path order
 * @param code        where it comes from, for reports; empty for this Regatta
 * @param description what it says of itself
 */
public record Harness(List<Path> classPath, String code, Description description) {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Checks that nothing is missing. */
    public Harness {
        classPath = List.copyOf(classPath);
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("an arm needs the classes that drive it");
        }
        Objects.requireNonNull(code);
        Objects.requireNonNull(description);
    }

    /** Made when it is first asked for. */
    private static final class Own {
        private static final Harness HARNESS = new Harness(HarnessJars.classPath(), "", Describer.here().describe());
    }

    /** This Regatta. */
    public static Harness own() {
        return Own.HARNESS;
    }

    /**
     * A checkout, as it describes itself.
     *
     * @param classes   its classes, in class-path order
     * @param libraries all libraries of its own; none where it has this Regatta's, whose classes then follow if
     *                  {@code classes} are not whole
     * @param logs      the folder of its worker's log
     * @throws IllegalStateException in one sentence, if it does not describe itself
     */
    public static Harness of(List<Path> classes, List<Path> libraries, String code, Path logs) {
        return described(libraries.isEmpty()
                ? HarnessJars.behind(classes)
                : Stream.concat(classes.stream(), libraries.stream()).toList(), code, logs);
    }

    /** Asks a worker on this class path, which ends when it has answered. */
    private static Harness described(List<Path> classPath, String code, Path logs) {
        List<String> command = new ArrayList<>(List.of(Jdk.running().launcher().toString(), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(Forks.WARNINGS_TO_THE_LOG);
        command.addAll(List.of("-cp",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)), Forks.MAIN));
        Path log = logs.toAbsolutePath().resolve("describe.log");
        try (Worker worker = Worker.start("describe", command, log, LIMIT)) {
            Answer.Described answer = worker.ask(new Command.Describe(Description.SCHEMA), Answer.Described.class,
                    LIMIT);
            return new Harness(classPath, code, answer.description());
        } catch (MeasurementFailure e) {
            throw new IllegalStateException("the checkout " + code + " does not say what its cells depend on, as one"
                    + " from before the worker's command `describe` cannot (see "
                    + e.file().map(Path::toString).orElse(e.getMessage()) + "): merge the one into the other", e);
        }
    }
}
