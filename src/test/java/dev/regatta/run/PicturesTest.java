package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Gate;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * README's pictures of a report: {@code .ci/pictures} takes them of the page that this writes, of a real race that is
 * stored beside them.
 */
class PicturesTest {

    private static final Path PICTURES = Path.of("docs", "images");

    @Test
    void thePicturesAreOfThePageAsItIs() throws IOException, NoSuchAlgorithmException {
        MeasuredRun run = ResultsFile.read(PICTURES.resolve("report.results.jsonl.gz"));
        Path folder = Files.createDirectories(Path.of("target", "pictures"));
        Path file = folder.resolve("report.html");
        ReportFiles.html(file, Gate.judge(run, Map.of()), run, Map.of(), List.of(folder.resolve("results.jsonl.gz")));
        String page = Files.readString(file);
        String digest = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(page.getBytes(StandardCharsets.UTF_8)));
        Files.writeString(folder.resolve("report.sha256"), digest + "\n");
        assertThat(PICTURES.resolve("report.png")).exists();
        assertThat(PICTURES.resolve("report-dark.png")).exists();
        assertThat(Files.readString(PICTURES.resolve("report.sha256")).strip())
                .as("README's pictures show another page than today's: take them again with `.ci/pictures`")
                .isEqualTo(digest);
    }
}
