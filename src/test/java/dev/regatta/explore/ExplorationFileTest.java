package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

class ExplorationFileTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rate=2000/s,queries=5,rtt=1000us,sla=p99:20ms,cores=1",
            "rate=0.5/s,queries=1,sla=p99.9:500us"})
    void theLoadOfSomebodyIsKept(String ask) {
        Facts facts = SimulatedExploration.overLoad().facts();
        Path file = folder.resolve("exploration.json");
        ExplorationFile.begin(file, new Facts(facts.schema(), facts.tool(), facts.commit(), facts.started(),
                facts.plan(), Optional.of(Ask.of(ask)), facts.recipes(), facts.environment(), Optional.empty(), false));
        Facts kept = ExplorationFile.read(file).facts();
        assertThat(kept.completed(facts.plan()).ask()).contains(Ask.of(ask));
        assertThat(kept.ask().orElseThrow()).hasToString(ask);
    }

    /** The folder of results does not say where an exploration is kept. */
    @Test
    void aFileThatCannotBeWrittenNamesTheOptionThatNamesAnother() throws IOException {
        Path file = folder.resolve("kept.json");
        Facts facts = SimulatedExploration.overLoad().facts();
        var kept = ExplorationFile.begin(file, facts);
        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(() -> kept.append(facts)).hasMessageContaining("kept.json cannot be written")
                .hasMessageContaining("another file with --file <file>").hasMessageNotContaining("regatta.results");
    }

    @Test
    void theStoredOnesAreWrittenAsTheyWere() throws IOException {
        try (Stream<Path> stored = Files.list(Path.of("findings"))) {
            assertThat(stored.filter(file -> file.toString().endsWith(".json"))).isNotEmpty().allSatisfy(file -> {
                Facts facts = ExplorationFile.read(file).facts();
                Path again = folder.resolve(file.getFileName());
                ExplorationFile.begin(again, facts);
                assertThat(Files.readAllLines(file)).contains(Files.readString(again).strip());
            });
        }
    }
}
