package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.DatabaseMode;
import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.explore.Facts;
import dev.regatta.explore.Plan;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.explore.Sla;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.TreeMap;

@Execution(ExecutionMode.CONCURRENT)
class ExploreCommandTest {

    private static final String TWO = "explore --client pgjdbc+hikari/virtual,vertx-pg-client+pool/event-loop --workload"
            + " point-select ";
    private static final String ONE = "explore --client pgjdbc+hikari/virtual --workload point-select ";

    @TempDir
    private Path folder;

    private final List<ExploreRequest> requests = new ArrayList<>();
    private boolean interrupted;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String arguments) {
        var line = new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), (request, settings, progress) -> {
            requests.add(request);
            if (request.plan().isEmpty()) {
                return ExplorationFile.read(request.file());
            }
            var facts = new Facts(Facts.SCHEMA, "0", "abc", "2026-01-01T00:00:00Z", request.plan().get(), request.ask(),
                    new TreeMap<>(), new Fingerprint(new TreeMap<>(Map.of(Fingerprint.DATABASE_MODE, "embedded"))),
                    Optional.empty(),
                    !interrupted);
            ExplorationFile.begin(request.file(), facts);
            return new Exploration(facts, List.of(), List.of());
        }).commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute((arguments + " -Dregatta.results=" + folder).split(" "));
    }

    private Plan plan(String arguments) {
        assertThat(run(arguments)).as(err.toString()).isZero();
        return requests.getLast().plan().orElseThrow();
    }

    @Test
    void everythingGivenIsAskedFor() {
        Plan plan = plan(
                "explore --client pgjdbc+hikari/virtual,vertx-pg-client+pool/event-loop --workload point-select-20"
                        + " --load 500/s,100 --sla p99=10ms --pool 8 --in-flight 64 --latency 500us --arrivals constant --sets 5"
                        + " --point 2s --budget 10m --seed 7 --database embedded --option prepareThreshold=1");
        assertThat(plan).isEqualTo(new Plan(
                List.of(ClientId.of("pgjdbc+hikari/virtual"), ClientId.of("vertx-pg-client+pool/event-loop")),
                "point-select-20", Axis.LOAD, List.of(100.0, 500.0), Optional.of(Sla.of("p99=10ms")),
                new Conditions(8, 64, 500), Arrivals.CONSTANT, 5, OptionalDouble.empty(), 2_000_000_000, 7));
        assertThat(requests.getLast().dialect()).isEqualTo(Dialect.POSTGRESQL);
        assertThat(requests.getLast().budget()).isEqualTo(Duration.ofMinutes(10));
        assertThat(requests.getLast().options()).containsExactly(Map.entry("prepareThreshold", "1"));
        assertThat(folder.resolve("exploration.html")).exists();
    }

    @Test
    void servicesAreClientsWithRequestsOfTheirOwn() {
        Plan plan = plan("explore --service spring-mvc+jdbc,quarkus-rest+agroal/virtual --workload persons --pool 20"
                + " --sla p99=10ms --sweep concurrency=4,500 --latency 1ms");
        assertThat(plan.clients()).containsExactly(ClientId.of("spring-mvc+jdbc~20/platform"),
                ClientId.of("quarkus-rest+agroal~20/virtual"));
        assertThat(plan.workload()).isEqualTo("persons()");
        assertThat(plan.allConditions()).containsExactly(new Conditions(4, 4, 1000), new Conditions(500, 500, 1000));
        assertThat(requests.getLast().dialect()).isEqualTo(Dialect.POSTGRESQL);
        assertThat(plan("explore --service spring-mvc+jdbc~5,spring-mvc+jdbc~100/virtual,spring-mvc+jdbc"
                + " --workload persons --sweep concurrency=100").clients()).as("each with a pool of its own")
                .containsExactly(ClientId.of("spring-mvc+jdbc~5/platform"), ClientId.of("spring-mvc+jdbc~100/virtual"),
                        ClientId.of("spring-mvc+jdbc/platform"));
        assertThat(plan("explore --service spring-mvc+jdbc --workload worlds --in-flight 100").conditions())
                .isEqualTo(new Conditions(100, 100, 0));
        assertThat(run("explore --resume")).isZero();
        assertThat(requests.getLast().dialect()).isEqualTo(Dialect.POSTGRESQL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--service spring-mvc --workload persons | unknown service 'spring-mvc', expected one of",
            "--service spring-mvc+jdbc | say with --workload what is asked of the services: persons, world or worlds",
            "--service spring-mvc+jdbc --workload select-1 | unknown request 'select-1', a service answers persons,",
            "--service spring-mvc+jdbc --client pgjdbc+hikari/virtual --option a=b --workload persons | --service is"
                    + " measured as its framework makes it: leave out --client, --option",
            "--service spring-mvc+jdbc --workload persons --sweep pool=4,16 | --sweep pool=4,16 is not for services:"
                    + " vary concurrency or latency",
            "--service spring-mvc+jdbc --workload persons -Dregatta.tls=true | -Dregatta.tls is what drivers are told",
            "--service spring-webflux+r2dbc-without-pool --workload persons --pool 5 | --pool 5:"
                    + " spring-webflux+r2dbc-without-pool/event-loop has no pool of a chosen size",
            "--service spring-webflux+r2dbc-without-pool~5 --workload persons | spring-webflux+r2dbc-without-pool~5:"
                    + " spring-webflux+r2dbc-without-pool/event-loop has no pool of a chosen size",
            "--service spring-mvc+jdbc~5 --workload persons --pool 20 | --pool 20: spring-mvc+jdbc~5 names the size of"
                    + " its pool itself, leave out one of them",
            "--service spring-mvc+jdbc~0 --workload persons | names no size of its pool behind its ~, expected a number"
                    + " from 1 to 9999",
            "--service spring-mvc~5 --workload persons | unknown service 'spring-mvc', expected one of"})
    void whatIsNotForServicesIsRefused(String arguments, String sentence) {
        assertThat(run("explore " + arguments)).isEqualTo(Exits.USAGE);
        assertThat(err.toString().replaceAll("\\s+", " ")).contains(sentence);
        assertThat(requests).isEmpty();
    }

    @Test
    void setsAreAddedUntilRatiosAreAsNarrowAsAskedFor() {
        assertThat(plan(TWO + "--sweep concurrency=16 --within 5%").within()).hasValue(0.05);
        assertThat(plan(TWO + "--sla p99=10ms --within 15% --sets 4").sets()).isEqualTo(4);
        assertThat(plan(TWO + "--sweep concurrency=16").within()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            concurrency=1,16,4 | CONCURRENCY | 1.0 4.0 16.0
            pool=4,100 | POOL | 4.0 100.0
            latency=0,500us,1ms | LATENCY | 0.0 500.0 1000.0
            """)
    void aSweepVariesSomethingElse(String sweep, Axis axis, String values) {
        Plan plan = plan(ONE + "--sweep " + sweep);
        assertThat(plan.axis()).isEqualTo(axis);
        assertThat(plan.values()).map(Object::toString).containsExactly(values.split(" "));
    }

    @Test
    void aSweepOverJdksMeasuresEachClientOnEach() {
        assertThat(plan(ONE + "--sweep jdk=21,25").clients()).containsExactly(
                ClientId.of("pgjdbc+hikari/virtual@21"), ClientId.of("pgjdbc+hikari/virtual@25"));
    }

    @Test
    void aLimitThatCannotBeKeptIsNotSearchedFor() {
        Plan plan = plan("explore --ask rate=2000/s,queries=20,rtt=1ms,sla=p99:10ms,cores=1");
        assertThat(plan.sla()).isEmpty();
        assertThat(plan.values()).containsExactly(2000.0);
    }

    @Test
    void aLoadOfSomebodyIsAPlan() {
        Plan plan = plan("explore --ask rate=2000/s,queries=5,rtt=1ms,sla=p99:10ms,cores=2");
        assertThat(plan.workload()).isEqualTo("point-select-5");
        assertThat(plan.clients()).hasSize(4);
        assertThat(plan.values()).containsExactly(2000.0);
        assertThat(plan.sla()).contains(Sla.of("p99=10ms"));
        assertThat(plan.conditions().latencyMicros()).isEqualTo(1000);
        assertThat(out.toString())
                .contains("2,000 operations per second, each of 5 queries, while p99 is at most 10 ms");
    }

    @Test
    void theCpusOfTheClientAreChosen() {
        plan(ONE + "--cores 3");
        assertThat(requests.getLast().cores()).hasValue(3);
        plan(ONE + "--sweep pool=4");
        assertThat(requests.getLast().cores()).isEmpty();
    }

    /** It was refused as a load of 1.0E7. */
    @Test
    void aLargeLoadOfSomebodyIsAPlan() {
        assertThat(plan("explore --ask rate=10000000/s,sla=p99:10ms").values()).containsExactly(1e7);
    }

    /** It would hold for the points without a distance of their own, and not for the others. */
    @ParameterizedTest
    @ValueSource(strings = {ONE + "--sweep latency=0,1ms", ONE + "--latency 1ms", ONE + "--load 5",
            "explore --ask rate=2000/s,queries=5,rtt=1ms,sla=p99:10ms,cores=1", "explore --resume"})
    void theDistanceIsAskedForByTheOptionsOfThisCommand(String arguments) {
        assertThat(run(arguments + " -Dregatta.latency=5ms")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("-Dregatta.latency is not for `regatta explore", ": say with --latency how"
                + " far away the database is, with --sweep latency=0,1ms to vary it, or with the rtt of --ask");
        assertThat(requests).isEmpty();
    }

    @Test
    void pointsAreWrittenAsATableToo() throws Exception {
        Path csv = folder.resolve("points.csv");
        plan(ONE + "--load 10 --csv " + csv);
        assertThat(Files.readString(csv)).startsWith("client,workload,kind,set,turn,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            explore | say with --client and --workload what to explore
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep concurrency=16 --within 5% | --within is how precisely ratios are asked for, and there are none: give two clients
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep pool=16 --within 5% | --within is how precisely ratios are asked for, and there are none: give two clients
            explore --client pgjdbc+hikari/virtual,pgjdbc+hikari/platform --workload select-1 --load 5 --within 5% | there are none: give two clients, and --sla or --sweep concurrency
            explore --client pgjdbc+hikari/virtual,pgjdbc+hikari/platform --workload select-1 --sla p99=10ms --within 60% | --within 60% is not a percentage from 0.5% to 50%, like 3%
            explore --client pgjdbc+hikari/virtual,pgjdbc+hikari/platform --workload select-1 --sla p99=10ms --within 5% --sets 2 | 2 sets are too few to tell how narrow an interval is, expected at least 3
            explore --client pgjdbc+hikari/virtual,mariadb+hikari/virtual --workload select-1 | are of different databases
            explore --client nobody/virtual --workload select-1 | --client nobody/virtual is not known
            explore --client pgjdbc+hikari/event-loop --workload select-1 | does not exist: pgjdbc+hikari runs on
            explore --client pgjdbc+hikari/virtual --workload pool-growth | --workload: pool-growth has callers of its own, whatever load is offered
            explore --client pgjdbc+hikari~4/virtual --workload select-1 | give the size of the pool with --pool
            explore --client pgjdbc+hikari/virtual --workload nothing | unknown workload 'nothing'
            explore --client pgjdbc+hikari/virtual --workload select-1 --load fast | --load fast is no load
            explore --client pgjdbc+hikari/virtual --workload select-1 --load 0/s | --load 0/s is no load
            explore --client pgjdbc+hikari/virtual --workload select-1 --load 5 --sweep pool=4 | give one of them
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep size=4 | expected concurrency, pool, latency or jdk
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep pool=0 | is not a whole number from 1 to 9999
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep latency=5s | --sweep latency: '5s' is not a latency
            explore --client pgjdbc+hikari/virtual --workload select-1 --latency 5s | --latency 5s is not a latency
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep jdk=8 | no feature release
            explore --client pgjdbc+hikari/virtual --workload select-1 --sla p42=1ms | 'p42' is no percentile
            explore --client pgjdbc+hikari/virtual --workload select-1 --sla fast | is no limit of latency
            explore --client pgjdbc+hikari/virtual --workload select-1 --sets 1 | expected at least 2 sets
            explore --client pgjdbc+hikari/virtual --workload select-1 --arrivals bursts | unknown arrivals
            explore --client pgjdbc+hikari/virtual --workload select-1 --point 0s | --point 0s is not
            explore --client pgjdbc+hikari/virtual --workload select-1 --with a:b:1 | names no part of a client
            explore --client pgjdbc+hikari/virtual --workload select-1 --option pool.colour=red | --option: the pool of pgjdbc+hikari has no option 'pool.colour'
            explore --ask rate=5 | lacks a rate or an sla
            explore --ask rate=5,sla=p99:1ms,colour=red | 'colour=red' in
            explore --ask rate=0,sla=p99:1ms | rate and cores are above 0
            explore --ask rate=5,sla=p99:1ms,cores=1.5 | cores=1.5 is no whole number
            explore --ask rate=5,queries=2.5,sla=p99:1ms | queries=2.5 is no whole number
            explore --ask rate=5,sla=p99:1ms --sla p99=1ms | leave these out
            explore --ask rate=5,sla=p99:1ms --cores 1 | leave these out
            explore --client pgjdbc+hikari/virtual --workload select-1 --cores 0 | --cores 0 is not a whole number from 1 to 9999
            explore --resume --cores 1 | leave out --cores
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep concurrency=1,4 --pool 4 | --sweep concurrency gives each operation in flight a connection: leave out --pool
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep concurrency=1,4 --in-flight 4 | --sweep concurrency says how many operations are in flight: leave out --in-flight
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep pool=1,4 --pool 4 | --sweep pool says how many connections there are: leave out --pool
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep latency=0,1ms --latency 1ms | --sweep latency says how far away the database is: leave out --latency
            explore --client pgjdbc+hikari/virtual@21 --workload select-1 --sweep jdk=21,25 | leave out @21 in --client
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep pool=4 --arrivals constant | --arrivals is how a given load arrives, and --sweep pool measures a closed loop
            explore --client pgjdbc+hikari/virtual --workload select-1 --in-flight 4 | --in-flight 4 leaves some of the 16 connections without use
            explore --client pgjdbc+hikari/virtual --workload select-1 --sweep latency=0,1ms --in-flight 8 | --in-flight 8 leaves some of the 16 connections without use
            explore --client pgjdbc/virtual --workload select-1 --pool 4 | --pool: pgjdbc/virtual has no pool of a chosen size
            explore --client pgjdbc+hikari/virtual,pgjdbc/virtual --workload select-1 --sweep pool=4 | --sweep pool: pgjdbc/virtual has no pool of a chosen size
            explore --client pgjdbc+hikari/virtual --workload select-1 -Dregatta.jdks=21 | vary the JDK with --sweep jdk=21,25
            explore --client pgjdbc+hikari/virtual --workload select-1 -Dregatta.connections=4 | say with --pool how many connections there are, and with --in-flight
            explore --client pgjdbc+hikari/virtual --workload select-1 -Dregatta.strict | -Dregatta.strict is not for `regatta explore`
            explore --ask rate=5,sla=p99:1ms -Dpostgresql.version=42.7.13 | name the version with --with
            explore --ask rate=5,sla=p99:1ms --budget 1m -Dregatta.budget=2m | --budget and -Dregatta.budget say the same
            explore --resume -Dregatta.seed=1 | the exploration goes on with its own
            explore --resume --client pgjdbc+hikari/virtual | leave out --client, or begin anew without --resume
            explore --resume --workload select-1 --load 5/s | leave out --workload, --load, or
            explore --resume --sla p99=1ms --sweep pool=4 | leave out --sla, --sweep, or
            explore --resume --sets 5 | leave out --sets, or
            explore --resume --pool 4 | leave out --pool, or
            explore --resume --in-flight 4 | leave out --in-flight, or
            explore --resume --point 2s | leave out --point, or
            explore --resume --arrivals constant | leave out --arrivals, or
            explore --resume --seed 1 | leave out --seed, or
            explore --resume --option a=b | leave out --option, or
            explore --resume --with a:b:1 | leave out --with, or
            explore --resume --latency 1ms | leave out --latency, or
            """)
    void whatIsWrongIsSaid(String arguments, String sentence) {
        assertThat(run(arguments)).isEqualTo(Exits.USAGE);
        assertThat(err.toString().replace(System.lineSeparator(), " ")).contains(sentence);
        assertThat(requests).isEmpty();
    }

    @Test
    void theBudgetMayBeASetting() {
        plan(ONE + "-Dregatta.budget=4m");
        assertThat(requests.getLast().budget()).isEqualTo(Duration.ofMinutes(4));
        plan(ONE.strip());
        assertThat(requests.getLast().budget()).isEqualTo(Duration.ofHours(1));
        assertThat(run("explore --resume -Dregatta.budget=3m")).as(err.toString()).isZero();
        assertThat(requests.getLast().budget()).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void whoGoesOnMaySayWhereTheDatabaseComesFrom() {
        plan(ONE.strip());
        assertThat(run("explore --resume")).isZero();
        assertThat(requests.getLast().mode()).isEqualTo(DatabaseMode.EMBEDDED);
        assertThat(run("explore --resume -Dregatta.database=container")).isZero();
        assertThat(requests.getLast().mode()).isEqualTo(DatabaseMode.CONTAINER);
        assertThat(run("explore --resume --database external")).isZero();
        assertThat(requests.getLast().mode()).isEqualTo(DatabaseMode.EXTERNAL);
    }

    /** There were 16: as many as the pool that the sweep does not use. */
    @Test
    void aSweepOfPoolsHasTheOperationsInFlightThatAreAskedFor() {
        assertThat(plan(ONE + "--sweep pool=2,4 --in-flight 8").allConditions()).containsExactly(
                new Conditions(2, 8, 0), new Conditions(4, 8, 0));
    }

    /** It asked for a --pool, which these clients do not take. */
    @Test
    void clientsWithoutAPoolMayHaveFewOperationsInFlight() {
        assertThat(plan("explore --client pgjdbc/virtual --workload point-select --in-flight 8").conditions())
                .isEqualTo(new Conditions(8, 8, 0));
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("with at most 8 in flight. Latency");
        assertThat(plan("explore --client pgjdbc/virtual --workload point-select").conditions())
                .isEqualTo(new Conditions(16, 256, 0));
    }

    @Test
    void anUnfinishedExplorationIsNotBegunAnewByMistake() throws Exception {
        Path file = folder.resolve("mine.json");
        Exploration begun = SimulatedExploration.interrupted();
        SimulatedExploration.write(file, begun);
        String text = Files.readString(file);
        assertThat(run(ONE + "--file " + file)).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains(file + " holds an exploration that ended after 9 points: `./regatta explore"
                + " --resume --file " + file + " -Dregatta.results=" + folder
                + "` goes on with it; to begin anew, remove"
                + " it or name another file with --file");
        assertThat(requests).isEmpty();
        assertThat(file).hasContent(text);
        SimulatedExploration.write(file, SimulatedExploration.overLoad());
        plan(ONE + "--file " + file);
    }

    /** It was, with all that --resume adds sets to. */
    @Test
    void anExplorationWhoseRatiosAreWiderThanAskedForIsNotBegunAnewByMistake() throws Exception {
        Path file = folder.resolve("mine.json");
        SimulatedExploration.write(file, SimulatedExploration.within(0.01, 3));
        String text = Files.readString(file);
        assertThat(run(ONE + "--file " + file)).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains(" points, with ratios that are wider than was asked for: `./regatta explore"
                + " --resume --file " + file);
        assertThat(file).hasContent(text);
        SimulatedExploration.write(file, SimulatedExploration.within(0.01, 24));
        plan(ONE + "--file " + file);
    }

    /** More sets do not find it. */
    @Test
    void aLoadThatWasNotFoundIsNotAsPreciseAsWasAskedFor() {
        Path file = folder.resolve("mine.json");
        SimulatedExploration.write(file, SimulatedExploration.within(0.5, 3));
        assertThat(run("explore --resume --file " + file)).isZero();
        SimulatedExploration.write(file, SimulatedExploration.notFound(0.5));
        assertThat(run("explore --resume --file " + file)).isEqualTo(Exits.NO_VERDICT);
        plan(ONE + "--file " + file);
    }

    @Test
    void whatIsNoExplorationIsNotOverwritten() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.txt"), "mine\n");
        assertThat(run(ONE + "--file " + file)).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains(file.toString(), "it is not overwritten: remove it, or name another file");
        assertThat(file).hasContent("mine");
    }

    @Test
    void whoGoesOnIsAnsweredAsBefore() {
        plan("explore --ask rate=2000/s,queries=5,rtt=1ms,sla=p99:10ms,cores=2 --sets 5");
        String answer = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("explore --resume --budget 5m --csv " + folder.resolve("points.csv"))).as(err.toString())
                .isZero();
        assertThat(out.toString()).isEqualTo(answer).startsWith("Your load: 2,000 operations per second");
        assertThat(requests.getLast().plan()).isEmpty();
        assertThat(requests.getLast().budget()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void whoGoesOnMayAskForOtherCpusButForNoOtherLoad() {
        plan("explore --ask rate=2000/s,sla=p99:10ms,cores=2");
        assertThat(run("explore --resume --ask rate=2000/s,sla=p99:10ms,cores=8")).as(err.toString()).isZero();
        assertThat(run("explore --resume --ask rate=2001/s,sla=p99:10ms,cores=2")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("leave out --ask, whose load is another");
    }

    @Test
    void thereMustBeSomethingToGoOnWith() {
        Path file = folder.resolve("mine.json");
        assertThat(run("explore --resume --file " + file)).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString())
                .contains("there is no exploration at " + file + ": leave out --resume to begin one there");
    }

    /** With another file, or in another environment, it would not. */
    @Test
    void theCommandThatGoesOnIsThatOfThisFileAndTheseSettings() throws Exception {
        interrupted = true;
        String settings = " -Dregatta.jvm.options=-Xmx1g -Dregatta.seed=5 -Dregatta.password.postgresql=hunter2";
        String hint = "`./regatta explore --resume --file " + folder.resolve("mine.json")
                + " -Dregatta.jvm.options=-Xmx1g -Dregatta.results=" + folder + "` goes on";
        for (String more : List.of("--client pgjdbc+hikari/virtual --workload point-select",
                "--ask rate=2000/s,sla=p99:10ms")) {
            out.getBuffer().setLength(0);
            assertThat(run("explore --file " + folder.resolve("mine.json") + " " + more + settings))
                    .isEqualTo(Exits.NO_VERDICT);
            assertThat(out.toString().replaceAll("\\s+", " ")).contains(hint).doesNotContain("hunter2");
            assertThat(Files.readString(folder.resolve("exploration.html"))).contains(hint);
        }
        assertThat(run("explore --resume --file " + folder.resolve("mine.json"))).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("`./regatta explore --resume --file "
                + folder.resolve("mine.json") + " -Dregatta.results=" + folder + "` goes on");
        assertThat(run(ONE.strip())).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("`./regatta explore --resume -Dregatta.results=" + folder + "` goes on");
    }
}
