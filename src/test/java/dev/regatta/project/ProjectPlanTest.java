package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.fork.ArmSetup;
import dev.regatta.operations.OperationCase;
import dev.regatta.operations.Recording;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.race.Race;
import dev.regatta.run.PlannedCell;
import dev.regatta.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
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
        var reader = new ProjectCode.Reader(Optional.of(local), new Checksums(Optional.empty()));
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

    /** Workers would race other code than the digests name, and baselines would be stored for code that nobody ran. */
    @Test
    void aBuildBetweenThePlanAndTheRaceIsTold() throws Exception {
        Path other = write("now/b/Other.class", "other").getParent();
        Race race = plan(List.of(folder.resolve("now"), other, driver("42.7.14")),
                List.of(folder.resolve("before"), driver("42.7.13"))).of(OPEN).cell().race();
        ArmSetup baseline = race.baseline().orElseThrow();
        assertThat(ProjectCode.changed(race.cell(), race.candidate(), entry -> entry)).isEmpty();
        assertThat(ProjectCode.changed(race.cell(), baseline, entry -> entry)).isEmpty();
        write("now/shop/Orders.class", "built meanwhile");
        assertThat(ProjectCode.changed(race.cell(), race.candidate(), entry -> entry))
                .contains(folder.resolve("now") + ", " + other + " are no longer what was planned, as a build changed"
                        + " files since: race again when no build is on");
        assertThat(ProjectCode.changed(race.cell(), baseline, entry -> entry)).isEmpty();
        // As where a build just writes it.
        assertThat(ProjectCode.changed(race.cell(), baseline, entry -> folder.resolve("gone"))).isPresent();
        write("now/shop/Orders.class", "orders");
        assertThat(ProjectCode.changed(race.cell(), race.candidate(), entry -> entry)).isEmpty();
    }

    @Test
    void nothingIsMeasuredWhereNothingDiffers() throws Exception {
        PlannedCell planned = plan(List.of(folder.resolve("now"), driver("42.7.14")),
                List.of(folder.resolve("before"), driver("42.7.14"))).of(OPEN).cell();
        assertThat(planned.spared()).isPresent();
        assertThat(planned.how()).isEqualTo("not measured: its class path is that of main (1a2b)");
    }

    @Test
    void otherJarsRace() throws Exception {
        PlannedCell planned = plan(List.of(folder.resolve("now"), driver("42.7.14")),
                List.of(folder.resolve("before"), driver("42.7.13"))).of(OPEN).cell();
        assertThat(planned.spared()).isEmpty();
        assertThat(planned.how()).isEqualTo("duel: postgresql 42.7.13 -> 42.7.14, against main (1a2b)");
        assertThat(planned.race().baseline().orElseThrow().recipe().classPath()).containsExactly(driver("42.7.13"));
        assertThat(planned.race().inFlight()).hasValue(5);
    }

    @Test
    void otherClassesOfTheProjectRaceAndAreNamed() throws Exception {
        write("now/shop/Orders.class", "other orders");
        PlannedCell planned = plan(List.of(folder.resolve("now")), List.of(folder.resolve("before"))).of(OPEN).cell();
        assertThat(planned.how()).isEqualTo("duel: other Orders.class, against main (1a2b)");
        assertThat(planned.race().candidate().harness().code()).isEqualTo("this checkout with other Orders.class");
        assertThat(planned.race().candidate().harness().classPath()).endsWith(folder.resolve("now"));
        assertThat(planned.race().baseline().orElseThrow().harness().classPath()).endsWith(folder.resolve("before"));
    }

    @Test
    void manyChangedFilesAreCounted() throws Exception {
        for (int i = 1; i <= 5; i++) {
            write("now/shop/New" + i + ".class", "new");
        }
        assertThat(plan(List.of(folder.resolve("now")), List.of(folder.resolve("before"))).of(OPEN).cell().how())
                .contains("other New1.class, New2.class, New3.class and 2 more");
    }

    /** Every worker has this Regatta; one of another version behind it would be no part of what is compared. */
    @Test
    void regattaOfTheBaseIsLeftOut() throws Exception {
        Path regatta = folder.resolve("regatta-0.0.1.jar");
        try (var zip = new ZipOutputStream(Files.newOutputStream(regatta))) {
            zip.putNextEntry(new ZipEntry("dev/regatta/protocol/Json.class"));
        }
        assertThat(plan(List.of(folder.resolve("now")), List.of(folder.resolve("before"), regatta)).of(OPEN).cell()
                .spared())
                .isPresent();
    }

    /** CI often keeps it in the checkout; the base is another one. */
    @Test
    void aJarOfACacheInTheCheckoutIsNotTheProjectsOwn() throws IOException {
        Path jar = folder.resolve("now/.gradle/caches/modules-2/files-2.1/org.postgresql/postgresql/42.7.14/0a1b/"
                + "postgresql-42.7.14.jar");
        Files.createDirectories(jar.getParent());
        Files.copy(driver("42.7.14"), jar);
        Path own = folder.resolve("now/build/libs/orders-1.jar");
        Files.createDirectories(own.getParent());
        Files.copy(driver("42.7.14"), own);
        ProjectCode code = new ProjectCode.Reader(Optional.of(local), new Checksums(Optional.empty()))
                .of(List.of(own, jar), folder.resolve("now"));
        assertThat(code.own()).containsExactly(own);
        assertThat(code.jars()).extracting(Artifact::coordinates).containsExactly("org.postgresql:postgresql:42.7.14");
    }

    @Test
    void anOperationThatTheBaseDoesNotHaveCannotRace() throws Exception {
        ProjectPlan plan = plan(List.of(folder.resolve("now")), List.of(folder.resolve("before")));
        plan.of(OPEN);
        plan.of(new OperationCase("postgresql", "shop.Races", "open", "platform", 8));
        assertThatThrownBy(() -> plan.of(new OperationCase("postgresql", "shop.Races", "paid", "virtual", 8)))
                .isInstanceOfSatisfying(Base.Missing.class, missing -> assertThat(missing.isNew()).isTrue())
                .hasMessage(
                        "the base main (1a2b) has no operation paid in shop.Races: it can be raced once it is in the"
                                + " base");
    }

    private Path jar(String name, String version, String... files) throws IOException {
        Path jar = local.resolve("org/" + name + "/" + version + "/" + name + "-" + version + ".jar");
        Files.createDirectories(jar.getParent());
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String file : files) {
                zip.putNextEntry(new ZipEntry(file.split("=")[0]));
                zip.write(file.getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private Set<String> differing(List<Path> now, List<Path> before) {
        return plan(Stream.concat(Stream.of(folder.resolve("now")), now.stream()).toList(),
                Stream.concat(Stream.of(folder.resolve("before")), before.stream()).toList()).onlyClasses();
    }

    /** One of its classes that did not change may call one that did. */
    @Test
    void allClassesOfAJarThatDiffersCount() throws IOException {
        assertThat(differing(
                List.of(jar("logging", "2", "log/Logger.class=2", "log/Level.class", "META-INF/MANIFEST.MF=2",
                        "META-INF/versions/21/log/Writer.class", "META-INF/services/log.Logger=log.Plain")),
                List.of(jar("logging", "1", "log/Logger.class=1", "log/Level.class", "log/Old.class",
                        "META-INF/services/log.Logger=log.Plain"))))
                .containsExactly("log.Level", "log.Logger", "log.Old", "log.Writer");
    }

    @Test
    void ownClassesAndJarsThatDifferAreAskedForTogether() throws IOException {
        write("now/shop/Orders.class", "other orders");
        assertThat(differing(List.of(jar("logging", "2", "log/Logger.class=2")), List.of()))
                .containsExactly("log.Logger", "shop.Orders");
    }

    /** Nobody knows who reads it. */
    @Test
    void anotherServiceOfAJarRaces() throws IOException {
        assertThat(differing(List.of(jar("logging", "2", "log/Logger.class", "META-INF/services/log.Logger=log.Fast")),
                List.of(jar("logging", "1", "log/Logger.class", "META-INF/services/log.Logger=log.Plain")))).isEmpty();
        assertThat(differing(List.of(jar("more", "1", "META-INF/services/java.sql.Driver=more.Driver")), List.of()))
                .isEmpty();
    }

    /** The first of two classes of one name is loaded, so that places count. */
    @Test
    void jarsThatChangePlacesRace() throws IOException {
        Path one = jar("one", "1", "one/One.class");
        Path other = jar("other", "1", "other/Other.class");
        Path older = jar("other", "0", "other/Other.class=0");
        assertThat(differing(List.of(one, other), List.of(one, older))).containsExactly("other.Other");
        assertThat(differing(List.of(other, one), List.of(one, older))).isEmpty();
    }
}
