package dev.regatta.faults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** {@link DamagedFilesTest} with many files. */
class DamagedFilesIT {

    @Test
    void hundredThousandDamagedFiles(@TempDir Path folder) throws IOException {
        DamagedFilesTest.baselines(50_000);
        DamagedFilesTest.results(50_000, folder);
    }
}
