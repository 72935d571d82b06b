package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.ServerName;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class ReproductionTest {

    private static final String CELL = "./regatta compare --client pgjdbc+hikari/platform --workload select-1";
    private static final String END = " --pool 4 --database container --seed 42";

    @Test
    void anotherDriverIsNamedByItsVersion() {
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.2.21", "7.1.0")))
                .isEqualTo(CELL + " --baseline 42.2.21 --candidate 42.7.14" + END);
    }

    @Test
    void anotherPoolIsNamedByItsCoordinates() {
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.7.14", "7.0.2"))).isEqualTo(CELL
                + " --baseline com.zaxxer:HikariCP:7.0.2 --candidate com.zaxxer:HikariCP:7.1.0" + END);
    }

    /** Its stack is named after pgjdbc, its artifact is not. */
    @Test
    void theDriverBelowAnAccessLayerIsNamedByItsCoordinates() {
        assertThat(of(hibernate("42.7.14"), hibernate("42.7.13"))).contains(
                " --baseline org.postgresql:postgresql:42.7.13 --candidate org.postgresql:postgresql:42.7.14 ");
    }

    @Test
    void whatAPoolBringsAlongIsNotNamed() {
        assertThat(of(agroal("3.2.1"), agroal("3.0"))).contains(
                " --baseline io.agroal:agroal-pool:3.0 --candidate io.agroal:agroal-pool:3.2.1 ");
    }

    @Test
    void equalArmsAreRacedAsWell() {
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.7.14", "7.1.0")))
                .isEqualTo(CELL + " --baseline 42.7.14 --candidate 42.7.14" + END);
    }

    @Test
    void anotherJdkIsNamed() {
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.7.14", "7.1.0"), fork(Arm.BASELINE, "21.0.8+9", ""),
                fork(Arm.CANDIDATE, "25.0.1+8", "")))
                .isEqualTo(CELL + " --jdk-baseline 21 --jdk-candidate 25" + END);
    }

    @Test
    void anotherServerIsNamed() {
        var older = fork(Arm.BASELINE, "25", "").on(ServerName.of("PostgreSQL 17.5, artifact 17.5.0, settings abc"));
        var newer = fork(Arm.CANDIDATE, "25", "").on(ServerName.of("PostgreSQL 18.6, artifact 18.6.0, settings abc"));
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.7.14", "7.1.0"), older, newer))
                .isEqualTo(CELL + " --jdk 25 --server-baseline 17.5.0 --server-candidate 18.6.0" + END);
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.7.14", "7.1.0"), older,
                newer.on(ServerName.of("PostgreSQL 18.6, artifact 18.6.0, settings def"))))
                .as("other settings have no option")
                .startsWith("mvn verify ");
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.7.14", "7.1.0"), older,
                newer.on(older.server().orElseThrow())))
                .isEqualTo(CELL + " --baseline 42.7.14 --candidate 42.7.14 --jdk 25" + END);
    }

    /** Forks are told when they are warm: after a standstill there are none, and equal arms raced. */
    @Test
    void whatNoForkTellsIsTakenFromTheCommandLine() {
        var still = duel();
        assertThat(new Reproduction(given(still, Map.of("--jdk-baseline", "21", "--jdk-candidate", "25")), Map.of())
                .of(still)).isEqualTo(CELL + " --jdk-baseline 21 --jdk-candidate 25" + END);
        assertThat(new Reproduction(given(still, Map.of("--jdk", "21", "--jdk-candidate", "25")), Map.of())
                .of(still)).isEqualTo(CELL + " --jdk-baseline 21 --jdk-candidate 25" + END);
        assertThat(new Reproduction(given(still, Map.of("--server-baseline", "17.5.0")), Map.of()).of(still))
                .isEqualTo(CELL + " --server-baseline 17.5.0" + END);
        assertThat(new Reproduction(given(still, Map.of("--server-baseline", "postgres:17",
                "regatta.image.postgresql", "postgres:16")), Map.of()).of(still)).as("of the other arm")
                .isEqualTo(CELL + " --server-baseline postgres:17" + END + " -Dregatta.image.postgresql=postgres:16");
        var folder = given(still, Map.of("--baseline-dir", "../main"));
        assertThat(new Reproduction(folder, Map.of()).of(still)).isEqualTo(CELL + " --baseline-dir ../main" + END);
        assertThat(new GivenAgain(folder, Map.of()).provisos())
                .containsExactly("with ../main as it was on " + folder.facts().started());
        var dependent = Measured.depending(still,
                Map.of(Arm.BASELINE, new Inputs(new TreeMap<>(Map.of(Inputs.JDK, "21"))), Arm.CANDIDATE,
                        new Inputs(new TreeMap<>(Map.of(Inputs.JDK, "25")))));
        assertThat(new Reproduction(given(dependent, Map.of("--jdk-baseline", "21")), Map.of()).of(dependent))
                .isEqualTo(CELL + " --jdk-baseline 21 --jdk-candidate 25" + END);
    }

    /** It was repeated on the server of today. */
    @Test
    void oneServerOfBothArmsIsNamedAgain() {
        var older = ServerName.of("PostgreSQL 17.5, artifact 17.5.0, settings abc");
        var raced = Measured.of(SimulatedCell.CELL, recipe("42.7.14", "7.1.0"), Optional.of(recipe("42.2.21", "7.1.0")),
                4, 100, List.of(fork(Arm.BASELINE, "25", "").on(older), fork(Arm.CANDIDATE, "25", "").on(older)),
                List.of(), Optional.empty(), false);
        assertThat(new Reproduction(given(raced, Map.of("--server-baseline", "17.5.0", "--server-candidate", "17.5.0")),
                Map.of()).of(raced)).isEqualTo(CELL + " --baseline 42.2.21 --candidate 42.7.14 --jdk 25"
                        + " --server-baseline 17.5.0 --server-candidate 17.5.0" + END);
    }

    @Test
    void twoClientsRaceAgain() {
        var race = Measured.against(ClientId.of("pgjdbc+hikari/virtual"), SimulatedCell.duel(1).after(0));
        String clients = "./regatta compare --baseline-client pgjdbc+hikari/virtual"
                + " --candidate-client pgjdbc+hikari/platform --workload select-1";
        assertThat(new Reproduction(given(race, Map.of("--within", "3%")), Map.of()).of(race)).isEqualTo(clients
                + " --baseline org.postgresql:postgresql:42.2.21,com.zaxxer:HikariCP:7.1.0"
                + " --candidate org.postgresql:postgresql:42.7.14,com.zaxxer:HikariCP:7.1.0 --within 3%" + END);
        var sized = Measured.against(ClientId.of("pgjdbc+hikari~4/platform"), SimulatedCell.duel(1).after(0));
        assertThat(new Reproduction(given(sized, Map.of()), Map.of()).of(sized))
                .contains("--baseline-client \"pgjdbc+hikari~4/platform\" ").contains(" --concurrency 4 ")
                .doesNotContain("--pool");
    }

    /** It has none of the other one's jars. */
    @Test
    void theJarsOfEachClientAreItsOwn() {
        var measured = Measured.of(SimulatedCell.CELL, recipe("42.7.14", "7.1.0"),
                Optional.of(recipeOf("vertx-pg-client+pool", "io.vertx:vertx-pg-client:5.0.1",
                        "io.vertx:vertx-core:5.0.1")),
                4,
                100, List.of(), List.of(), Optional.empty(), false);
        var race = Measured.against(ClientId.of("vertx-pg-client+pool/event-loop"), measured);
        assertThat(new Reproduction(given(race, Map.of()), Map.of()).of(race))
                .contains(" --baseline 5.0.1 --candidate org.postgresql:postgresql:42.7.14,com.zaxxer:HikariCP:7.1.0 ");
    }

    @Test
    void aCellThatNamesItsJdkIsMeasuredOnIt() {
        var cell = CellId.of("postgresql/pgjdbc+hikari/virtual@21/select-1");
        var duel = SimulatedCell.duel(1).cell(cell).after(0);
        assertThat(new Reproduction(Books.results(Books.HERE, duel), Map.of()).of(duel))
                .isEqualTo("./regatta compare --client pgjdbc+hikari/virtual --workload select-1 --baseline 42.2.21"
                        + " --candidate 42.7.14 --jdk 21" + END);
        var book = SimulatedCell.book(1).cell(cell).after(0);
        assertThat(new Reproduction(Books.results(Books.HERE, book), Map.of()).of())
                .isEqualTo(
                        "mvn verify \"-Dregatta.cells=postgresql/pgjdbc+hikari/virtual/select-1\" -Dregatta.database=container -Dregatta.jdks=21"
                                + " -Dregatta.seed=42");
    }

    @Test
    void theJdkOfARaceIsNamedSinceAnotherReaderHasAnother() {
        assertThat(of(recipe("42.7.14", "7.1.0"), recipe("42.2.21", "7.1.0"), fork(Arm.BASELINE, "21.0.8+9", ""),
                fork(Arm.CANDIDATE, "21.0.8+9", "")))
                .isEqualTo(CELL + " --baseline 42.2.21 --candidate 42.7.14 --jdk 21" + END);
    }

    @Test
    void aRunOfOneRaceIsThatRaceWithAllItsWorkloads() {
        var one = SimulatedCell.duel(1).after(0);
        var other = SimulatedCell.duel(2).cell(CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000")).after(0);
        assertThat(new Reproduction(Books.results(Books.HERE, one, other), Map.of()).of()).isEqualTo(
                CELL + ",rows-1000 --baseline 42.2.21 --candidate 42.7.14" + END);
        var another = SimulatedCell.duel(2).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/rows-1000")).after(0);
        assertThat(new Reproduction(Books.results(Books.HERE, one, another), Map.of()).of()).startsWith("mvn verify ");
    }

    /** The options are refused for such a workload, also beside another one. */
    @Test
    void aWorkloadWithConnectionsOfItsOwnHasNoSize() {
        var burst = Measured.of(CellId.of("postgresql/pgjdbc+hikari/platform/burst-2000"), recipe("42.7.14", "7.1.0"),
                Optional.of(recipe("42.2.21", "7.1.0")), 1, 100, List.of(), List.of(), Optional.empty(), false);
        var where = Books.HERE.with(Map.of("connections", "4"));
        String race = " --baseline 42.2.21 --candidate 42.7.14 --database container --seed 42";
        assertThat(new Reproduction(Books.results(where, burst), Map.of()).of(burst))
                .isEqualTo(CELL.replace("select-1", "burst-2000") + race);
        assertThat(new Reproduction(Books.results(where, SimulatedCell.duel(1).after(0), burst), Map.of()).of())
                .isEqualTo(CELL + ",burst-2000" + race + " -Dregatta.connections=4");
    }

    @Test
    void whatTheCommandLineCannotNameIsMeasuredByTheSuite() {
        String suite = "mvn verify \"-Dregatta.cells=postgresql/pgjdbc+hikari/platform/select-1\""
                + " -Dregatta.database=container -Dregatta.seed=42";
        var book = SimulatedCell.book(1).after(0);
        assertThat(new Reproduction(Books.results(Books.HERE, book), Map.of()).of(book)).isEqualTo(suite);
        assertThat(new Reproduction(Books.results(Books.HERE, book), Map.of()).of()).isEqualTo(suite);
    }

    /** An unreached cell knows neither JDKs nor servers, and made the command that of the suite. */
    @Test
    void anUnreachedCellIsOfTheRaceOfTheOthers() {
        var older = fork(Arm.BASELINE, "21", "").on(ServerName.of("PostgreSQL 17.5, artifact 17.5.0, settings abc"));
        var newer = fork(Arm.CANDIDATE, "21", "").on(ServerName.of("PostgreSQL 18.6, artifact 18.6.0, settings abc"));
        var unreached = Measured.of(CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000"),
                recipe("42.7.14", "7.1.0"), Optional.of(recipe("42.7.14", "7.1.0")), 4, 100, List.of(), List.of(),
                Optional.empty(), true);
        assertThat(new Reproduction(Books.results(Books.HERE, duel(older, newer), unreached), Map.of()).of())
                .isEqualTo(CELL + ",rows-1000 --jdk 21 --server-baseline 17.5.0 --server-candidate 18.6.0" + END);
    }

    /** Named as a part of the arm as well, it was refused. */
    @Test
    void aPartThatWasAddedIsNotNamedTwice() {
        var newest = Measured.of(SimulatedCell.CELL, recipe("42.7.14", "7.1.1"),
                Optional.of(recipe("42.2.21", "7.1.0")), 4, 100, List.of(), List.of(), Optional.empty(), false);
        assertThat(new Reproduction(given(newest, Map.of("--with-candidate", "g:a:1, com.zaxxer:HikariCP:7.1.1")),
                Map.of()).of(newest)).isEqualTo(CELL
                        + " --baseline org.postgresql:postgresql:42.2.21,com.zaxxer:HikariCP:7.1.0"
                        + " --candidate 42.7.14 --with-candidate \"g:a:1, com.zaxxer:HikariCP:7.1.1\"" + END);
        var clients = Measured.against(ClientId.of("pgjdbc+hikari/virtual"), newest);
        assertThat(new Reproduction(given(clients, Map.of("--with", "com.zaxxer:HikariCP:7.1.1",
                "--with-baseline", "com.zaxxer:HikariCP:7.1.0")), Map.of()).of(clients))
                .contains(" --baseline 42.2.21 --candidate 42.7.14 ");
    }

    /** Each of these is another environment or another input: without it another cell would be measured. */
    @Test
    void whatTheRunWasToldIsToldAgain() {
        var duel = Measured.of(SimulatedCell.CELL, recipe("42.7.14", "7.1.0"),
                Optional.of(recipe("42.2.21", "7.1.0")), 8, 100, List.of(), List.of(), Optional.empty(), false);
        var book = SimulatedCell.book(1).after(0);
        String settings = " -Dregatta.image.postgresql=postgres:17 -Dregatta.image.postgresql.digest=sha256:0a"
                + " \"-Dregatta.jvm.options=-Xmx1g -XX:+UseZGC\" -Dregatta.server.connections=500";
        assertThat(new Reproduction(told(duel), Map.of()).of(duel))
                .isEqualTo(CELL + " --baseline 42.2.21 --candidate 42.7.14"
                        + " --pool 8 --latency 500us --database container --seed 42" + settings);
        String suite = "mvn verify \"-Dregatta.cells=postgresql/pgjdbc+hikari/platform/select-1\""
                + " -Dregatta.database=container -Dregatta.latency=500us -Dregatta.connections=8" + settings
                + " -Dregatta.seed=42";
        assertThat(new Reproduction(told(book), Map.of()).of(book)).isEqualTo(suite);
        assertThat(new Reproduction(told(book), Map.of()).of(book.cell())).as("not measured").isEqualTo(suite);
        assertThat(new Reproduction(told(book), Map.of()).of()).isEqualTo(suite);
    }

    /** Servers that the command names are not those of the settings. */
    @Test
    void theImageIsNamedOnce() {
        var duel = Measured.of(SimulatedCell.CELL, recipe("42.7.14", "7.1.0"),
                Optional.of(recipe("42.7.14", "7.1.0")), 8, 100,
                List.of(fork(Arm.BASELINE, "25", "")
                        .on(ServerName.of("PostgreSQL 17.5, image postgres:17@sha256:0a, settings abc")),
                        fork(Arm.CANDIDATE, "25", "")
                                .on(ServerName.of("PostgreSQL 18.6, image postgres:18@sha256:0b, settings abc"))),
                List.of(), Optional.empty(), false);
        assertThat(new Reproduction(told(duel), Map.of()).of(duel)).contains(" --server-baseline postgres:17@sha256:0a"
                + " --server-candidate postgres:18@sha256:0b ").doesNotContain("regatta.image")
                .contains("regatta.jvm.options");
    }

    @Test
    void whatIsTheSameWithoutASettingIsNotSet() {
        var book = SimulatedCell.book(1).after(0);
        assertThat(new Reproduction(told(book), Map.of("regatta.jvm.options", "-Xmx1g -XX:+UseZGC",
                "regatta.server.connections", "500")).of(book)).doesNotContain("jvm.options")
                .doesNotContain("server.connections").contains(" -Dregatta.connections=8 ");
        assertThat(new Reproduction(told(book), Map.of("regatta.jvm.options", "-Xmx2g",
                "regatta.server.connections", "200")).of(book)).contains("jvm.options").contains("server.connections");
    }

    /** For a change of code the command ran a short check, because it named neither. */
    @Test
    void aRaceAgainstTheBaseBranchIsRunAgainstItAgain() {
        var raced = duel(fork(Arm.BASELINE, "25", "/home/me/main"), fork(Arm.CANDIDATE, "25", ""));
        var run = given(raced, Map.of("regatta.base", "../main", "postgresql.version",
                "42.7.13", "toolchain.jdk.version", "[21,22)", "regatta.budget", "3m"));
        assertThat(new Reproduction(run, Map.of()).of(raced)).isEqualTo("mvn verify \"-Dregatta.cells=" + raced.cell()
                + "\" -Dregatta.database=container -Dpostgresql.version=42.7.13 -Dregatta.base=../main"
                + " -Dregatta.budget=3m \"-Dtoolchain.jdk.version=[21,22)\""
                + " -Dregatta.seed=42");
        assertThat(new Reproduction(run, Map.of()).of()).contains(" -Dregatta.base=../main ");
        assertThat(new GivenAgain(run, Map.of()).provisos())
                .containsExactly("with ../main as it was on " + run.facts().started());
    }

    @Test
    void twoCheckoutsRaceAgain() {
        var raced = duel(fork(Arm.BASELINE, "25", "/home/me/main"), fork(Arm.CANDIDATE, "25", "/home/me/a branch"));
        var run = given(raced, Map.of("regatta.jfr", "true", "regatta.budget", "90s"));
        assertThat(new Reproduction(run, Map.of()).of(raced)).isEqualTo(CELL
                + " --baseline-dir /home/me/main --candidate-dir \"/home/me/a branch\" --jdk 25 --pool 4"
                + " --database container --jfr --budget 90s --seed 42");
        assertThat(new GivenAgain(run, Map.of()).provisos()).hasSize(2)
                .allMatch(clause -> clause.contains(" as it was"));
    }

    /** Many cells are not named one by one, and the suite has others. */
    @Test
    void manyCellsAreChosenAsTheyWere() {
        var cells = IntStream.range(0, 7).mapToObj(i -> SimulatedCell.book(i)
                .cell(CellId.of("postgresql/pgjdbc+hikari/platform/w" + i)).after(0)).toArray(CellMeasurement[]::new);
        var run = Books.results(Books.HERE, cells);
        assertThat(new Reproduction(given(run, Map.of("regatta.cells", "postgresql/*/*/w*")), Map.of()).of())
                .startsWith("mvn verify \"-Dregatta.cells=postgresql/*/*/w*\" ");
    }

    /** Whoever adds a setting finds here whether the command says it. */
    @Test
    void everyPropertyThatARunWasGivenIsInItsCommand() {
        var book = SimulatedCell.book(1).after(0);
        var duel = duel();
        var names = new TreeSet<>(Settings.all());
        names.addAll(Settings.versionProperties());
        // A race names its cells and its two arms, with all that differs between them, and no test fails or is skipped.
        var ofTheSuite = new TreeSet<>(Settings.versionProperties());
        ofTheSuite.addAll(List.of("regatta.base", "regatta.base.build", "regatta.baseline", "regatta.baseline.reason",
                "regatta.cells",
                "regatta.jdks", "regatta.manifest", "regatta.strict"));
        // Facts of where a run was, which every command has from there.
        var facts = Map.of("regatta.connections", "--pool", "regatta.database", "--database", "regatta.seed", "--seed",
                "regatta.latency", "--latency", "regatta.jvm.options", "jvm.options", "regatta.server.connections",
                "server.connections");
        var options = Map.of("regatta.budget", "--budget", "regatta.jfr", "--jfr");
        var apart = List.of("regatta.lock.wait", "regatta.offline", "regatta.results", "regatta.settings");
        for (String name : names) {
            if (apart.contains(name) || name.startsWith("regatta.password.")) {
                continue;
            }
            var given = Map.of(name, "true");
            assertThat(new Reproduction(given(book, given), Map.of()).of(book)).as(name).contains("-D" + name + "=");
            String race = new Reproduction(given(told(duel), given), Map.of()).of(duel);
            if (ofTheSuite.contains(name)) {
                assertThat(race).as(name).doesNotContain("-D" + name + "=");
            } else {
                String word = facts.getOrDefault(name, options.getOrDefault(name, "-D" + name + "="));
                assertThat(race).as(name).contains(word);
            }
        }
    }

    @Test
    void whatCannotBeInACommandIsSaidBesideIt() {
        var book = SimulatedCell.book(1).after(0);
        var run = Books.results(Books.HERE.with(Map.of(Fingerprint.DATABASE_MODE, "external")), book);
        assertThat(new GivenAgain(given(run, Map.of("regatta.url.postgresql", "postgresql://me:***@host/db")), Map.of())
                .provisos()).containsExactly("with the password of its server in REGATTA_PASSWORD_POSTGRESQL",
                        "with what is *** here, which was a secret");
    }

    @Test
    void aSecretOfTheBaselineAloneIsSaidBesideItToo() {
        var baseline = new Recipe(SimulatedCell.EARLIER.stack(), SimulatedCell.EARLIER.artifacts(),
                new TreeMap<>(Map.of("jaasLogin", "user=me;password=***")));
        var run = Books.results(Books.HERE,
                Measured.of(SimulatedCell.CELL, SimulatedCell.TODAY, Optional.of(baseline), 4, 10,
                        List.of(), List.of(), Optional.empty(), false));
        assertThat(new GivenAgain(given(run, Map.of()), Map.of()).provisos())
                .contains("with what is *** here, which was a secret");
    }

    /** The command of a project is that of its build. */
    @Test
    void aProjectsOwnCodeRacesInItsOwnBuild() {
        var raced = ownCode("shop.OrdersIT", "openOrders()", "main (5ca4bb4eb1ca)");
        assertThat(new Reproduction(Books.results(Books.HERE, raced), Map.of()).of(raced))
                .isEqualTo("mvn verify -Dit.test=shop.OrdersIT"
                        + " \"-Dregatta.cells=postgresql/shop.OrdersIT/platform/openOrders()\""
                        + " -Dregatta.base=5ca4bb4eb1ca -Dregatta.database=container -Dregatta.seed=42");
        var run = given(raced, Map.of("command", "./build '{class}'", "regatta.base", "main", "it.test", "OrdersIT",
                "regatta.base.build", "./build '{class}'", "jooq.version", "3.20.6", "regatta.seed", "7"));
        assertThat(new Reproduction(run, Map.of()).of(raced)).isEqualTo("./build shop.OrdersIT"
                + " \"-Dregatta.cells=postgresql/shop.OrdersIT/platform/openOrders()\""
                + " -Dregatta.base=5ca4bb4eb1ca -Dregatta.database=container -Djooq.version=3.20.6"
                + " \"-Dregatta.base.build=./build '{class}'\" -Dregatta.seed=42");
        assertThat(new GivenAgain(run, Map.of()).provisos()).isEmpty();
    }

    @Test
    void aRunOfOwnCodeHasACommandForEachClass() {
        var nested = ownCode("shop.OrdersIT$Open", "all()", "../main");
        var more = ownCode("shop.OrdersIT$Open", "one()", "../main");
        var other = ownCode("shop.PaidIT", "all()", "../main");
        var run = given(Books.results(Books.HERE.with(Map.of(Fingerprint.DATABASE_MODE, "given")), nested, more,
                other), Map.of("regatta.base", "../main"));
        assertThat(new Reproduction(run, Map.of()).of()).isEqualTo("mvn verify -Dit.test='shop.OrdersIT$Open'"
                + " '-Dregatta.cells={postgresql/shop.OrdersIT$Open/platform/all(),"
                + "postgresql/shop.OrdersIT$Open/platform/one()}' -Dregatta.base=../main -Dregatta.seed=42\n"
                + "mvn verify -Dit.test=shop.PaidIT \"-Dregatta.cells=postgresql/shop.PaidIT/platform/all()\""
                + " -Dregatta.base=../main -Dregatta.seed=42");
        assertThat(new GivenAgain(run, Map.of()).provisos())
                .containsExactly("with ../main as it was on " + run.facts().started());
    }

    @Test
    void servicesRaceAgainAsTheyWereNamed() {
        var persons = ownCode("spring-mvc+jdbc", "persons()", "");
        var worlds = ownCode("spring-mvc+jdbc", "worlds()", "");
        var where = Books.HERE.with(Map.of(Fingerprint.LATENCY, "500 us", "connections", "100", "jvm.options", "none"));
        var versions = given(Books.results(where, persons, worlds), Map.of("--service", "spring-mvc+jdbc/platform",
                "--baseline", "4.1.0"));
        assertThat(new Reproduction(versions, Map.of()).of()).isEqualTo("./regatta compare --service"
                + " spring-mvc+jdbc/platform --baseline 4.1.0 --workload persons,worlds --concurrency 100"
                + " --database container --latency 500us --seed 42");
        var two = given(Books.results(where, persons), Map.of("--baseline-service", "spring-mvc+jpa/platform",
                "--candidate-service", "spring-mvc+jdbc/platform"));
        assertThat(new Reproduction(two, Map.of()).of(persons)).startsWith("./regatta compare --baseline-service"
                + " spring-mvc+jpa/platform --candidate-service spring-mvc+jdbc/platform --workload persons ")
                .doesNotContain("jvm.options");
        var small = given(Books.results(where.with(Map.of("jvm.options", "-Xmx64m -Xss1m")), persons),
                Map.of("--service", "spring-mvc+jpa/platform"));
        assertThat(new Reproduction(small, Map.of()).of(persons))
                .endsWith(" -Dregatta.jvm.options=" + Shell.word("-Xmx64m -Xss1m"));
    }

    /** They raced again on the server of today, for as long as the standard says. */
    @Test
    void servicesRaceAgainOnTheirServer() {
        var persons = ownCode("spring-mvc+jdbc", "persons()", "");
        var run = given(Books.results(Books.HERE.with(Map.of("database.image", "postgres:16 sha256:0a")), persons),
                Map.of("--service", "spring-mvc+jdbc/platform", "--baseline", "4.1.0", "regatta.budget", "90s",
                        "regatta.server.connections", "300", "regatta.baselines", "baselines"));
        assertThat(new Reproduction(run, Map.of()).of(persons)).endsWith(" --budget 90s --seed 42"
                + " -Dregatta.image.postgresql=postgres:16 -Dregatta.image.postgresql.digest=sha256:0a"
                + " -Dregatta.server.connections=300");
    }

    private static CellMeasurement ownCode(String type, String workload, String base) {
        var jars = new Recipe(type, recipe("42.7.14", "7.1.0").artifacts(), new TreeMap<>());
        return Measured.of(CellId.of("postgresql/" + type + "/platform/" + workload), jars, Optional.of(jars), 8, 100,
                List.of(fork(Arm.BASELINE, "25", base), fork(Arm.CANDIDATE, "25", "this checkout with other A.class")),
                List.of(), Optional.empty(), false);
    }

    @Test
    void optionsOfOneArmAreToldApartFromThoseOfBoth() {
        var baseline = new Recipe("pgjdbc+hikari", recipe("42.7.14", "7.1.0").artifacts(),
                new TreeMap<>(Map.of("a", "1", "b", "2")));
        var candidate = new Recipe("pgjdbc+hikari", baseline.artifacts(), new TreeMap<>(Map.of("a", "1", "b", "3")));
        assertThat(of(candidate, baseline)).isEqualTo(CELL + " --baseline 42.7.14 --candidate 42.7.14"
                + " \"--option=a=1\" \"--option-baseline=b=2\" \"--option-candidate=b=3\"" + END);
    }

    /** Of a jar that was built the recipe has the name and the checksum, and the command line had its path. */
    @Test
    void aJarThatWasBuiltIsNamedByItsFileAndItsChecksumIsSaid() {
        var duel = Measured.of(SimulatedCell.CELL, recipe("driver.jar", "7.0.2"),
                Optional.of(recipe("42.7.13", "7.1.0")), 4, 100, List.of(), List.of(), Optional.empty(), false);
        var run = given(duel, Map.of("--candidate-jar", "target/driver.jar", "--with", "g:both:1"));
        assertThat(new Reproduction(run, Map.of()).of(duel)).isEqualTo(CELL
                + " --baseline org.postgresql:postgresql:42.7.13,com.zaxxer:HikariCP:7.1.0"
                + " --candidate com.zaxxer:HikariCP:7.0.2 --candidate-jar target/driver.jar --with g:both:1" + END);
        assertThat(new GivenAgain(run, Map.of()).provisos())
                .containsExactly("with driver.jar of the SHA-256 " + "0".repeat(64));
        var chosen = given(duel, Map.of("--candidate-jar", "target/driver.jar", "--candidate",
                "42.7.12,com.zaxxer:HikariCP:7.0.2"));
        assertThat(new Reproduction(chosen, Map.of()).of(duel)).contains(
                "--candidate 42.7.12,com.zaxxer:HikariCP:7.0.2 --candidate-jar target/driver.jar --pool");
    }

    @Test
    void theChecksumOfASnapshotIsSaid() {
        var duel = Measured.of(SimulatedCell.CELL, recipe("42.7.15-SNAPSHOT", "7.1.0"),
                Optional.of(recipe("42.7.14", "7.1.0")), 4, 100, List.of(), List.of(), Optional.empty(), false);
        assertThat(new GivenAgain(given(duel, Map.of()), Map.of()).provisos()).containsExactly(
                "with org.postgresql:postgresql:42.7.15-SNAPSHOT of the SHA-256 " + "0".repeat(64));
    }

    private static CellMeasurement duel(ForkStart... forks) {
        return Measured.of(SimulatedCell.CELL, recipe("42.7.14", "7.1.0"),
                Optional.of(recipe("42.7.14", "7.1.0")), 4, 100, List.of(forks), List.of(), Optional.empty(), false);
    }

    private static MeasuredRun given(CellMeasurement cell, Map<String, String> told) {
        return given(Books.results(Books.HERE, cell), told);
    }

    private static MeasuredRun given(MeasuredRun run, Map<String, String> told) {
        var facts = run.facts();
        return new MeasuredRun(new RunFacts(facts.schema(), facts.tool(), facts.started(), facts.commit(),
                facts.seed(), true, facts.manifest(), facts.environments(), facts.settings(),
                new TreeMap<>(told)),
                run.cells());
    }

    /** A run that was told much. */
    private static MeasuredRun told(CellMeasurement cell) {
        var run = Books.results(Books.HERE.with(Map.of(Fingerprint.LATENCY, "500 us", "connections", "8",
                "jvm.options", "-Xmx1g -XX:+UseZGC", "database.image", "postgres:17 sha256:0a")), cell);
        var facts = run.facts();
        return new MeasuredRun(new RunFacts(facts.schema(), facts.tool(), facts.started(), facts.commit(),
                facts.seed(), true, facts.manifest(), facts.environments(), new TreeMap<>(Map.of(Dialect.POSTGRESQL,
                        new TreeMap<>(Map.of("max_connections", "500", "fsync", "off"))))),
                run.cells());
    }

    /** Of the user's own, or of a results file that somebody else wrote. */
    @Test
    void whatMeansSomethingToAShellIsQuoted() {
        assertThat(of(recipe("1;x", "7.1.0"), recipe("$(x)`y`", "7.1.0")))
                .isEqualTo(CELL + " --baseline '$(x)`y`' --candidate \"1;x\"" + END);
        assertThat(Shell.word("it's")).isEqualTo("\"it's\"");
        assertThat(Shell.word("it's $x")).isEqualTo("'it'\\''s $x'");
        assertThat(Shell.word("a\n\u001bb")).isEqualTo("'a??b'");
        assertThat(Shell.word("=ls")).isEqualTo("\"=ls\"");
        assertThat(Shell.word("")).isEqualTo("\"\"");
        assertThat(Shell.word("postgres:17@sha256:0a")).isEqualTo("postgres:17@sha256:0a");
    }

    private static String of(Recipe candidate, Recipe baseline, ForkStart... forks) {
        var measured = Measured.of(SimulatedCell.CELL, candidate, Optional.of(baseline), 4, 100,
                List.of(forks), List.of(), Optional.empty(), false);
        return new Reproduction(Books.results(Books.HERE, measured), Map.of()).of(measured);
    }

    private static ForkStart fork(Arm arm, String jdk, String code) {
        return new ForkStart(arm, 1, 1, jdk, code, List.of(), 40, true);
    }

    private static Recipe recipe(String driver, String pool) {
        return recipeOf("pgjdbc+hikari", "org.postgresql:postgresql:" + driver, "com.zaxxer:HikariCP:" + pool);
    }

    private static Recipe hibernate(String driver) {
        return recipeOf("hibernate-orm+pgjdbc+hikari", "org.hibernate.orm:hibernate-core:7.1.0.Final",
                "org.postgresql:postgresql:" + driver, "com.zaxxer:HikariCP:7.1.0");
    }

    private static Recipe agroal(String version) {
        return recipeOf("pgjdbc+agroal", "org.postgresql:postgresql:42.7.14", "io.agroal:agroal-pool:" + version,
                "io.agroal:agroal-api:" + version);
    }

    private static Recipe recipeOf(String stack, String... jars) {
        return new Recipe(stack, Stream.of(jars).map(jar -> new Artifact(jar, "0".repeat(64))).toList(),
                new TreeMap<>(Map.of()));
    }
}
