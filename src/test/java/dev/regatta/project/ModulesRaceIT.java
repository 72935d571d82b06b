package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.ShortCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A project of two modules: the operations are in the second, the code that they race in the first, which is a jar for
 * today's tests and a folder for those of the base. {@code mvn verify -Dit.test=ModulesRaceIT}: a minute or two.
 */
class ModulesRaceIT {

    private static final String CELL = "postgresql/shop.OrderRepositoryRaceIT/platform/openOrders()";

    @Test
    void theCodeOfAnotherModuleRaces(@TempDir Path folder) throws IOException {
        OrdersProject project = OrdersProject.inModules(folder);
        ShortCommand same = project.racesOfModules("main");
        System.out.println(same.output());
        assertThat(same.exitCode()).isZero();
        assertThat(same.output()).contains("NotRaced (same inputs): " + CELL).contains("no database needed");

        project.replace("core/" + OrdersProject.REPOSITORY, "ORDER BY o.id, i.id", "ORDER BY o.id, i.id DESC");
        ShortCommand changed = project.racesOfModules("main", "-Dregatta.cells=" + CELL);
        System.out.println(changed.output());
        assertThat(changed.exitCode()).isNotZero();
        // Both arms ran their own form of the other module.
        assertThat(changed.output()).contains("duel: other OrderRepository.class, against main (")
                .contains("Invalid: " + CELL + ": measuring failed: the arms do not agree on the results");
    }
}
