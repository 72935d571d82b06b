package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The largest run that is planned for fits into the heap of {@code ./regatta} and a small file. */
class LargeRunIT {

    private static final int CELLS = 300;
    private static final int PAIRS = 1024;
    /** As plain text it is 532 MB. */
    private static final long MOST_BYTES = 60_000_000;

    @TempDir
    private Path folder;

    @Test
    void threeHundredCellsFitIntoTheHeapOfTheCommandLine() throws Exception {
        Path file = folder.resolve("results.jsonl.gz");
        var process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx768m",
                "-cp", System.getProperty("java.class.path"), LargeRun.class.getName(), file.toString(),
                Integer.toString(CELLS), Integer.toString(PAIRS)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        System.out.print(said);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains(CELLS + " verdicts");
        assertThat(Files.size(file)).isLessThan(MOST_BYTES);
    }
}
