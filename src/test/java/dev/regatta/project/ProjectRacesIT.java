package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.ShortCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A project of its own races its code, as its developers would. {@code mvn verify -Dit.test=ProjectRacesIT}: some
 * minutes.
 */
class ProjectRacesIT {

    private static final String TODAYS_DRIVER = "42.7.14";

    @TempDir
    private Path folder;

    @Test
    void whatHasNotChangedIsNotMeasured() throws IOException {
        OrdersProject project = OrdersProject.in(folder, TODAYS_DRIVER);
        ShortCommand ran = project.races("-Dregatta.base=main");
        System.out.println(ran.output());
        assertThat(ran.output()).contains("NotRaced (same inputs): postgresql/shop.OrderRepositoryRaceIT/platform/"
                + "openOrders(): inputs are those of the base branch");
        assertThat(ran.exitCode()).isZero();
    }

    @Test
    void aQueryForEachOrderIsRegressed() throws IOException {
        OrdersProject project = OrdersProject.in(folder, TODAYS_DRIVER);
        project.plantQueriesPerOrder();
        ShortCommand ran = project.races("-Dregatta.base=main");
        System.out.println(ran.output());
        assertThat(ran.output()).contains("Regressed: postgresql/shop.OrderRepositoryRaceIT/platform/openOrders(): ")
                .contains("round trips").contains("this checkout with other OrderRepository.class");
        assertThat(ran.exitCode()).isNotZero();
    }
}
