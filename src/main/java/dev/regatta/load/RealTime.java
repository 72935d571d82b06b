package dev.regatta.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread run as soon as it wakes up, before threads that share its CPU (sched(7), {@code SCHED_FIFO}). What it
 * starts is scheduled as usual.
 */
final class RealTime {

    private static final int LIMIT_SECONDS = 5;

    private RealTime() {
    }

    /**
     * Asks for it for the calling platform thread; where this user may not, or there is no {@code chrt}, nothing
     * changes.
     */
    static void ask() throws InterruptedException {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Process chrt = new ProcessBuilder("chrt", "--reset-on-fork", "--fifo", "--pid", "1", thread.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!chrt.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                chrt.destroyForcibly();
            }
        } catch (IOException e) {
            // Then it starts its operations later, which is measured.
        }
    }
}
