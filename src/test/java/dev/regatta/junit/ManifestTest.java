package dev.regatta.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ManifestTest {

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform",
            "mariadb+hikari/virtual"}, workloads = {
                    "select-1", "rows-1000"})
    void two(CellResult result) {
    }

    @PerformanceTest(database = "oracle", clients = "a/platform", workloads = "select-1")
    void unknownDatabase(CellResult result) {
    }

    @PerformanceTest(database = "mariadb", clients = "mariadb+hikari/green", workloads = "select-1")
    void unknownThreading(CellResult result) {
    }

    @PerformanceTest(database = "mariadb", clients = "mariadb+hikari/virtual", workloads = "select-2")
    void unknownWorkload(CellResult result) {
    }

    @PerformanceTest(database = "mariadb", clients = "mariadb+hikari/virtual@21", workloads = "select-1")
    void onAJdk(CellResult result) {
    }

    @Test
    void cellsGoClientByClientSoThatForksStayWarm() throws Exception {
        assertThat(Manifest.of(annotation("two"))).map(Object::toString).containsExactly(
                "mariadb/mariadb+hikari/platform/select-1", "mariadb/mariadb+hikari/platform/rows-1000",
                "mariadb/mariadb+hikari/virtual/select-1", "mariadb/mariadb+hikari/virtual/rows-1000");
    }

    @Test
    void unknownNamesAreErrorsThatListTheKnownOnes() {
        assertThatThrownBy(() -> Manifest.of(annotation("unknownDatabase"))).hasMessageContaining("oracle")
                .hasMessageContaining("postgresql, mariadb");
        assertThatThrownBy(() -> Manifest.of(annotation("unknownThreading"))).hasMessageContaining("green");
        assertThatThrownBy(() -> Manifest.of(annotation("unknownWorkload"))).hasMessageContaining("select-2");
    }

    @Test
    void aJdkIsChosenByTheRunAndNotByATest() {
        assertThatThrownBy(() -> Manifest.of(annotation("onAJdk")))
                .hasMessageContaining("mariadb+hikari/virtual@21 names a JDK")
                .hasMessageContaining("-Dregatta.jdks=21");
    }

    private static PerformanceTest annotation(String method) throws Exception {
        return ManifestTest.class.getDeclaredMethod(method, CellResult.class).getAnnotation(PerformanceTest.class);
    }
}
