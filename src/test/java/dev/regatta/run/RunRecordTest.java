package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.VerdictKind;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Secrets;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.results.WrittenRun;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class RunRecordTest {

    private static final String SECRET = "hunter2";
    private static final String SENTENCE = "the server does not like " + SECRET + " at postgresql://me:" + SECRET
            + "@host/db";
    private static final Secrets SECRETS = Secrets.of(name -> name.equals("regatta.password.postgresql")
            ? Optional.of(SECRET)
            : Optional.empty(), Map.of());

    private static final SortedMap<String, String> TOLD = new TreeMap<>(
            Map.of("regatta.url.postgresql", "postgresql://me:" + SECRET + "@host/db"));

    @TempDir
    Path folder;

    @Test
    void noFileOfARunHoldsAPasswordThatItsDriversRepeat() throws IOException {
        var record = record(SECRETS);
        CellMeasurement failed = failed();
        CellMeasurement written = record.add(failed);
        record.add(wrong());
        assertThat(written.failure()).hasValueSatisfying(failure -> assertThat(failure)
                .isEqualTo("the server does not like *** at postgresql://me:***@host/db"));
        MeasuredRun run = record.complete();
        assertThat(run.facts().given()).containsExactly(
                Map.entry("regatta.url.postgresql", "postgresql://me:***@host/db"));
        report(run);
        assertThat(files()).hasSize(3).allSatisfy((file, text) -> assertThat(text).as(file.toString())
                .doesNotContain(SECRET).contains("does not like ***"));
        assertThat(files().get(folder.resolve("results.jsonl.gz"))).contains("\"sslpassword\":\"***\"")
                .doesNotContain(failed().setup().inputs().get(Arm.CANDIDATE).facts().get(Inputs.OPTIONS));
    }

    /** The search is worth something only if it finds what is there. */
    @Test
    void thePlantedPasswordIsInEveryFileIfNobodyKnowsIt() throws IOException {
        var record = record(Secrets.TELLING);
        record.add(failed());
        record.add(wrong());
        report(record.complete());
        assertThat(files()).hasSize(3).allSatisfy((file, text) -> assertThat(text).as(file.toString())
                .contains(SECRET));
    }

    @Test
    void aRunThatEndsBeforeItsFirstCellLeavesNothingOfAnEarlierOneToBeJudged() {
        record(SECRETS).complete();
        assertThat(ResultsFile.read(folder.resolve("results.jsonl.gz")).facts().complete()).isTrue();
        record(SECRETS);
        assertThat(ResultsFile.read(folder.resolve("results.jsonl.gz")).facts().complete()).isFalse();
    }

    @Test
    void anInterruptedRunSaysWhereItsCellsWereMeasured() {
        var record = record(SECRETS);
        record.add(SimulatedCell.duel(1).after(512));
        MeasuredRun left = ResultsFile.read(folder.resolve("results.jsonl.gz"));
        assertThat(left.facts().complete()).isFalse();
        assertThat(left.facts().environments()).containsExactly(Map.entry(Dialect.POSTGRESQL, Books.HERE));
        assertThat(left.facts().settings()).containsOnlyKeys(Dialect.POSTGRESQL);
        assertThat(Gate.judge(left, Map.of()).cells().getFirst().verdict().kind()).isEqualTo(VerdictKind.UNCHANGED);
        assertThat(Gate.judge(left, Map.of()).complete()).isFalse();
    }

    /** Even if the disk was full when the server was up. */
    @Test
    void whereCellsAreMeasuredIsWrittenWithTheNextCellIfItCouldNotBeBefore() throws IOException {
        Path file = folder.resolve("results.jsonl.gz");
        var record = new RunRecord(file, 42, List.of(SimulatedCell.CELL), TOLD,
                SECRETS);
        Path kept = Files.move(file, folder.resolve("kept.json"));
        Files.createDirectory(file);
        record.environment(Dialect.POSTGRESQL, Books.HERE, new TreeMap<>());
        assertThat(record.unwritten()).get().asString().contains(file.toString());
        Files.delete(file);
        Files.move(kept, file);
        record.add(SimulatedCell.duel(1).after(16));
        assertThat(record.unwritten()).isEmpty();
        assertThat(ResultsFile.read(file).facts().environments()).containsOnlyKeys(Dialect.POSTGRESQL);
        assertThat(ResultsFile.read(file).cells()).hasSize(1);
    }

    /** Whoever judges it must know, and nobody must know the secret in it. */
    @Test
    void whatTheUserSetIsNoted() {
        Path file = folder.resolve("results.jsonl.gz");
        new RunRecord(file, 42, List.of(SimulatedCell.CELL),
                new TreeMap<>(Map.of("regatta.latency", "1ms", "regatta.jvm.options", "-Dpassword=" + SECRET)),
                SECRETS);
        assertThat(ResultsFile.read(file).facts().given()).isEqualTo(
                new TreeMap<>(Map.of("regatta.latency", "1ms", "regatta.jvm.options", "-Dpassword=***")));
    }

    /** Both were as they were set, and an update made an entry of a baseline file of them. */
    @Test
    void neitherTheEnvironmentNorTheInputsTellTheSecretOfAJvmOption() throws IOException {
        Path file = folder.resolve("results.jsonl.gz");
        String options = "-Xmx1g -Djavax.net.ssl.trustStorePassword=" + SECRET;
        var record = new RunRecord(file, 42, List.of(SimulatedCell.CELL), new TreeMap<>(), Secrets.TELLING);
        record.environment(Dialect.POSTGRESQL, Books.HERE.with(Map.of("jvm.options", options)), new TreeMap<>());
        CellMeasurement cell = SimulatedCell.duel(1).after(16);
        var inputs = new Inputs(new TreeMap<>(Map.of(Inputs.JVM, options)));
        record.add(new CellMeasurement(cell.cell(), new Setup(cell.candidate(), cell.baseline(), 4,
                new TreeMap<>(Map.of(Arm.CANDIDATE, inputs, Arm.BASELINE, inputs))), cell.timed(), cell.untimed()));
        String hidden = "-Xmx1g -Djavax.net.ssl.trustStorePassword=***";
        assertThat(record.environment(Dialect.POSTGRESQL).fact("jvm.options")).isEqualTo(hidden);
        assertThat(WrittenRun.text(file)).doesNotContain(SECRET).contains("\"jvm.options\":\"" + hidden + "\"",
                "\"jvm\":\"" + hidden + "\"");
    }

    @Test
    void whatHoldsNoSecretIsWrittenAsItIs() {
        CellMeasurement cell = SimulatedCell.duel(1).after(16);
        assertThat(record(SECRETS).add(cell)).isEqualTo(cell);
    }

    private RunRecord record(Secrets secrets) {
        var record = new RunRecord(folder.resolve("results.jsonl.gz"), 42, List.of(SimulatedCell.CELL, failed().cell()),
                TOLD,
                secrets);
        record.environment(Dialect.POSTGRESQL, Books.HERE, new TreeMap<>());
        return record;
    }

    private static CellMeasurement failed() {
        var cell = SimulatedCell.duel(1).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/rows-1000")).after(12);
        var candidate = new Recipe(cell.candidate().stack(), cell.candidate().artifacts(),
                new TreeMap<>(Map.of("sslpassword", "another", "options", SECRET)));
        return new CellMeasurement(cell.cell(),
                new Setup(candidate, Optional.of(candidate), 4,
                        new TreeMap<>(Map.of(Arm.CANDIDATE, new Inputs(new TreeMap<>(Map.of("options", Inputs
                                .options(new TreeMap<>(Map.of("sslpassword", "another", "options", SECRET))))))))),
                new Timed(100, List.of(), cell.pairs(), List.of(), Optional.of(SENTENCE), false),
                new Untimed(List.of(Pinning.absent(Arm.CANDIDATE, SENTENCE)),
                        List.of(new Counts(Arm.CANDIDATE, new TreeMap<>(),
                                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, SENTENCE)))),
                        List.of(Profile.absent(Arm.BASELINE, SENTENCE))));
    }

    private static CellMeasurement wrong() {
        return SimulatedCell.withLast(SimulatedCell.duel(1).after(64), slice -> new Slice(slice.operations(),
                slice.windowNanos(), slice.allOperations(), slice.cpuNanos(), 1, 0, SENTENCE, 0, slice.latencies()));
    }

    private void report(MeasuredRun results) {
        var report = Gate.judge(results, Map.of());
        ReportFiles.html(folder.resolve(ReportFiles.HTML), report, results, Map.of(),
                List.of(folder.resolve("results.jsonl.gz")));
        new JobOutput(Map.of(), line -> {
        }).write(folder, report, results, false);
    }

    /** Every file by its name, what is in it as Base64 decoded behind it. */
    private Map<Path, String> files() throws IOException {
        var texts = new TreeMap<Path, String>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                var text = new StringBuilder((file.endsWith(ResultsFile.NAME)
                        ? WrittenRun.text(file)
                        : Files.readString(file)).replace("\\*", "*"));
                Pattern.compile(";base64,([A-Za-z0-9+/=]+)").matcher(text.toString()).results()
                        .forEach(data -> text.append(new String(Base64.getDecoder().decode(data.group(1)),
                                StandardCharsets.UTF_8)));
                texts.put(file, text.toString());
            }
        }
        return texts;
    }
}
