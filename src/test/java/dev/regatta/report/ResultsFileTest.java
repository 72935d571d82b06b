package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ResultsFileTest {

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadBack() {
        var results = Books.results(Books.HERE, SimulatedCell.duel(1).after(16));
        Path file = folder.resolve("target/regatta/results.json");
        ResultsFile.write(file, results);
        ResultsFile.write(file, results);
        assertThat(ResultsFile.read(file)).isEqualTo(results);
        assertThat(file.getParent()).isDirectoryContaining(path -> path.equals(file));
        assertThat(file.getParent().toFile().list()).hasSize(1);
    }

    @Test
    void missingAndBrokenResultsAreNamed() throws IOException {
        Path file = folder.resolve("results.json");
        assertThatThrownBy(() -> ResultsFile.read(file)).hasMessageContaining("there are no results at");
        Files.writeString(file, "{\"schema\":1");
        assertThatThrownBy(() -> ResultsFile.read(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("results.json line 1");
    }
}
