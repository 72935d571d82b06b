package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

class ReportFilesTest {

    @TempDir
    Path folder;

    @Test
    void thePageNamesJvmOptionsThatAreNotTheUsualOnes() throws IOException {
        String usual = String.join(" ", new Settings(new Properties()).jvmOptions());
        assertThat(page("-Xmx1g")).contains("-Dregatta.jvm.options=-Xmx1g");
        assertThat(page(usual)).contains("See it again").doesNotContain("-Dregatta.jvm.options");
    }

    @Test
    void whatSpeaksOfAnEarlierRunIsGoneWhenAnotherBegins() throws IOException {
        for (String name : List.of(ReportFiles.HTML, JobOutput.SUMMARY, "mine.md")) {
            Files.writeString(folder.resolve(name), "passed");
        }
        ReportFiles.clear(folder);
        assertThat(folder.toFile().list()).containsExactly("mine.md");
        ReportFiles.clear(folder.resolve("missing"));
    }

    private String page(String options) throws IOException {
        var run = Books.results(Books.HERE.with(Map.of("jvm.options", options)), SimulatedCell.book(1).after(64));
        Path file = folder.resolve(ReportFiles.HTML);
        ReportFiles.html(file, Gate.judge(run, Map.of()), run, Map.of(), List.of());
        return Files.readString(file);
    }
}
