package dev.regatta.inputs;

import static dev.regatta.Tree.copy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.OurClasses;
import dev.regatta.database.Database;
import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Forks;
import dev.regatta.fork.Harness;
import dev.regatta.fork.HarnessJars;
import dev.regatta.gate.Measured;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.Race;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Whose change is a change of which cell; the classes are those of this build, copied and changed. */
@Execution(ExecutionMode.CONCURRENT)
class InputFactsTest {

    private static final CellId JDBC = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    private static final CellId POINT = CellId.of("postgresql/pgjdbc+hikari/platform/point-select");
    private static final CellId R2DBC = CellId.of("mariadb/r2dbc-mariadb+r2dbc-pool/event-loop/select-1");
    private static final Path BUILT = Path.of("target", "classes");

    @TempDir
    static Path shared;

    /** A copy of this build's classes. */
    private static Path original;

    @TempDir
    Path folder;

    /** Of one test: what it has read it does not read again. */
    private final InputFacts facts = new InputFacts(Forks.JVM_OPTIONS);

    @BeforeAll
    static void copyOnce() throws IOException {
        original = copy(BUILT, shared.resolve("original"));
    }

    @Test
    void aCopyAndAJarOfTheSameClassesAreTheSame() throws IOException {
        Inputs expected = inputs(JDBC, BUILT);
        assertThat(inputs(JDBC, original)).isEqualTo(expected);
        assertThat(inputs(JDBC, jar(original))).isEqualTo(expected);
        assertThat(inputs(R2DBC, jar(original)).digest()).matches("[0-9a-f]{64}");
    }

    /** Workers race a copy of the classes; a build during the run changes what it was made of. */
    @Test
    void whatWorkersRaceIsDigestedAndNotWhatABuildMadeOfItMeanwhile() throws IOException {
        Path head = Files.createDirectory(folder.resolve("head"));
        change(head, "client/JdbcClient");
        Inputs raced = new InputFacts(Forks.JVM_OPTIONS).of(JDBC, setup(head));
        try (var forks = new Forks(Placement.NONE, folder.resolve("logs"),
                new AnswerTimeouts(Duration.ZERO, Duration.ZERO), Forks.JVM_OPTIONS)) {
            forks.copy(head);
            write(head, "client/JdbcClient", "changed again");
            assertThat(new InputFacts(Forks.JVM_OPTIONS, forks::copy).of(JDBC, setup(head))).isEqualTo(raced);
            assertThat(inputs(JDBC, head)).as("of the files as they are").isNotEqualTo(raced);
        }
    }

    @Test
    void whatTheJudgeIsMadeOfChangesNoCell() throws IOException {
        Path head = Files.createDirectory(folder.resolve("head"));
        change(head, "report/ConsoleReport");
        change(head, "gate/Gate");
        change(head, "workload/Workloads$1");
        change(head, "stack/Stacks$1");
        change(head, "workload/package-info");
        Files.createDirectories(head.resolve("META-INF/services"));
        Files.writeString(head.resolve("META-INF/services/org.junit.platform.launcher.LauncherSessionListener"), "a.B");
        for (CellId cell : List.of(JDBC, POINT, R2DBC)) {
            assertThat(differences(cell, original, head)).isEmpty();
        }
    }

    @Test
    void anAdapterChangesTheCellsOfItsKindOnly() throws IOException {
        Path jdbc = Files.createDirectory(folder.resolve("jdbc"));
        change(jdbc, "client/JdbcClient");
        assertThat(differences(JDBC, original, jdbc)).containsExactly("classes");
        assertThat(differences(R2DBC, original, jdbc)).isEmpty();
        Path r2dbc = Files.createDirectory(folder.resolve("r2dbc"));
        change(r2dbc, "client/R2dbcClient");
        assertThat(differences(JDBC, original, r2dbc)).isEmpty();
        assertThat(differences(R2DBC, original, r2dbc)).containsExactly("classes");
    }

    @Test
    void whatEveryWorkerLoadsChangesEveryCell() throws IOException {
        for (String type : List.of("load/ClosedLoop", "worker/Steps", "protocol/Slice", "client/Clients",
                "client/wire/Placeholders", "workload/World", "workload/Reading", "stack/Stack", "stack/Pool")) {
            Path head = Files.createDirectory(folder.resolve(type.replace('/', '-')));
            change(head, type);
            for (CellId cell : List.of(JDBC, R2DBC)) {
                assertThat(differences(cell, original, head)).as(type).contains("classes");
            }
        }
    }

    /** What is not in one of these packages is not looked at. */
    @Test
    void everyPackageThatAWorkerLoadsIsAnInput() throws IOException {
        var packages = new TreeSet<String>();
        JavaClasses all = OurClasses.ALL;
        var open = new ArrayDeque<JavaClass>(all.stream()
                .filter(type -> type.getPackageName().equals("dev.regatta.worker")).toList());
        var seen = new HashSet<String>();
        while (!open.isEmpty()) {
            JavaClass next = open.pop();
            if (seen.add(next.getName())) {
                packages.add(next.getPackageName());
                next.getDirectDependenciesFromSelf().stream()
                        .map(found -> found.getTargetClass().getBaseComponentType())
                        .filter(type -> all.contain(type.getName())).map(type -> all.get(type.getName()))
                        .forEach(open::push);
            }
        }
        assertThat(packages).contains("dev.regatta.worker", "dev.regatta.client", "dev.regatta.stack");
        // Of a project's own code alone, where both arms have the same.
        assertThat(packages.remove("dev.regatta.operations")).isTrue();
        for (String name : packages) {
            Path head = Files.createDirectory(folder.resolve(name));
            change(head, name.replace("dev.regatta.", "").replace('.', '/') + "/Any");
            // The raw wire is an input by itself.
            assertThat(new InputFacts(Forks.JVM_OPTIONS).besideTheWire(JDBC, setup(head))
                    .changesFrom(facts.besideTheWire(JDBC, setup(original)))).as(name).isNotEmpty();
        }
    }

    @Test
    void whatTheCatalogSaysOfAClientChangesItsCellsOnly() throws Exception {
        CellId agroal = CellId.of("postgresql/pgjdbc+agroal/platform/select-1");
        Path head = compiled("stack", "Stacks.java", "judged(\"pgjdbc+hikari\", Api.JDBC, Pool.HIKARI,",
                "judged(\"pgjdbc+hikari\", Api.JDBC, Pool.NONE,");
        ArmSetup edited = asked(head);
        assertThat(facts.of(JDBC, edited).changesFrom(inputs(JDBC, original)))
                .containsExactly(new Change("client", "api JDBC, pool HIKARI", "api JDBC, pool NONE"));
        assertThat(differences(agroal, edited)).isEmpty();
        assertThat(differences(R2DBC, edited)).isEmpty();
    }

    @Test
    void whatTheCatalogDoesNotSayIsUnknownAndNotTheSame() throws IOException {
        CellId own = CellId.of("postgresql/our-dao/platform/select-1");
        assertThat(inputs(own, original).facts()).doesNotContainKey(Inputs.CLIENT);
        Inputs now = inputs(JDBC, original);
        var before = new TreeMap<>(now.facts());
        before.remove(Inputs.CLIENT);
        assertThat(now.changesFrom(new Inputs(before))).containsExactly(
                new Change("client", "unknown", "api JDBC, pool HIKARI"));
    }

    @Test
    void theRawWireIsAnInputOnlyWhereItRaces() throws IOException {
        Path head = Files.createDirectory(folder.resolve("head"));
        change(head, "client/wire/PostgresConnection");
        change(head, "client/WireClient");
        assertThat(differences(JDBC, original, head)).isEmpty();
        assertThat(facts.besideTheWire(JDBC, setup(head))
                .changesFrom(facts.besideTheWire(JDBC, setup(original))))
                .extracting(Change::toString).containsExactly("wire");
        assertThat(facts.besideTheWire(JDBC, setup(head))
                .changesFrom(inputs(JDBC, original))).isEmpty();
    }

    @Test
    void aStackOfNobodyKnowsWhichKindDependsOnAllAdapters() throws IOException {
        CellId own = CellId.of("postgresql/our-dao/platform/select-1");
        for (String type : List.of("client/JdbcClient", "client/R2dbcClient", "client/OurClient")) {
            Path head = Files.createDirectory(folder.resolve(type.replace('/', '-')));
            change(head, type);
            assertThat(differences(own, original, head)).as(type).containsExactly("classes");
        }
    }

    @Test
    void whoWrapsClientsIsLoadedToo() throws IOException {
        Path head = Files.createDirectory(folder.resolve("head"));
        Files.createDirectories(head.resolve("META-INF/services"));
        Files.writeString(head.resolve("META-INF/services/dev.regatta.client.ClientWrapper"),
                "our.wrap.Slower # on purpose\n");
        Files.createDirectories(head.resolve("our/wrap"));
        Files.writeString(head.resolve("our/wrap/Slower.class"), "one");
        assertThat(differences(JDBC, original, head)).containsExactly("classes");
        Inputs before = inputs(JDBC, head);
        Files.writeString(head.resolve("our/wrap/Slower.class"), "two");
        assertThat(new InputFacts(Forks.JVM_OPTIONS).of(JDBC, setup(head))).isNotEqualTo(before);
    }

    @Test
    void sqlOfAWorkloadChangesItsCellsOnly() throws Exception {
        ArmSetup edited = asked(withText("Workloads", "SELECT 1", "SELECT /* all */ 1"));
        assertThat(differences(JDBC, edited)).containsExactly("workload");
        assertThat(differences(R2DBC, edited)).containsExactly("workload");
        assertThat(differences(POINT, edited)).isEmpty();
        assertThat(InputFacts.comparable(JDBC, setup(original), edited)).isTrue();
    }

    @Test
    void whatASummarySaysIsNoInput() throws Exception {
        ArmSetup edited = asked(
                withText("Workloads", "SELECT 1, read the int (MariaDB's benchmark)", "something else"));
        assertThat(differences(JDBC, edited)).isEmpty();
    }

    @Test
    void anExpectedResultIsPartOfTheDefinitionAndOtherOnesCannotRace() throws Exception {
        Path head = compiled("workload", "Workloads.java", "(key, column) -> column == 1 ? key : World.number(key)",
                "(key, column) -> column == 1 ? key : World.number(key) + 1");
        ArmSetup edited = asked(head);
        assertThat(differences(POINT, edited)).containsExactly("workload");
        assertThat(differences(JDBC, edited)).isEmpty();
        assertThat(InputFacts.comparable(POINT, setup(original), edited)).isFalse();
    }

    @Test
    void dataChangeTheCellsOfTheirDatabase() throws Exception {
        ArmSetup edited = asked(withText("World", "VACUUM ANALYZE world", "VACUUM FULL world"));
        assertThat(differences(POINT, edited)).contains("data");
        assertThat(differences(R2DBC, edited)).doesNotContain("data");
    }

    @Test
    void aWorkloadThatIsNotThereHasNoDefinitionAndRacesNobody() throws IOException {
        CellId unknown = CellId.of("postgresql/pgjdbc+hikari/platform/select-0");
        assertThat(inputs(unknown, original).facts()).doesNotContainKeys(Inputs.WORKLOAD, Inputs.DATA);
        assertThat(InputFacts.comparable(unknown, setup(original), setup(original))).isFalse();
    }

    @Test
    void jarsOptionsAndRunTimeAreInputs() {
        Inputs plain = inputs(JDBC, original);
        Recipe bumped = recipe("2", Map.of());
        assertThat(facts.of(JDBC, setup(original, bumped, 25)).changesFrom(plain))
                .containsExactly(Change.of(Inputs.JARS));
        Recipe tuned = recipe("1", Map.of("x", "y"));
        assertThat(facts.of(JDBC, setup(original, tuned, 25)).changesFrom(plain))
                .containsExactly(Change.of(Inputs.OPTIONS));
        assertThat(facts.of(JDBC, setup(original, recipe("1", Map.of()), 26)).changesFrom(plain))
                .containsExactly(new Change("jdk", "25", "26"));
    }

    @Test
    void theServerIsAnInputWithItsImageOrArtifact() {
        Inputs plain = inputs(JDBC, original);
        var old = Map.of(Fingerprint.DATABASE_VERSION, "PostgreSQL 18.6", Database.ARTIFACT_FACT, "p-18.6.jar",
                Database.SETTINGS_FACT, "abc", "other", "x");
        var bumped = Map.of(Fingerprint.DATABASE_VERSION, "PostgreSQL 18.7", Database.ARTIFACT_FACT, "p-18.7.jar",
                Database.SETTINGS_FACT, "abc");
        assertThat(InputFacts.on(plain, bumped).changesFrom(InputFacts.on(plain, old)))
                .containsExactly(new Change("server", "PostgreSQL 18.6, p-18.6.jar", "PostgreSQL 18.7, p-18.7.jar"));
        var rebuilt = Map.of(Fingerprint.DATABASE_VERSION, "PostgreSQL 18.6", Database.IMAGE_FACT,
                "postgres:18 sha256:1", Database.SETTINGS_FACT, "abd");
        assertThat(InputFacts.on(plain, rebuilt).facts()).containsEntry("server",
                "PostgreSQL 18.6, postgres:18 sha256:1").containsEntry("settings", "abd");
        assertThat(InputFacts.on(plain, Map.of()).facts()).doesNotContainKeys("server", "settings");
    }

    @Test
    void bothArmsOfARaceAreNotedTheWireOnlyBesideTheBook() {
        var server = Map.of(Fingerprint.DATABASE_VERSION, "PostgreSQL 18.6");
        var book = new Race(JDBC, setup(original), Optional.empty(), true).inputs(facts, arm -> server);
        assertThat(book).containsOnlyKeys(Arm.CANDIDATE);
        assertThat(book.get(Arm.CANDIDATE).facts()).containsKeys("wire", "server");
        var duel = new Race(JDBC, setup(original), Optional.of(setup(BUILT)), false).inputs(facts, arm -> server);
        assertThat(duel).containsOnlyKeys(Arm.CANDIDATE, Arm.BASELINE);
        assertThat(duel.get(Arm.CANDIDATE)).isEqualTo(duel.get(Arm.BASELINE));
        assertThat(duel.get(Arm.CANDIDATE).facts()).doesNotContainKey("wire");
    }

    @Test
    void aSparedCellHasTheInputsOfBothArms() {
        Inputs plain = inputs(JDBC, original);
        var spared = InputFacts.spared(JDBC, setup(original), plain, 4);
        assertThat(spared.spared()).isTrue();
        assertThat(Measured.depending(spared, Map.of(Arm.CANDIDATE, plain)).spared()).isFalse();
        assertThat(Measured.depending(spared, Map.of()).spared()).isFalse();
    }

    private Inputs inputs(CellId cell, Path classes) {
        return facts.of(cell, setup(classes));
    }

    private List<String> differences(CellId cell, Path base, Path head) {
        return inputs(cell, head).changesFrom(inputs(cell, base)).stream().map(Change::what).toList();
    }

    private List<String> differences(CellId cell, ArmSetup edited) {
        return facts.of(cell, edited).changesFrom(inputs(cell, original)).stream().map(Change::what)
                .toList();
    }

    private ArmSetup setup(Path classes) {
        return setup(classes, recipe("1", Map.of()), 25);
    }

    /** Of classes that are compared by their files, and would say of themselves what this build says. */
    private ArmSetup setup(Path classes, Recipe recipe, int jdk) {
        return setup(new Harness(HarnessJars.behind(overlaid(classes)), "a checkout", Harness.own().description()),
                recipe, jdk);
    }

    /** Of classes that a worker was asked to describe. */
    private ArmSetup asked(Path classes) {
        return setup(Harness.of(overlaid(classes), List.of(), "a checkout", folder), recipe("1", Map.of()), 25);
    }

    private static ArmSetup setup(Harness harness, Recipe recipe, int jdk) {
        return new ArmSetup(new ResolvedRecipe(recipe, List.of(Path.of("a.jar"))), new Jdk(Path.of("jdk"), jdk, "x"),
                harness);
    }

    /** A folder of the test holds only what it changes, and is before the copy on the class path. */
    private List<Path> overlaid(Path classes) {
        return classes.startsWith(folder) && Files.isDirectory(classes) ? List.of(classes, original) : List.of(classes);
    }

    private static Recipe recipe(String version, Map<String, String> options) {
        return new Recipe("pgjdbc+hikari", List.of(new Artifact("g:a:" + version, version.repeat(64))),
                new TreeMap<>(options));
    }

    /** Puts other bytes where a class is, or was not. */
    private static void change(Path classes, String type) throws IOException {
        write(classes, type, "changed");
    }

    private static void write(Path classes, String type, String bytes) throws IOException {
        Path file = classes.resolve("dev/regatta/" + type + ".class");
        Files.createDirectories(file.getParent());
        Files.writeString(file, bytes, StandardCharsets.ISO_8859_1);
    }

    /** The classes with another text for a constant of one that defines workloads, as its compiler would write it. */
    private Path withText(String type, String before, String after) throws IOException {
        Path head = Files.createDirectory(folder.resolve("head"));
        String bytes = Files.readString(original.resolve("dev/regatta/workload/" + type + ".class"),
                StandardCharsets.ISO_8859_1);
        assertThat(bytes).containsOnlyOnce(constant(before));
        write(head, "workload/" + type, bytes.replace(constant(before), constant(after)));
        return head;
    }

    /**
     * Its entry in a constant pool, CONSTANT_Utf8_info of the Java Virtual Machine Specification 4.4.7, a char for each
     * byte.
     */
    private static String constant(String text) {
        return "\u0001" + (char) (text.length() >> 8) + (char) (text.length() & 0xff) + text;
    }

    /** The classes with one source of a package edited and compiled. */
    private Path compiled(String of, String source, String before, String after) throws Exception {
        String text = Files.readString(Path.of("src/main/java/dev/regatta").resolve(of).resolve(source));
        assertThat(text).contains(before);
        Path edited = Files.writeString(folder.resolve(source), text.replace(before, after));
        Path head = Files.createDirectory(folder.resolve("head"));
        Process compiler = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-d", head.toString(), "-cp", original.toString(),
                "-g", "-parameters", "--release", "21", "-proc:none", edited.toString()).inheritIO().start();
        assertThat(compiler.waitFor()).isZero();
        return head;
    }

    private Path jar(Path classes) throws IOException {
        Path jar = folder.resolve("regatta.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
