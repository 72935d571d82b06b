package dev.regatta.calls;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A project that uses {@code calls}: a JVM with the classes of this one, JUnit, and the jars of a client, and without
 * all other libraries of this project.
 *
 * @param type     the test class
 * @param ours     entries of this JVM's class path that it has too
 * @param jars     what it needs beside them
 * @param folder   where it has its files
 */
record Sample(String type, Pattern ours, List<Path> jars, Path folder) {

    /** Its classes, JUnit and jOOQ. */
    static final Pattern FEW = Pattern.compile(
            ".*/(classes|test-classes)|.*/(junit|opentest4j|apiguardian|jspecify|jooq|r2dbc-spi|reactive-streams)[^/]*");
    /** What Testcontainers needs as well. */
    static final Pattern ALL = Pattern.compile(".*");
    /** No JUnit. */
    static final Pattern CLASSES = Pattern.compile(".*/(classes|test-classes)");

    /** Runs it with these options of the JVM, and gives back what it printed. */
    String run(String... options) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath()));
        command.addAll(Arrays.asList(options));
        command.addAll(List.of(SampleRun.class.getName(), type));
        File output = File.createTempFile("sample", ".txt", folder.toFile());
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output);
        // What a sample says is nothing for the page of the job that runs it.
        builder.environment().remove("GITHUB_STEP_SUMMARY");
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String printed = Files.readString(output.toPath());
        System.out.println(printed);
        return printed;
    }

    private String classPath() {
        return Stream.concat(Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> ours.matcher(entry).matches()), jars.stream().map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
