package dev.regatta.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Books;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Standstill;
import dev.regatta.run.RaceSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What a session refuses before it takes the host's lock, resolves a jar or starts a server. */
class PerformanceSessionTest {

    private static final List<CellId> PLANNED = List.of(CellId.of("postgresql/pgjdbc+hikari/platform/select-1"),
            CellId.of("postgresql/pgjdbc+hikari/virtual/select-1"));

    @TempDir
    Path baselines;

    @Test
    void aPatternThatMatchesNoCellIsAnError() {
        assertRefused(settings("regatta.cells", "postgres/**"),
                "-Dregatta.cells=postgres/** matches none of the 2 cells");
    }

    @Test
    void anUnknownDatabaseModeIsAnError() throws Exception {
        emptyBaseline();
        assertRefused(settings("regatta.database", "podman"), "podman");
    }

    @Test
    void aMissingBaselineIsNotAPass() {
        assertRefused(settings("regatta.seed", "1"), "postgresql.json");
    }

    @Test
    void aMalformedBaselineIsAnErrorThatNamesTheFile() throws Exception {
        Files.writeString(baselines.resolve("postgresql.json"), "{\"schema\": 1,");
        assertRefused(settings("regatta.seed", "1"), "postgresql.json");
    }

    @Test
    void aKeyGivenTwiceIsAnErrorThatNamesIt() throws Exception {
        Files.writeString(baselines.resolve("postgresql.json"), "{\"schema\": 1, \"schema\": 1}");
        assertRefused(settings("regatta.seed", "1"), "schema");
    }

    @Test
    void anOversizedBaselineIsNotRead() throws Exception {
        Files.writeString(baselines.resolve("postgresql.json"), " ".repeat(3 << 20));
        assertRefused(settings("regatta.seed", "1"), "bytes");
    }

    @Test
    void aRunThatTimedNothingIsNoPass() {
        var measured = SimulatedCell.book(1).after(16);
        var nothing = SimulatedCell.book(1).after(0);
        assertThat(RaceSession.noneMeasured(Books.results(Books.HERE, nothing)))
                .contains("not one of 1 cells was measured: a run without any is no pass");
        assertThat(RaceSession.noneMeasured(Books.results(Books.HERE, nothing, measured))).isEmpty();
        var still = Measured.standing(nothing, List.of(new Standstill(Arm.BASELINE, 1, 20_000_000_000L, 8_000_000L),
                new Standstill(Arm.BASELINE, 2, 20_000_000_000L, 8_000_000L)));
        assertThat(RaceSession.noneMeasured(Books.results(Books.HERE, still))).as("it is judged by that")
                .isEmpty();
    }

    @Test
    void aPlanWithoutCellsIsAnError() {
        assertThatThrownBy(() -> PerformanceSession.open(List.of(), settings("regatta.seed", "1")))
                .hasMessageContaining("nothing would be measured");
    }

    @Test
    void everySettingIsReadBeforeAnythingStarts() throws Exception {
        emptyBaseline();
        assertRefused(settings("regatta.budget", "soon"), "-Dregatta.budget=soon");
        assertRefused(settings("regatta.budget", "0s"), "-Dregatta.budget=0s leaves no time to measure");
        assertRefused(settings("regatta.strict", "maybe"), "-Dregatta.strict=maybe");
        assertRefused(settings("regatta.connections", "many"), "-Dregatta.connections=many");
        assertRefused(settings("regatta.watchdog", "never"), "-Dregatta.watchdog=never");
        assertRefused(settings("regatta.lock.wait", "never"), "-Dregatta.lock.wait=never");
        assertRefused(settings("regatta.jdks", "all"), "-Dregatta.jdks=all");
        assertRefused(settings("regatta.jdks", "99"), "no JDK 99 was found");
        assertRefused(settings("regatta.cell", "x"), "unknown setting -Dregatta.cell");
    }

    @Test
    void aBranchThatLoosensABaselineIsRefusedBeforeAnythingIsMeasured(@TempDir Path base) {
        Books.store(base, Books.baseline());
        Books.store(baselines,
                Books.of(Books.HERE, SimulatedCell.book(5).with(Arm.CANDIDATE, 0.8, 1, 1).after(256)));
        assertRefused(settings("regatta.base", base.toString()), "the baselines cannot be changed like this: the entry"
                + " of postgresql/pgjdbc+hikari/platform/select-1 changed and gives no reason of its own"
                + " ('first measurement')");
    }

    @Test
    void aTestDeletedTogetherWithItsEntryIsMissed(@TempDir Path base) throws Exception {
        emptyBaseline();
        Books.store(base,
                Books.of(Books.HERE, SimulatedCell.book(5).cell(CellId.of("postgresql/pgjdbc+hikari/platform/rows-10"))
                        .after(256)));
        Properties settings = settings("regatta.base", base.toString());
        settings.setProperty("regatta.manifest", "baselines");
        assertRefused(settings, "1 cell of the base branch is judged by no test here, first"
                + " postgresql/pgjdbc+hikari/platform/rows-10: restore the test and its entry");
    }

    @Test
    void aRunOfWhichNothingHadToBeMeasuredIsNoRunWithoutMeasurements() {
        var inputs = new Inputs(new TreeMap<>(Map.of("jdk", "25")));
        var spared = Measured.depending(SimulatedCell.book(1).after(0),
                Map.of(Arm.CANDIDATE, inputs, Arm.BASELINE, inputs));
        assertThat(RaceSession.noneMeasured(Books.results(Books.HERE, spared))).isEmpty();
        assertThat(RaceSession.noneMeasured(Books.results(Books.HERE, spared, SimulatedCell.book(1).after(0))))
                .contains("not one of 1 cells was measured: a run without any is no pass");
    }

    @Test
    void aBaseWithoutBaselinesIsAnError(@TempDir Path base) throws Exception {
        emptyBaseline();
        assertRefused(settings("regatta.base", base.toString()), "there is no baseline in " + base);
    }

    private void emptyBaseline() throws Exception {
        Files.writeString(baselines.resolve("postgresql.json"),
                "{\"schema\":1,\"tool\":\"0\",\"database\":\"postgresql\",\"recipes\":{},\"environments\":[]}");
    }

    private void assertRefused(Properties settings, String sentence) {
        assertThatThrownBy(() -> PerformanceSession.open(PLANNED, settings)).hasMessageContaining(sentence)
                .satisfies(error -> assertThat(error.getMessage().lines()).as("one sentence").hasSize(1));
    }

    private Properties settings(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty("regatta.baselines", baselines.toString());
        properties.setProperty(name, value);
        return properties;
    }
}
