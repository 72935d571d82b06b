package dev.regatta.project;

import dev.regatta.baseline.BookEntry;
import dev.regatta.host.AtomicFile;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of {@code baselines/operations.json}: which code each operation of a project was measured with. Today's is
 * compared with it, and where something differs the commit that it names races. Its numbers are for people.
 *
 * @param schema     {@value #SCHEMA}
 * @param tool       version of Regatta that wrote it
 * @param classPaths jars of others in class-path order, by the first digits of a digest over them
 * @param operations the entry of each operation
 */
record OperationsFile(int schema, String tool, SortedMap<String, List<Artifact>> classPaths,
        SortedMap<CellId, Entry> operations) {

    /** The version of this file's form. */
    static final int SCHEMA = 1;

    private static final String NAME = "operations.json";
    private static final String HOW_TO_REPAIR = "; restore the file from version control, or delete it and measure"
            + " with -Dregatta.baseline=update";
    /** A class path has some hundred jars, and a thousand operations their own classes. */
    private static final long MAX_BYTES = 16 << 20;
    private static final int DIGITS = 12;

    /**
     * What an operation was measured with, and what came out.
     *
     * @param classPath a key of {@link OperationsFile#classPaths}
     * @param classes   the project's own that its worker loaded: files to SHA-256
     * @param files     digest over the names of all files of the project's own, and the content of those that are no
     *                  classes
     * @param measured  when, from which commit, why, and the figures and counts
     */
    record Entry(String classPath, SortedMap<String, String> classes, String files, BookEntry measured) {

        /** Copies the map. */
        Entry {
            classes = Collections.unmodifiableSortedMap(new TreeMap<>(classes));
        }
    }

    /** Checks that the parts belong together. */
    OperationsFile {
        if (schema != SCHEMA) {
            throw new IllegalArgumentException("schema " + schema + " was found, expected " + SCHEMA);
        }
        classPaths = Collections.unmodifiableSortedMap(new TreeMap<>(classPaths));
        operations = Collections.unmodifiableSortedMap(new TreeMap<>(operations));
        for (Map.Entry<CellId, Entry> entry : operations.entrySet()) {
            if (!classPaths.containsKey(entry.getValue().classPath())) {
                throw new IllegalArgumentException(entry.getKey() + " has the class path "
                        + entry.getValue().classPath() + ", which is not in the file");
            }
        }
    }

    /** Where it is in a folder of baselines. */
    static Path in(Path folder) {
        return folder.resolve(NAME);
    }

    /**
     * Reads it, empty if none was ever written.
     *
     * @throws IllegalArgumentException naming the file, the place in it and what to do, if it is of another form
     */
    static Optional<OperationsFile> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(file, OperationsFile.class, MAX_BYTES));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + HOW_TO_REPAIR, e);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /** Writes it, whole or not at all. */
    void write(Path file) {
        AtomicFile.write(file, Json.pretty(this));
    }

    /**
     * The file with more operations, in place of those of the same name.
     *
     * @param before what there is; empty for no file
     * @param code   what they were measured with
     */
    static OperationsFile with(Optional<OperationsFile> before, String tool, ProjectCode code,
            Map<CellId, Measured> more) {
        String classPath = code.jarsDigest().substring(0, DIGITS);
        SortedMap<CellId, Entry> operations = new TreeMap<>(
                before.map(OperationsFile::operations).orElseGet(Collections::emptySortedMap));
        more.forEach((cell, measured) -> operations.put(cell, new Entry(classPath,
                measured.classes().checksums(), code.files().digestBesideClasses(), measured.entry())));
        SortedMap<String, List<Artifact>> classPaths = new TreeMap<>(
                before.map(OperationsFile::classPaths).orElseGet(Collections::emptySortedMap));
        classPaths.put(classPath, code.jars());
        classPaths.keySet().retainAll(operations.values().stream().map(Entry::classPath).toList());
        return new OperationsFile(SCHEMA, tool, classPaths, operations);
    }

    /**
     * An operation that was measured.
     *
     * @param classes of the project's own that its worker loaded
     * @param entry   the numbers
     */
    record Measured(OwnFiles classes, BookEntry entry) {}

    /** The entry of an operation. */
    Optional<Entry> of(CellId cell) {
        return Optional.ofNullable(operations.get(cell));
    }

    /**
     * Whether this code is what the entry was measured with, as far as its worker can tell: the same jars, the same files
     * that are no classes, and the same classes that it loaded. A class that came or went makes it unknown, for a
     * framework may look for classes.
     *
     * @return those classes; empty if something differs
     */
    Optional<OwnFiles> same(Entry entry, ProjectCode code) {
        boolean jars = classPaths.get(entry.classPath()).stream().map(Artifact::sha256).toList()
                .equals(code.jars().stream().map(Artifact::sha256).toList());
        return jars && entry.files().equals(code.files().digestBesideClasses())
                && code.files().checksums().entrySet().containsAll(entry.classes().entrySet())
                        ? Optional.of(new OwnFiles(entry.classes()))
                        : Optional.empty();
    }
}
