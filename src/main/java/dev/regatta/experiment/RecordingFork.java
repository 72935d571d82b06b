package dev.regatta.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fork for one recording, and the folder of its temporary files, among them the recorder's: a fork is halted when its work
 * is done and does not clean up.
 */
record RecordingFork(Fork fork, Path temporary) implements AutoCloseable {

    /** Makes an empty folder. */
    static void prepare(Path temporary) throws MeasurementFailure {
        try {
            remove(temporary);
            Files.createDirectories(temporary);
        } catch (IOException e) {
            throw new MeasurementFailure("the folder " + temporary + " for a recording cannot be made: " + e, e);
        }
    }

    /** Ends the fork and removes the folder. */
    @Override
    public void close() throws MeasurementFailure {
        fork.close();
        try {
            remove(temporary);
        } catch (IOException e) {
            throw new MeasurementFailure("the folder " + temporary + " of a recording cannot be removed: " + e, e);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> content;
        try (Stream<Path> all = Files.walk(folder)) {
            content = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : content) {
            Files.deleteIfExists(path);
        }
    }
}
