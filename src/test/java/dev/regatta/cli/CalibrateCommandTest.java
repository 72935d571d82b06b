package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.results.WrittenRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

@Execution(ExecutionMode.CONCURRENT)
class CalibrateCommandTest extends CommandTest {

    @TempDir
    Path folder;

    @Test
    void noiseOfEarlierRunsIsWritten() throws IOException {
        assertThat(calibrate(0.01)).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("wrote " + file() + "\n");
        assertThat(Files.readString(file())).contains("\"noiseReason\" : \"a new kernel\"");
    }

    @Test
    void noiseWithWhichNothingCouldPassIsRefusedAndNothingIsWritten() throws IOException {
        assertThat(calibrate(0.06)).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).startsWith("regatta: the noise was not calibrated: pgjdbc+hikari/platform: the ")
                .contains("sets of forks to pass and has 16: calibrate it on a quieter machine");
        assertThat(Files.readString(file())).doesNotContain("a new kernel");
    }

    private int calibrate(double betweenForks) {
        Books.store(folder, Books.baseline());
        Path results = folder.resolve("results.json");
        WrittenRun.write(results, Books.results(Books.HERE, IntStream.range(0, 4)
                .mapToObj(i -> SimulatedCell.againstItself(SimulatedCell.duel(i).forks(betweenForks)
                        .cell(CellId.of("postgresql/pgjdbc+hikari/platform/workload-" + i)).after(256)))
                .toArray(CellMeasurement[]::new)));
        return run("calibrate", results.toString(), "--reason", "a new kernel", "--baselines", folder.toString());
    }

    private Path file() {
        return folder.resolve("postgresql.json");
    }
}
