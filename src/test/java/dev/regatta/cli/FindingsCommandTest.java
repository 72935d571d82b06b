package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.regatta.explore.Exploration;
import dev.regatta.findings.Claims;
import dev.regatta.findings.FindingsPage;
import dev.regatta.findings.Study;
import dev.regatta.report.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The page of findings is what the stored explorations say, and nothing else. */
@Execution(ExecutionMode.CONCURRENT)
class FindingsCommandTest {

    private static final List<Study> STUDIES = Claims.all().stream().flatMap(claim -> claim.studies().stream())
            .distinct().toList();
    private static final Map<String, Exploration> STORED = FindingsCommand.stored(Path.of(""), STUDIES);

    @Test
    void thePageIsWhatIsStored() throws IOException {
        Path page = Path.of("docs/findings.md");
        Golden.same(page.toString(), Files.readString(page), FindingsCommand.page(STORED));
    }

    @Test
    void thePlotsAreOfWhatIsStored() throws IOException {
        assertThat(STORED).isNotEmpty();
        for (var stored : STORED.entrySet()) {
            Path plot = Path.of("docs").resolve(FindingsPage.plot(stored.getKey()));
            Golden.same(plot.toString(), Files.readString(plot), FindingsCommand.plot(stored.getValue()));
        }
    }

    @Test
    void everyStoredExplorationIsOfAClaim() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(Study.FOLDER))) {
            assertThat(files.map(Path::toString)).isSubsetOf(STUDIES.stream().map(Study::file).toList());
        }
    }

    @Test
    void everyCommandIsUnderstoodAndAsksForWhatWasStored() {
        assertThat(STUDIES).allSatisfy(study -> assertThatCode(new ShellCommand(study.command())::check)
                .doesNotThrowAnyException());
        STORED.forEach((id, exploration) -> {
            Study study = STUDIES.stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
            assertThat(study.arguments()).contains(exploration.facts().plan().workload());
            assertThat(study.arguments().get(1)).isEqualTo(String.join(",",
                    exploration.facts().plan().clients().stream().map(Object::toString).toList()));
            assertThat(exploration.facts().complete()).as(id).isTrue();
        });
    }
}
