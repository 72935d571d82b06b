package dev.regatta.operations;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a build would race, as a file of lines: {@code class path}, {@code operation} and their values, separated by tabs.
 *
 * @param classPath  entries of the test JVM's class path, absolute, in their order
 * @param operations of the classes that it ran
 */
public record Recording(List<Path> classPath, List<OperationCase> operations) {

    private static final String FORM = "regatta operations 1";
    private static final String ENTRY = "class path";
    private static final String OPERATION = "operation";

    /** Copies the lists. */
    public Recording {
        classPath = List.copyOf(classPath);
        operations = List.copyOf(operations);
    }

    /**
     * That of this JVM.
     *
     * @param types the classes of the operations
     */
    static Recording here(List<OperationCase> operations, Collection<Class<?>> types) {
        return new Recording(entries(TestJvm.classPath(types)), operations);
    }

    /** What several classes of one build said, one after another: their class path is that of the first. */
    public static Recording of(List<Recording> several) {
        return new Recording(several.get(0).classPath(),
                several.stream().flatMap(each -> each.operations().stream()).toList());
    }

    /** The entries of a class path that exist, absolute. */
    public static List<Path> entries(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator)).filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().normalize()).filter(Files::exists).distinct().toList();
    }

    /** Writes it. */
    public void write(Path file) {
        try {
            Files.write(file, lines());
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    /**
     * Writes it to {@code file}, or to one beside it, of a longer name, where another JVM of the same build has written
     * before: a build may have a JVM for each class.
     */
    void add(Path file) {
        try {
            Files.write(file, lines(), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            try {
                write(Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", ""));
            } catch (IOException failure) {
                throw unwritten(file, failure);
            }
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    private static UncheckedIOException unwritten(Path file, IOException e) {
        return new UncheckedIOException(file + " of " + OperationsEngine.RECORD + " cannot be written", e);
    }

    private List<String> lines() {
        return Stream.of(Stream.of(FORM), classPath.stream().map(entry -> ENTRY + "\t" + entry),
                operations.stream()
                        .map(operation -> String.join("\t", OPERATION, operation.database(), operation.type(),
                                operation.method(), operation.threading(), Integer.toString(operation.inFlight()))))
                .flatMap(part -> part).toList();
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is of another form
     */
    public static Recording read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
        if (lines.isEmpty() || !lines.get(0).equals(FORM)) {
            throw new IllegalArgumentException(file + " does not begin with '" + FORM + "'");
        }
        List<Path> classPath = new ArrayList<>();
        List<OperationCase> operations = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split("\t", -1);
            if (parts[0].equals(ENTRY) && parts.length == 2) {
                classPath.add(Path.of(parts[1]));
            } else if (parts[0].equals(OPERATION) && parts.length == 6 && parts[5].matches("\\d{1,4}")) {
                operations.add(new OperationCase(parts[1], parts[2], parts[3], parts[4], Integer.parseInt(parts[5])));
            } else {
                throw new IllegalArgumentException(file + " has a line that is none of its form: " + line);
            }
        }
        return new Recording(classPath, operations);
    }
}
