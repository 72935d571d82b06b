package dev.regatta;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Shell scripts that tests run while others start processes. */
public final class Script {

    private Script() {
    }

    /**
     * Writes one by a process of its own. Were it open for writing here, a process that another test is just starting could
     * hold it open as well, and it could not be run: "Text file busy".
     */
    public static void write(Path file, String text) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", "cat > \"$0\" && chmod 755 \"$0\"", file.toString()).start();
        try (var in = shell.getOutputStream()) {
            in.write(("#!/bin/sh\n" + text + "\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(shell.onExit().join().exitValue()).isZero();
    }
}
