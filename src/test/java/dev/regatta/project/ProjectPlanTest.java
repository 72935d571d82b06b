package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.operations.OperationCase;
import dev.regatta.operations.Recording;
import dev.regatta.protocol.CellId;
import dev.regatta.run.PlannedCell;
import dev.regatta.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class ProjectPlanTest {

    private static final OperationCase OPEN = new OperationCase("postgresql", "shop.Races", "open", "virtual", 5);

    @TempDir
    private Path folder;
    private Path local;

    @BeforeEach
    void files() throws IOException {
        local = Files.createDirectories(folder.resolve("local"));
        write("now/shop/Races.class", "races");
        write("now/shop/Orders.class", "orders");
        write("before/shop/Races.class", "races");
        write("before/shop/Orders.class", "orders");
    }

    private Path write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private Path driver(String version) throws IOException {
        Path jar = local.resolve("org/postgresql/postgresql/" + version + "/postgresql-" + version + ".jar");
        Files.createDirectories(jar.getParent());
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(version));
        }
        return jar;
    }

    private ProjectPlan plan(List<Path> now, List<Path> before) {
        var reader = new ProjectCode.Reader(Optional.of(local));
        return new ProjectPlan(new Settings(new Properties()), reader.of(now, folder.resolve("now")),
                reader.of(before, folder.resolve("before")),
                new Base("main (1a2b)", folder.resolve("before"), new Recording(before, List.of(OPEN))));
    }

    @Test
    void theClassIsTheClientAndTheMethodTheWorkload() {
        CellId cell = ProjectPlan.cell(OPEN);
        assertThat(cell).hasToString("postgresql/shop.Races/virtual/open()");
        assertThat(CellId.of(cell.toString())).isEqualTo(cell);
    }

    @Test
    void nothingIsMeasuredWhereNothingDiffers() throws IOException {
        PlannedCell planned = plan(List.of(folder.resolve("now"), driver("42.7.14")),
                List.of(folder.resolve("before"), driver("42.7.14"))).of(OPEN);
        assertThat(planned.spared()).isPresent();
        assertThat(planned.how()).isEqualTo("not measured: its class path is that of main (1a2b)");
    }

    @Test
    void otherJarsRace() throws IOException {
        PlannedCell planned = plan(List.of(folder.resolve("now"), driver("42.7.14")),
                List.of(folder.resolve("before"), driver("42.7.13"))).of(OPEN);
        assertThat(planned.spared()).isEmpty();
        assertThat(planned.how()).isEqualTo("duel: postgresql 42.7.13 -> 42.7.14, against main (1a2b)");
        assertThat(planned.race().baseline().orElseThrow().recipe().classPath()).containsExactly(driver("42.7.13"));
        assertThat(planned.race().inFlight()).hasValue(5);
    }

    @Test
    void otherClassesOfTheProjectRaceAndAreNamed() throws IOException {
        write("now/shop/Orders.class", "other orders");
        PlannedCell planned = plan(List.of(folder.resolve("now")), List.of(folder.resolve("before"))).of(OPEN);
        assertThat(planned.how()).isEqualTo("duel: other Orders.class, against main (1a2b)");
        assertThat(planned.race().candidate().harness().code()).isEqualTo("this checkout with other Orders.class");
        assertThat(planned.race().candidate().harness().classPath()).endsWith(folder.resolve("now"));
        assertThat(planned.race().baseline().orElseThrow().harness().classPath()).endsWith(folder.resolve("before"));
    }

    @Test
    void manyChangedFilesAreCounted() throws IOException {
        for (int i = 1; i <= 5; i++) {
            write("now/shop/New" + i + ".class", "new");
        }
        assertThat(plan(List.of(folder.resolve("now")), List.of(folder.resolve("before"))).of(OPEN).how())
                .contains("other New1.class, New2.class, New3.class and 2 more");
    }

    /** Every worker has this Regatta; one of another version behind it would be no part of what is compared. */
    @Test
    void regattaOfTheBaseIsLeftOut() throws IOException {
        Path regatta = folder.resolve("regatta-0.0.1.jar");
        try (var zip = new ZipOutputStream(Files.newOutputStream(regatta))) {
            zip.putNextEntry(new ZipEntry("dev/regatta/protocol/Json.class"));
        }
        assertThat(plan(List.of(folder.resolve("now")), List.of(folder.resolve("before"), regatta)).of(OPEN).spared())
                .isPresent();
    }

    @Test
    void anOperationThatTheBaseDoesNotHaveCannotRace() {
        ProjectPlan plan = plan(List.of(folder.resolve("now")), List.of(folder.resolve("before")));
        assertThat(plan.unraced(OPEN)).isEmpty();
        assertThat(plan.unraced(new OperationCase("postgresql", "shop.Races", "open", "platform", 8))).isEmpty();
        assertThat(plan.unraced(new OperationCase("postgresql", "shop.Races", "paid", "virtual", 8)))
                .hasValue("the base main (1a2b) has no operation paid in shop.Races: it can be raced once it is in the"
                        + " base");
    }
}
