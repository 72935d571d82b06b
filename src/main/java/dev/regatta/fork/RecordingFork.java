package dev.regatta.fork;

import dev.regatta.host.Folders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A fork for recordings, and the folder of its temporary files, among them the recorder's: a fork is halted when its
 * work is done and does not clean up.
 */
public record RecordingFork(WorkerFork fork, Path temporary) implements AutoCloseable {

    /** Makes an empty folder. */
    static void prepare(Path temporary) throws MeasurementFailure {
        try {
            Folders.remove(temporary);
            Files.createDirectories(temporary);
        } catch (IOException e) {
            throw new MeasurementFailure("the folder " + temporary + " for a recording cannot be made: " + e, e);
        }
    }

    /** Ends the fork and removes the folder. */
    @Override
    public void close() {
        fork.close();
        removeFolder();
    }

    /** Kills the fork and removes the folder. */
    void kill() {
        fork.kill();
        removeFolder();
    }

    private void removeFolder() {
        try {
            Folders.remove(temporary);
        } catch (IOException e) {
            // It lies among the logs, which the next run removes; what was measured is worth more.
        }
    }
}
