package dev.regatta.results;

import java.nio.file.Path;

/** Files of results for tests. */
public final class WrittenRun {

    private WrittenRun() {
    }

    /** Writes a run as a whole. */
    public static void write(Path file, MeasuredRun run) {
        ResultsFile written = ResultsFile.begin(file, run.facts());
        run.cells().forEach(written::append);
    }
}
