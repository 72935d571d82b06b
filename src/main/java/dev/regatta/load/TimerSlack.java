package dev.regatta.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much longer than asked the kernel lets a thread sleep, so that it can wake several at once: 50 us unless told
 * otherwise (proc_pid_timerslack_ns(5)), more than a short operation takes.
 */
public final class TimerSlack {

    private static final String LEAST_NANOS = "1";

    private TimerSlack() {
    }

    /** Gives it up for the calling platform thread, where the system has such a setting. */
    public static void none() {
        try {
            Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), LEAST_NANOS);
        } catch (IOException e) {
            // Then it starts its operations later, which is measured.
        }
    }
}
