package dev.regatta.faults;

import org.junit.jupiter.api.Test;

/** {@link DamagedFilesTest} with many files. */
class DamagedFilesIT {

    @Test
    void hundredThousandDamagedFiles() {
        DamagedFilesTest.baselines(50_000);
        DamagedFilesTest.results(50_000);
    }
}
