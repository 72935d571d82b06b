package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.doctor.Diagnosis;
import dev.regatta.doctor.Finding;
import dev.regatta.doctor.Grade;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

class DoctorCommandTest {

    private final StringWriter out = new StringWriter();
    private final List<Boolean> probes = new ArrayList<>();
    private final StringWriter err = new StringWriter();
    private Finding finding = new Finding("CPUs", "2 of Test CPU 9000", Grade.GOOD, "");

    @TempDir
    Path folder;

    @Test
    void theProbeRunsUnlessItIsSkipped() {
        assertThat(run()).isEqualTo(Exits.GOOD);
        assertThat(run("--no-probe")).isEqualTo(Exits.GOOD);
        assertThat(probes).containsExactly(true, false);
        assertThat(err.toString().lines()).containsExactly("[regatta] looking", "[regatta] looking");
    }

    @Test
    void theJsonSaysWhatTheConsoleSays() throws IOException {
        Path file = folder.resolve("doctor.json");
        assertThat(run("--json", file.toString())).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).contains("good     CPUs  2 of Test CPU 9000").contains("about 5 %");
        assertThat(Files.readString(file)).contains("\"found\" : \"2 of Test CPU 9000\"")
                .contains("\"probe\" : \"about 5 %\"").contains("\"canJudge\" : true");
    }

    @Test
    void aMachineThatCannotJudgeIsTheExitCode() throws IOException {
        finding = new Finding("JDKs", "none", Grade.BAD, "Install one.");
        Path file = folder.resolve("doctor.json");
        assertThat(run("--json", file.toString())).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).contains("NO RACE CAN BE JUDGED HERE").contains("Install one.");
        assertThat(Files.readString(file)).contains("\"canJudge\" : false");
    }

    @Test
    void aRemarkIsNoReasonToFail() {
        finding = new Finding("placement", "none", Grade.REMARK, "Install taskset.");
        assertThat(run()).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).contains("ADVICE").contains("Install taskset.");
    }

    private int run(String... arguments) {
        var regatta = new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), new RealExplorations());
        regatta.commandLine().setErr(new PrintWriter(err)).setOut(new PrintWriter(out));
        return new CommandLine(new DoctorCommand((settings, probe, notice) -> {
            assertThat(settings.baselines()).endsWithRaw(Path.of("baselines"));
            probes.add(probe);
            notice.accept("looking");
            return new Diagnosis(List.of(finding), "about 5 %", new TreeMap<>());
        }, regatta)).execute(arguments);
    }
}
