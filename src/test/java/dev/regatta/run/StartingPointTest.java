package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Environment;
import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Recipe;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The stored cells of two databases, and which of them a run must judge. */
class StartingPointTest {

    private static final CellId MARIADB = CellId.of("mariadb/mariadb+hikari/platform/select-1");
    private static final CellId POSTGRESQL = SimulatedCell.CELL;

    @TempDir
    Path folder;

    private final Properties properties = new Properties();

    @BeforeEach
    void bothDatabasesHaveABaseline() {
        Books.store(folder, Books.baseline());
        Baseline book = Books.baseline();
        Books.store(folder, new Baseline(book.schema(), book.tool(), Dialect.MARIADB,
                new TreeMap<>(Map.of("mariadb+hikari",
                        new Recipe("mariadb+hikari", SimulatedCell.TODAY.artifacts(), new TreeMap<>()))),
                book.environments().stream().map(there -> new Environment(there.fingerprint(), there.noise(),
                        new TreeMap<>(Map.of(MARIADB, there.entry(POSTGRESQL).orElseThrow())))).toList()));
        properties.setProperty("regatta.baselines", folder.toString());
        properties.setProperty("regatta.manifest", "baselines");
    }

    @Test
    void theCellsOfADatabaseWithoutAnyTestAreMissed() {
        assertThatThrownBy(() -> baselines(POSTGRESQL)).isInstanceOf(IllegalStateException.class)
                .hasMessage("1 cell has a baseline and no test, first " + MARIADB
                        + ": restore the test, remove the cell from the baseline file, or choose what this run is about"
                        + " with -Dregatta.cells");
        assertThat(baselines(POSTGRESQL, MARIADB)).containsOnlyKeys(Dialect.POSTGRESQL, Dialect.MARIADB);
    }

    @Test
    void aRunThatNeedNotJudgeAllOfThemReadsNoFileThatItDoesNotNeed() {
        properties.setProperty("regatta.cells", "postgresql/**");
        assertThat(baselines(POSTGRESQL)).containsOnlyKeys(Dialect.POSTGRESQL);
        properties.remove("regatta.cells");
        properties.setProperty("regatta.manifest", "tests");
        assertThat(baselines(POSTGRESQL)).containsOnlyKeys(Dialect.POSTGRESQL);
        properties.setProperty("regatta.manifest", "baselines");
        properties.setProperty("regatta.baseline", "update");
        assertThat(baselines(POSTGRESQL)).containsOnlyKeys(Dialect.POSTGRESQL);
    }

    private Map<Dialect, Baseline> baselines(CellId... selected) {
        return StartingPoint.baselines(new Settings(properties), List.of(selected));
    }
}
