package dev.regatta.results;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Files of results for tests. */
public final class WrittenRun {

    private WrittenRun() {
    }

    /** The lines of a file. */
    public static String text(Path file) throws IOException {
        try (var lines = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Writes a run as a whole. */
    public static void write(Path file, MeasuredRun run) {
        ResultsFile written = ResultsFile.begin(file, run.facts());
        run.cells().forEach(written::append);
    }
}
