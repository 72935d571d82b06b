package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.ServerForm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class CompareCommandTest extends CommandTest {

    private static final String CELL = "compare --client pgjdbc+hikari/platform --workload select-1 ";

    private static final String TWO = "compare --baseline-client pgjdbc+hikari/platform ";
    private static final String BOTH = TWO + "--candidate-client pgjdbc+hikari/virtual --workload select-1 ";

    @TempDir
    Path folder;

    @AfterEach
    void nothingStaysOpen() {
        assertThat(open).isEmpty();
    }

    @Test
    void theExampleOfTheHelpIsWhatItPrints() {
        slow = request -> cell -> cell.workload().equals("select-1");
        assertThat(run(CompareCommand.EXAMPLE_ARGUMENTS)).isEqualTo(Exits.REGRESSED);
        assertThat(out.toString()).isEqualTo(CompareCommand.EXAMPLE);
    }

    @Test
    void theHelpShowsTheExample() {
        assertThat(run("compare --help")).isZero();
        assertThat(words(out.toString())).contains(words("Example: regatta " + CompareCommand.EXAMPLE_ARGUMENTS))
                .contains(words(CompareCommand.EXAMPLE)).contains("and exits with 1.");
    }

    @Test
    void everythingGivenIsAskedFor() {
        assertThat(run("compare --client pgjdbc+hikari/virtual --workload point-select,select-1 --workload rows-1000"
                + " --baseline 42.7.9 --candidate 42.7.10,com.zaxxer:HikariCP:7.0.2 --jdk 21 --jdk-candidate 25"
                + " --option reWriteBatchedInserts=true --option prepareThreshold=1 --pool 16 --concurrency 16"
                + " --database embedded --budget 1m30s --seed 7 --latency 500us --jfr")).isZero();
        Map<String, String> options = Map.of("reWriteBatchedInserts", "true", "prepareThreshold", "1");
        assertThat(races).containsExactly(new DuelRequest(
                List.of(cell("virtual/point-select"), cell("virtual/select-1"), cell("virtual/rows-1000")),
                new ArmRequest(List.of(DRIVER + "42.7.9", POOL + "7.1.0"), options, Optional.of(jdk(21))),
                new ArmRequest(List.of(DRIVER + "42.7.10", POOL + "7.0.2"), options, Optional.of(jdk(25))),
                Optional.of(16), DatabaseMode.EMBEDDED, Optional.of(Duration.ofSeconds(90)), Optional.of(7L),
                Optional.of(Duration.ofNanos(500_000)), true,
                new TreeMap<>(Map.of("--jdk", "21", "--jdk-candidate", "25")), Optional.empty()));
    }

    @Test
    void anOptionOfOneArmIsADuel() {
        assertThat(run(CELL + "--option prepareThreshold=1 --option-baseline binaryTransfer=false"
                + " --option-candidate binaryTransfer=true --option-candidate tcpNoDelay=true")).isZero();
        DuelRequest request = races.getFirst();
        assertThat(request.baseline().options()).isEqualTo(Map.of("prepareThreshold", "1", "binaryTransfer", "false"));
        assertThat(request.candidate().options())
                .isEqualTo(Map.of("prepareThreshold", "1", "binaryTransfer", "true", "tcpNoDelay", "true"));
        assertThat(request.baseline().roots()).isEqualTo(request.candidate().roots());
    }

    @Test
    void aJarIsAddedToBothArmsOrToOneAndAPartOfTheClientIsReplaced() {
        assertThat(run(CELL + "--baseline 42.7.9 --with com.zaxxer:HikariCP:7.0.2,g:both:1 --with-candidate g:one:2"))
                .isZero();
        DuelRequest request = races.getFirst();
        assertThat(request.baseline().roots()).containsExactly(DRIVER + "42.7.9", POOL + "7.0.2", "g:both:1");
        assertThat(request.candidate().roots()).containsExactly(DRIVER + "42.7.14", POOL + "7.0.2", "g:both:1",
                "g:one:2");
        assertThat(request.said()).isEqualTo(
                Map.of("--with", "com.zaxxer:HikariCP:7.0.2,g:both:1", "--with-candidate", "g:one:2"));
    }

    @Test
    void aPartIsReplacedUnderItsFormerNameToo() {
        assertThat(run(CELL + "--with-baseline postgresql:postgresql:9.1-901.jdbc4")).isZero();
        assertThat(races.getFirst().baseline().roots()).hasSize(2).startsWith("postgresql:postgresql:9.1-901.jdbc4");
    }

    @Test
    void aJarThatWasBuiltTakesThePlaceOfAPublishedOne() {
        assertThat(
                run(CELL + "--baseline 42.7.9 --candidate 42.7.10 --candidate-jar target/driver.jar,target/pool.jar"))
                .isZero();
        DuelRequest request = races.getFirst();
        assertThat(request.baseline().jars()).isEmpty();
        assertThat(request.candidate().jars()).containsExactly(Path.of("target/driver.jar"),
                Path.of("target/pool.jar"));
        assertThat(request.said()).isEqualTo(
                Map.of("--candidate", "42.7.10", "--candidate-jar", "target/driver.jar,target/pool.jar"));
    }

    @Test
    void poolAndOperationsInFlightAreTwoNumbers() {
        for (String arguments : List.of("--client pgjdbc+hikari/virtual --pool 4",
                "--client pgjdbc+hikari~4/virtual")) {
            races.clear();
            assertThat(run("compare " + arguments + " --concurrency 100 --workload select-1 --baseline 42.7.9"))
                    .isZero();
            assertThat(races.getFirst().cells()).extracting(CellId::toString)
                    .containsExactly("postgresql/pgjdbc+hikari~4/virtual/select-1");
            assertThat(races.getFirst().connections()).hasValue(100);
        }
    }

    @Test
    void whatIsNotGivenIsTodays() {
        assertThat(run(CELL + "--baseline 42.7.9")).isZero();
        DuelRequest request = races.getFirst();
        assertThat(request.candidate())
                .isEqualTo(new ArmRequest(List.of(DRIVER + "42.7.14", POOL + "7.1.0"), Map.of(), Optional.empty()));
        assertThat(request.connections()).isEmpty();
        assertThat(request.database()).isEqualTo(DatabaseMode.AUTO);
        assertThat(request.budget()).isEmpty();
        assertThat(request.seed()).isEmpty();
        assertThat(request.profiled()).isFalse();
    }

    @Test
    void twoJdksAreADuel() {
        assertThat(run(CELL + "--jdk-baseline 21 --jdk-candidate 25")).isZero();
        assertThat(races.getFirst().baseline().jdk()).contains(jdk(21));
        assertThat(races.getFirst().candidate().jdk()).contains(jdk(25));
        assertThat(races.getFirst().said()).isEqualTo(Map.of("--jdk-baseline", "21", "--jdk-candidate", "25"));
    }

    @Test
    void twoServersAreADuel() {
        assertThat(run(CELL + "--database auto --server-baseline 17.5.0 --server-candidate 18.6.0")).isZero();
        DuelRequest request = races.getFirst();
        assertThat(request.baseline().server()).contains(ServerForm.of(Dialect.POSTGRESQL, "17.5.0"));
        assertThat(request.candidate().server()).contains(ServerForm.of(Dialect.POSTGRESQL, "18.6.0"));
        assertThat(request.baseline().roots()).isEqualTo(request.candidate().roots());
        assertThat(request.database()).isEqualTo(DatabaseMode.EMBEDDED);
        assertThat(request.said())
                .isEqualTo(Map.of("--server-baseline", "17.5.0", "--server-candidate", "18.6.0"));
    }

    @Test
    void oneServerIsRacedAgainstTodays() {
        assertThat(run(CELL + "--database auto --server-baseline postgres:17")).isZero();
        assertThat(races.getFirst().baseline().server()).contains(ServerForm.of(Dialect.POSTGRESQL, "postgres:17"));
        assertThat(races.getFirst().candidate().server()).isEmpty();
        assertThat(races.getFirst().database()).isEqualTo(DatabaseMode.CONTAINER);
    }

    @Test
    void twoClientsAreADuelUnderTheCellOfTheCandidate() {
        assertThat(run("compare --baseline-client r2dbc-postgresql+r2dbc-pool/event-loop --candidate-client"
                + " pgjdbc+hikari/virtual --workload select-1 --concurrency 16 --option-candidate prepareThreshold=1"))
                .isZero();
        DuelRequest request = races.getFirst();
        assertThat(request.cells()).containsExactly(cell("virtual/select-1"));
        assertThat(request.baseline().client()).contains(ClientId.of("r2dbc-postgresql+r2dbc-pool/event-loop"));
        assertThat(request.candidate().client()).contains(ClientId.of("pgjdbc+hikari/virtual"));
        assertThat(request.candidate().options()).isEqualTo(Map.of("prepareThreshold", "1"));
        assertThat(request.connections()).contains(16);
        assertThat(request.within()).isEmpty();
        assertThat(words(out.toString())).contains("postgresql/pgjdbc+hikari/virtual (against"
                + " r2dbc-postgresql+r2dbc-pool/event-loop:").contains("1 cell: 1 alike").contains("ALIKE");
    }

    @Test
    void aClientRacesAgainstItself() {
        assertThat(run(TWO + "--candidate-client pgjdbc+hikari/platform --workload select-1")).isZero();
        assertThat(races.getFirst().baseline()).isEqualTo(races.getFirst().candidate());
        assertThat(races.getFirst().baseline().client()).contains(ClientId.of("pgjdbc+hikari/platform"));
    }

    @Test
    void twoSizesOfAPoolAreTwoClients() {
        assertThat(run("compare --baseline-client pgjdbc+hikari/virtual --candidate-client pgjdbc+hikari~4/virtual"
                + " --workload select-1 --concurrency 16")).isZero();
        assertThat(races.getFirst().baseline().client()).contains(ClientId.of("pgjdbc+hikari/virtual"));
        assertThat(races.getFirst().candidate().client()).contains(ClientId.of("pgjdbc+hikari~4/virtual"));
        assertThat(races.getFirst().cells()).extracting(CellId::toString)
                .containsExactly("postgresql/pgjdbc+hikari~4/virtual/select-1");
    }

    /** The first verdict of these pairs is early; their interval is about 2 %. */
    @Test
    void anIntervalAsNarrowAsAskedForIsAnAnswer() {
        assertThat(run(BOTH + "--within 5%")).isZero();
        assertThat(races.getFirst().within()).contains(0.05);
        assertThat(races.getFirst().said()).containsEntry("--within", "5%");
        assertThat(out.toString()).doesNotContain("not known within");
        pairs = 16;
        assertThat(run(BOTH + "--within 5%")).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString())
                .contains("not known within 5% on three sets: postgresql/pgjdbc+hikari/virtual/select-1;"
                        + " give it a larger --budget");
    }

    /** It asked for a larger budget. */
    @Test
    void whoHasAllPairsIsNotAskedForMoreTime() {
        pairs = 3072;
        raced = race -> race.sets(Collections.nCopies(8, 384).toArray(Integer[]::new)).noise(0.4, 0.4, 0.4);
        assertThat(run(BOTH + "--within 0.5%")).isEqualTo(Exits.NO_VERDICT);
        assertThat(words(out.toString())).contains("not known within 0.5% on three sets:"
                + " postgresql/pgjdbc+hikari/virtual/select-1; no race has more than 3072 pairs: ask for less")
                .doesNotContain("--budget");
    }

    @Test
    void theWorseClientIsARegressionHoweverNarrow() {
        slow = request -> cell -> true;
        assertThat(run(BOTH + "--within 50%")).isEqualTo(Exits.REGRESSED);
        assertThat(words(out.toString())).contains("Against pgjdbc+hikari/platform, select-1 through"
                + " pgjdbc+hikari/virtual on postgresql is ").contains("1 cell: 1 worse").doesNotContain("regressed");
    }

    @Test
    void aFolderThatIsNoCheckoutIsNamed() {
        assertThat(run(CELL + "--baseline-dir " + folder)).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: " + folder + " is not a checkout of Regatta");
    }

    @Test
    void tooLittleEvidenceIsNoVerdict() {
        pairs = 16;
        assertThat(run(CELL + "--baseline 42.7.9")).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).contains("1 inconclusive");
    }

    @Test
    void theVerdictsAreWrittenAsJsonAndAlwaysTheSameBytes() throws IOException {
        slow = request -> cell -> true;
        Path first = folder.resolve("first.json");
        Path second = folder.resolve("second.json");
        assertThat(run(CELL + "--baseline 42.7.9 --json " + first)).isEqualTo(Exits.REGRESSED);
        assertThat(run(CELL + "--baseline 42.7.9 --json=" + second)).isEqualTo(Exits.REGRESSED);
        assertThat(first).hasSameBinaryContentAs(second);
        assertThat(Files.readString(first)).contains("\"kind\" : \"regressed\"")
                .contains("\"cell\" : \"postgresql/pgjdbc+hikari/platform/select-1\"");
    }

    /** What builds read there was of an earlier race. */
    @Test
    void verdictsOfAnEarlierRaceDoNotStay() throws IOException {
        Path verdicts = Files.writeString(folder.resolve("verdicts.json"), "{}");
        broken.add("42.7.9");
        assertThat(run(CELL + "--baseline 42.7.9 --json " + verdicts)).isEqualTo(Exits.NO_VERDICT);
        assertThat(verdicts).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --workload select-1 --baseline 42.7.9 | Missing required option: '--client=<client>'
            --client pgjdbc+hikari/platform --baseline 42.7.9 | Missing required option: '--workload=
            --client oracle/platform --workload select-1 --baseline 1 | --client oracle/platform is not known, expected one of pgjdbc+hikari/platform, pgjdbc+hikari/virtual
            --client pgjdbc+hikari --workload select-1 --baseline 1 | Invalid value for option '--client': client 'pgjdbc+hikari' is not of the form
            --client wire/platform --workload select-1 --baseline 1 | --client wire/platform is not known
            --client pgjdbc+hikari/event-loop --workload select-1 --baseline 1 | pgjdbc+hikari runs on platform or virtual
            --client pgjdbc+hikari/virtual@21 --workload select-1 --baseline 1 | give --client pgjdbc+hikari/virtual --jdk 21
            --client pgjdbc+hikari/virtual --workload select-1 --database auto --server-baseline 17.5.0 --server-candidate 18.6.0 -Dregatta.image.postgresql=postgres:16 | --server-baseline and --server-candidate name both: leave it out
            --client pgjdbc+hikari/virtual --workload select-1 --jdk 21 --jdk-baseline 21 --jdk-candidate 25 | --jdk is for an arm without a JDK of its own
            --client pgjdbc+hikari/virtual --workload select-1 --baseline 1 -Dregatta.jdks=21 | name the JDK of a race with --jdk
            --client r2dbc-mariadb+r2dbc-pool/virtual --workload select-1 --baseline 1 | r2dbc-mariadb+r2dbc-pool runs on event-loop
            --client pgjdbc+hikari/virtual --workload select-2 --baseline 1 | --workload: unknown workload 'select-2', expected one of
            --client pgjdbc+hikari/virtual --workload select-1 | both arms are today's
            --client pgjdbc+hikari/virtual --workload select-1 --jdk 25 | both arms are today's
            --client pgjdbc+hikari/virtual --workload select-1 --option a=1 | both arms are today's
            --client pgjdbc+hikari/virtual --workload select-1 --with g:a:1 | both arms are today's
            --client pgjdbc+hikari/virtual --workload select-1 --with-baseline g:1 | --with-baseline 'g:1' is not of the form group:artifact:version
            --client pgjdbc+hikari/virtual --workload select-1 --option a=1 --option-baseline a=2 | --option-baseline a is also given by --option, which both arms have
            --client pgjdbc+hikari/virtual --workload select-1 --option-candidate pool.x=1 | --option-candidate: the pool of pgjdbc+hikari has no option 'pool.x'
            --client pgjdbc+hikari/virtual --workload select-1 --baseline none:x:1 | --baseline: 'none:x:1' replaces no part
            --client pgjdbc+hikari/virtual --workload select-1 --baseline 1 --pool 8 --concurrency 4 | --pool 8 is a larger pool than --concurrency 4 can use
            --client pgjdbc+hikari/virtual --workload burst-100,select-1 --baseline 1 --pool 8 --concurrency 4 | --pool 8 is a larger pool than --concurrency 4 can use
            --client pgjdbc+hikari/virtual --workload burst-100 --baseline 1 --pool 101 --concurrency 1 | --pool 101 is a larger pool than --concurrency 1 can use
            --client pgjdbc+hikari~4/virtual --workload select-1 --baseline 1 | --client pgjdbc+hikari~4/virtual also needs --concurrency, the number of operations in flight
            --client pgjdbc+hikari~4/virtual --workload select-1 --baseline 1 --pool 5 --concurrency 8 | --pool 5 and --client pgjdbc+hikari~4/virtual differ
            --client pgjdbc+hikari/virtual --workload pool-growth --baseline 1 --concurrency 8 | pool-growth has callers and a number of connections of its own: leave out --concurrency
            --client pgjdbc+hikari/virtual --workload burst-2000 --baseline 1 --pool 8 --concurrency 8 | burst-2000 has callers and a number of connections of its own: leave out --concurrency
            --client pgjdbc+hikari/virtual --workload pool-growth --baseline 1 --pool 8 | pool-growth has callers and a number of connections of its own: leave out --pool
            --client pgjdbc+hikari~4/virtual --workload select-1,pool-growth --baseline 1 | pool-growth has callers and a number of connections of its own: leave out the ~4 of --client
            --client pgjdbc/virtual --workload pool-growth --baseline 1 | pgjdbc/virtual does not run pool-growth: it has no pool
            --client pgjdbc/virtual --workload select-1 --baseline 1 --pool 4 --concurrency 8 | --pool 4: pgjdbc has no pool of a chosen size
            --client pgjdbc+hikari/virtual --workload select-1 --baseline 1 --pool 0 | --pool 0 is not a whole number from 1 to 9999
            --client pgjdbc+hikari/virtual --workload pool-growth,burst-2000 --baseline 1 -Dregatta.connections=8 | pool-growth, burst-2000 have callers and a number of connections of their own: leave out -Dregatta.connections
            --client hibernate-reactive+vertx-pg-client/event-loop --workload point-select --baseline 1 --option a=1 | --option: hibernate-reactive+vertx-pg-client has no options
            --client pgjdbc+agroal/virtual --workload idle,pool-half-open --option-candidate pool.keepAlive=10 | --option-candidate: how often a pool looks after its connections in pool-half-open depends on time, so that counts differ by chance: leave out pool.keepAlive, or race idle
            --client pgjdbc+agroal/virtual --workload select-1 --baseline 1 --option pool.keepAlive=10 | --option: how often a pool looks after its connections in select-1 depends on time
            --client hibernate-reactive+vertx-pg-client/event-loop --workload point-select --option-candidate pool.keepAlive=100 | --option-candidate: hibernate-reactive+vertx-pg-client has no options
            --client hibernate-reactive+vertx-pg-client/event-loop --workload point-select --baseline 1 -Dregatta.tls=true | hibernate-reactive+vertx-pg-client is not measured with TLS: leave out -Dregatta.tls
            --client pgjdbc+hikari/virtual --workload select-1 --database auto --server-baseline 17.5.0 -Dregatta.url.postgresql=postgresql://h/d | the postgresql of this race is a server of your own, beside which no other can be raced: leave out --server-baseline
            --client pgjdbc+hikari/virtual --workload select-1 --baseline 1 --budget soon | --budget soon is not a duration
            --client pgjdbc+hikari/virtual --workload select-1 --baseline 1 --database none | Invalid value for option '--database'
            --client pgjdbc+hikari/virtual --workload select-1 --baseline 1 -Dregatta.bugdet=1s | unknown setting -Dregatta.bugdet
            --client pgjdbc+hikari/virtual --workload select-1 --server-baseline 17 | --server-baseline: '17' is neither a version of the embedded server, like 17.5.0, nor an image
            --client pgjdbc+hikari/virtual --workload select-1 --database auto --server-baseline 17.5.0 --server-candidate postgres:18 | --server-baseline 17.5.0 is a version of the embedded server and --server-candidate postgres:18 is an image
            --client pgjdbc+hikari/virtual --workload select-1 --database container --server-baseline 17.5.0 | --server-baseline 17.5.0 is a version of the embedded server, but the database of this race is container
            --client pgjdbc+hikari/virtual --workload select-1 --database external --server-candidate postgres:18 | but the database of this race is external
            --baseline-client pgjdbc+hikari/virtual --workload select-1 | --baseline-client also needs --candidate-client: two clients race
            --candidate-client pgjdbc+hikari/virtual --workload select-1 | --candidate-client also needs --baseline-client
            --client pgjdbc+hikari/virtual --baseline-client pgjdbc+hikari/platform --candidate-client pgjdbc+hikari/virtual --workload select-1 | leave out one or the other
            --baseline-client pgjdbc+hikari/virtual --candidate-client mariadb+hikari/virtual --workload select-1 | --baseline-client pgjdbc+hikari/virtual is a client of postgresql and --candidate-client mariadb+hikari/virtual one of mariadb: a race has one database
            --baseline-client pgjdbc/virtual --candidate-client pgjdbc+hikari/virtual --workload select-1,pool-growth | --workload: pgjdbc/virtual does not run pool-growth: it has no pool
            --baseline-client pgjdbc+hikari/virtual --candidate-client oracle/virtual --workload select-1 | --candidate-client oracle/virtual is not known, expected one of
            --baseline-client pgjdbc+hikari/virtual@21 --candidate-client pgjdbc+hikari/virtual --workload select-1 | give --baseline-client pgjdbc+hikari/virtual --jdk-baseline 21
            --baseline-client pgjdbc+hikari/virtual --candidate-client pgjdbc+hikari~4/virtual --workload select-1 | --candidate-client pgjdbc+hikari~4/virtual also needs --concurrency
            --baseline-client pgjdbc+hikari/virtual --candidate-client pgjdbc+agroal/virtual --workload select-1 --option pool.connectionCache=none | --option: the pool of pgjdbc+hikari has no option
            --baseline-client pgjdbc+hikari/virtual --candidate-client pgjdbc+hikari/platform --workload select-1 --server-baseline 17.5.0 | race on one server, run by this checkout
            --baseline-client pgjdbc+hikari/virtual --candidate-client pgjdbc+hikari/platform --workload select-1 --candidate-dir . | race on one server, run by this checkout
            --baseline-client pgjdbc+hikari/virtual --candidate-client pgjdbc+hikari/platform --workload select-1 --within 3 | --within 3 is not a percentage from 0.5% to 50%, like 3%
            --baseline-client pgjdbc+hikari/virtual --candidate-client pgjdbc+hikari/platform --workload select-1 --within 0.1% | --within 0.1% is not a percentage
            --client pgjdbc+hikari/virtual --workload select-1 --baseline 1 --within 3% | --within is for two clients
            --client pgjdbc+hikari/virtual --workload select-1 --baselin 1 | Unknown options: '--baselin'
            """)
    void whatCannotBeMeantIsAUsageErrorInOneSentence(String arguments, String sentence) {
        assertThat(run("compare " + arguments)).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("regatta: ").contains(sentence).doesNotContain("\tat ");
        assertThat(races).isEmpty();
    }

    @Test
    void whatCannotBeHadIsOneSentenceAndNoVerdict() {
        broken.add("42.7.9");
        assertThat(run(CELL + "--baseline 42.7.9")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).isEqualTo("regatta: 42.7.9 was not found" + System.lineSeparator());
        assertThat(run(CELL + "--baseline 1 --jdk 99")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: no JDK 99 was found");
    }

    /** As {@code -Djava.io.tmpdir} and {@code -Dmaven.repo.local} do, which Java and Maven read there. */
    @Test
    void aPropertyThatIsNotRegattasIsSetWhereOthersReadIt() {
        try {
            run(CELL + "--baseline 1 -Dtest.of.regatta=there");
            assertThat(System.getProperty("test.of.regatta")).isEqualTo("there");
        } finally {
            System.clearProperty("test.of.regatta");
        }
    }

    @Test
    void aStackTraceIsThereWhenAskedFor() {
        broken.add("42.7.9");
        assertThat(run(CELL + "--baseline 42.7.9 --stacktrace")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("\tat dev.regatta");
    }

    private static CellId cell(String name) {
        return CellId.of("postgresql/pgjdbc+hikari/" + name);
    }

    private static Jdk jdk(int feature) {
        return new Jdk(Path.of("/jdks/" + feature), feature, feature + ".0.1");
    }

    static String words(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
