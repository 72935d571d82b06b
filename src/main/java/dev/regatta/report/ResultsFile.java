package dev.regatta.report;

import dev.regatta.host.AtomicFile;
import dev.regatta.protocol.Json;
import dev.regatta.protocol.Results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of one run's results, raw slices included: everything shown later is a function of it. */
public final class ResultsFile {

    /** A run of 100 cells over 1024 pairs of three arms stays well below. */
    static final long MAX_BYTES = 1L << 29;

    private ResultsFile() {
    }

    /** Writes {@code results}, replacing what was there at once and whole. */
    public static void write(Path file, Results results) {
        try {
            AtomicFile.write(file, Json.line(results) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written: give it room and this user the right to, or name"
                    + " another folder with -Dregatta.results=<folder>", e);
        }
    }

    /**
     * Reads results back.
     *
     * @throws IllegalArgumentException naming the file and the place in it, when it is missing or not what it must be
     */
    public static Results read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there are no results at " + file + ": measure with `mvn verify`");
        }
        try {
            return Json.read(file, Results.class, MAX_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
