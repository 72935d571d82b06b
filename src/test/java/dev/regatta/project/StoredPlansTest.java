package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Figures;
import dev.regatta.baseline.BookEntry;
import dev.regatta.operations.OperationCase;
import dev.regatta.operations.Recording;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Inputs;
import dev.regatta.run.PlannedCell;
import dev.regatta.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class StoredPlansTest {

    private static final OperationCase OPEN = new OperationCase("postgresql", "shop.Races", "open", "virtual", 5);
    private static final OperationCase PAID = new OperationCase("postgresql", "shop.Races", "paid", "virtual", 5);
    private static final String COMMIT = "5ca4bb4eb1ca";

    @TempDir
    private Path folder;
    private final List<String> asked = new ArrayList<>();
    private Path file;

    /** A file of which {@code open()} loads the races and the orders, and no controller. */
    @BeforeEach
    void store() throws IOException {
        for (String name : List.of("now", "before")) {
            write(name + "/shop/Races.class", "races");
            write(name + "/shop/Orders.class", "orders");
            write(name + "/shop/Controller.class", "controller");
            write(name + "/application.yml", "pool: 10");
        }
        file = folder.resolve("baselines/operations.json");
        OperationsFile.with(Optional.empty(), "1.0", code("before", driver("42.7.14")), Map.of(ProjectPlan.cell(OPEN),
                measured(code("before", driver("42.7.14")), "25"))).write(file);
    }

    private static OperationsFile.Measured measured(ProjectCode code, String jdk) {
        return new OperationsFile.Measured(code.files().loaded(Set.of("shop.Races", "shop.Orders")),
                new BookEntry(Collections.emptySortedMap(), 80, 1,
                        new Figures(8241, 3215, 99, 47.6, OptionalDouble.empty()), COMMIT, "2026-11-25T21:44:40Z",
                        "measured", Optional.empty(), new TreeMap<>(Map.of(Counter.ROUND_TRIPS, 1.0)),
                        Optional.of(new Inputs(new TreeMap<>(Map.of(Inputs.JDK, jdk))))));
    }

    private void write(String name, String text) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Path driver(String version) throws IOException {
        Path jar = folder.resolve("local/org/postgresql/postgresql/" + version + "/postgresql-" + version + ".jar");
        Files.createDirectories(jar.getParent());
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            var entry = new ZipEntry(version);
            // It is written twice, and is the same.
            entry.setTime(0);
            zip.putNextEntry(entry);
        }
        return jar;
    }

    private ProjectCode code(String name, Path jar) {
        return new ProjectCode.Reader(Optional.of(folder.resolve("local")), new Checksums(Optional.empty())).of(
                List.of(folder.resolve(name), jar),
                folder.resolve(name));
    }

    private PlannedCell plan(ProjectCode today, OperationCase operation) throws Base.Missing {
        return new StoredPlans(OperationsFile.read(file).orElseThrow(), Path.of("baselines/operations.json"), today,
                List.of("-Xmx256m"), commit -> {
                    asked.add(commit);
                    if (!Files.exists(folder.resolve("before"))) {
                        throw new Base.Missing("the base is gone");
                    }
                    return new ProjectPlan(new Settings(new Properties()), today, code("before", older()),
                            new Base("commit of baselines/operations.json (" + commit + ")", folder.resolve("before"),
                                    new Recording(List.of(), List.of(OPEN))));
                }).of(operation).cell();
    }

    private Path older() {
        return folder.resolve("local/org/postgresql/postgresql/42.7.14/postgresql-42.7.14.jar");
    }

    @Test
    void whatTheFileHoldsIsNotMeasuredAndNoBaseIsMade() throws Exception {
        PlannedCell planned = plan(code("now", driver("42.7.14")), OPEN);
        assertThat(planned.spared()).isPresent();
        assertThat(planned.how()).startsWith("not measured: it loads what baselines/operations.json holds, of commit "
                + COMMIT);
        assertThat(asked).isEmpty();
    }

    @Test
    void aChangeOfAClassThatItDoesNotLoadIsNone() throws Exception {
        write("now/shop/Controller.class", "another controller");
        assertThat(plan(code("now", driver("42.7.14")), OPEN).spared()).isPresent();
        assertThat(asked).isEmpty();
    }

    @Test
    void aChangeOfAClassThatItLoadsRacesTheCommitOfTheFile() throws Exception {
        write("now/shop/Orders.class", "other orders");
        assertThat(plan(code("now", driver("42.7.14")), OPEN).how())
                .isEqualTo("duel: other Orders.class, against commit of baselines/operations.json (" + COMMIT + ")");
        assertThat(asked).containsExactly(COMMIT);
    }

    /** A framework may look for it, and somebody may read the file. */
    @Test
    void newClassesAndOtherFilesAreAskedForInTheBase() throws Exception {
        write("now/shop/Audit.class", "audits each order");
        assertThat(plan(code("now", driver("42.7.14")), OPEN).how()).startsWith("duel: other Audit.class");
        Files.delete(folder.resolve("now/shop/Audit.class"));
        write("now/application.yml", "pool: 1");
        assertThat(plan(code("now", driver("42.7.14")), OPEN).how()).startsWith("duel: other application.yml");
    }

    @Test
    void anotherJarRaces() throws Exception {
        assertThat(plan(code("now", driver("42.7.15")), OPEN).how())
                .startsWith("duel: postgresql 42.7.14 -> 42.7.15, against commit of");
    }

    @Test
    void anOperationThatTheFileLacksIsNotRaced() {
        assertThatThrownBy(() -> plan(code("now", driver("42.7.14")), PAID)).isInstanceOf(Base.Missing.class)
                .hasMessage("there is no baseline of it in baselines/operations.json: run once with"
                        + " -Dregatta.baseline=update, which measures it, and commit the file");
    }

    @Test
    void aBaseThatIsGoneIsSaid() throws Exception {
        Files.move(folder.resolve("before"), folder.resolve("elsewhere"));
        ProjectCode today = code("now", driver("42.7.15"));
        assertThatThrownBy(() -> plan(today, OPEN)).isInstanceOf(Base.Missing.class).hasMessage("the base is gone");
    }

    /** Nobody sees what another JDK costs: both arms have today's. */
    @Test
    void anotherJdkIsNamedAsNotRaced() throws Exception {
        OperationsFile.with(Optional.empty(), "1.0", code("before", driver("42.7.14")), Map.of(ProjectPlan.cell(OPEN),
                measured(code("before", driver("42.7.14")), "8"))).write(file);
        assertThat(plan(code("now", driver("42.7.14")), OPEN).how()).contains(", and jdk 8 -> ")
                .endsWith(" is not raced");
    }

    @Test
    void anUpdateKeepsOthersAndDropsClassPathsThatNobodyHas() throws Exception {
        OperationsFile stored = OperationsFile.read(file).orElseThrow();
        ProjectCode bumped = code("before", driver("42.7.15"));
        OperationsFile both = OperationsFile.with(Optional.of(stored), "1.1", bumped,
                Map.of(ProjectPlan.cell(PAID), measured(bumped, "25")));
        assertThat(both.operations()).containsKeys(ProjectPlan.cell(OPEN), ProjectPlan.cell(PAID));
        assertThat(both.classPaths()).hasSize(2);
        OperationsFile again = OperationsFile.with(Optional.of(both), "1.1", bumped,
                Map.of(ProjectPlan.cell(OPEN), measured(bumped, "25")));
        assertThat(again.classPaths()).hasSize(1);
        again.write(file);
        assertThat(OperationsFile.read(file)).hasValue(again);
    }

    @Test
    void aFileOfAnotherFormIsRefusedWithWhatToDo() throws IOException {
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"schema\" : 1", "\"schema\" : 2"));
        assertThatThrownBy(() -> OperationsFile.read(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file.toString()).hasMessageContaining("schema 2 was found, expected 1")
                .hasMessageEndingWith("delete it and measure with -Dregatta.baseline=update");
        Files.writeString(file, text.replaceFirst("\"classPath\" : \"\\w+\"", "\"classPath\" : \"none\""));
        assertThatThrownBy(() -> OperationsFile.read(file)).hasMessageContaining("which is not in the file");
        Files.delete(file);
        assertThat(OperationsFile.read(file)).isEmpty();
    }
}
