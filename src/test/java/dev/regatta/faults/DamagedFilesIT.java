package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.baseline.Baseline;
import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.WrittenRun;
import dev.regatta.run.ReportFiles;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@link DamagedFilesTest} with many files, and what is written after reading one. */
class DamagedFilesIT {

    private static final int WRITTEN = 2_000;

    @Test
    void hundredThousandDamagedFiles(@TempDir Path folder) throws IOException {
        DamagedFilesTest.baselines(45_000);
        DamagedFilesTest.results(45_000, folder);
        DamagedFilesTest.explorations(10_000, Files.createDirectory(folder.resolve("explorations")));
    }

    /** Names in a file are never taken for places to write to. */
    @Test
    void nothingIsWrittenElsewhere(@TempDir Path folder) throws IOException {
        Path deep = Files.createDirectories(folder.resolve("one/two/three/four"));
        Path results = deep.resolve("results.jsonl.gz");
        WrittenRun.write(results, DamagedFilesTest.RESULTS);
        String whole = WrittenRun.text(results);
        List<Path> before = around();
        Map<Dialect, Baseline> baselines = Map.of(Dialect.POSTGRESQL, Books.baseline());
        int written = 0;
        for (long seed = 0; seed < WRITTEN; seed++) {
            Files.writeString(results, new Mutator(seed).damaged(whole));
            try {
                MeasuredRun run = DamagedFilesTest.read(Files.readString(results));
                GateReport report = Gate.judge(run, baselines);
                ReportFiles.verdicts(deep.resolve("verdicts.json"), report);
                ReportFiles.html(deep.resolve("report.html"), report, run, baselines, List.of(results));
                written++;
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining(" ");
            }
        }
        assertThat(written).isGreaterThan(WRITTEN / 50);
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.filter(Files::isRegularFile).map(deep::relativize).map(Path::toString))
                    .containsExactlyInAnyOrder("results.jsonl.gz", "verdicts.json", "report.html");
        }
        assertThat(around()).isEqualTo(before);
        System.out.printf("%d damaged results, %d judged: nothing but the report and the verdicts was written%n",
                WRITTEN,
                written);
    }

    /** What is in the working folder and in those above it. */
    private static List<Path> around() throws IOException {
        var found = new ArrayList<Path>();
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            try (Stream<Path> entries = Files.list(at)) {
                entries.sorted().forEach(found::add);
            }
        }
        return found;
    }
}
