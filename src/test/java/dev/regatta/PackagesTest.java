package dev.regatta;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

/** Who may know whom, and who may touch clocks, files, processes and drivers. */
@Execution(ExecutionMode.CONCURRENT)
class PackagesTest {

    private static final String ROOT = "dev.regatta.";

    /** Fewer classes than this cannot be all of them: the rules would hold because nothing was looked at. */
    private static final int AT_LEAST = 45;

    private static final JavaClasses MAIN = OurClasses.ALL;

    private static final Map<String, Set<String>> MAY_IMPORT = mayImport();

    private static Map<String, Set<String>> mayImport() {
        var table = new HashMap<String, Set<String>>();
        table.put("stats", Set.of());
        table.put("workload", Set.of());
        table.put("load", Set.of());
        table.put("relay", Set.of("load"));
        table.put("calls", Set.of("relay", "operations"));
        table.put("host", Set.of("load"));
        table.put("stack", Set.of("workload", "load"));
        table.put("operations", Set.of("recipe"));
        table.put("client", Set.of("workload", "stack", "operations"));
        table.put("protocol", Set.of("workload", "load"));
        table.put("worker", Set.of("protocol", "client", "stack", "workload", "load", "relay"));
        table.put("recipe", Set.of("protocol", "stack"));
        table.put("database", Set.of("host", "workload", "protocol", "load", "client"));
        table.put("settings", Set.of("fork", "database", "recipe", "protocol", "stack", "workload"));
        table.put("fork", Set.of("recipe", "host", "protocol", "stats", "workload", "load"));
        table.put("untimed",
                Set.of("fork", "recipe", "database", "host", "relay", "protocol", "stack", "workload", "load"));
        table.put("inputs", Set.of("settings", "fork", "baseline", "recipe", "database", "host", "protocol", "stack",
                "workload"));
        table.put("race", Set.of("settings", "inputs", "untimed", "fork", "analysis", "recipe", "database", "host",
                "relay", "protocol", "stack", "workload", "load"));
        table.put("analysis", Set.of("host", "protocol", "stats"));
        table.put("results", Set.of("protocol", "workload"));
        table.put("baseline", Set.of("results", "analysis", "host", "protocol", "stats", "workload"));
        table.put("gate", Set.of("results", "analysis", "baseline", "protocol", "stack", "stats", "workload"));
        table.put("selfcheck",
                Set.of("results", "gate", "analysis", "baseline", "report", "protocol", "stats", "workload"));
        table.put("report",
                Set.of("results", "explore", "gate", "analysis", "baseline", "protocol", "stack",
                        "stats", "workload"));
        table.put("run",
                Set.of("results", "race", "inputs", "fork", "settings", "recipe", "database", "gate", "analysis",
                        "baseline", "report", "host",
                        "protocol", "workload"));
        table.put("explore", Set.of("results", "race", "fork", "settings", "analysis", "host", "protocol", "stack",
                "stats", "workload", "load"));
        table.put("doctor",
                Set.of("run", "race", "fork", "settings", "gate", "analysis", "baseline", "report", "database", "host",
                        "recipe",
                        "client",
                        "protocol", "stats", "workload", "load"));
        table.put("junit",
                Set.of("results", "run", "race", "inputs", "settings", "host", "recipe", "gate", "baseline", "report",
                        "protocol",
                        "workload"));
        table.put("project",
                Set.of("operations", "results", "run", "race", "inputs", "fork", "settings", "database", "host",
                        "recipe", "gate", "analysis", "baseline", "report", "protocol", "workload", "load"));
        table.put("http", Set.of("client", "protocol", "workload", "load"));
        table.put("service",
                Set.of("http", "race", "inputs", "untimed", "fork", "settings", "analysis", "recipe", "host", "relay",
                        "protocol", "workload", "load"));
        var allButJunit = new HashSet<>(table.keySet());
        allButJunit.removeAll(Set.of("junit", "calls", "operations", "project"));
        table.put("cli", Set.copyOf(allButJunit));
        return Map.copyOf(table);
    }

    /** Calls that read the time of day, by full name. */
    private static final String TIME_OF_DAY = "java\\.lang\\.System\\.currentTimeMillis\\(\\)"
            + "|java\\.time\\.(Instant|LocalDate|LocalTime|LocalDateTime|OffsetDateTime|ZonedDateTime|Year)\\.now\\(.*\\)"
            + "|java\\.time\\.Clock\\.(system|tick).*";
    /** Calls that read a clock. */
    private static final String CLOCK_CALLS = "java\\.lang\\.System\\.nanoTime\\(\\)|" + TIME_OF_DAY;

    private static final DescribedPredicate<JavaClass> FILES_AND_PROCESSES = resideInAPackage("java.nio.file..")
            .or(nameMatching("java\\.io\\.(File|RandomAccessFile).*"))
            .or(nameMatching("java\\.lang\\.(Process|ProcessBuilder|ProcessHandle|Runtime)(\\$.*)?"))
            .or(resideInAnyPackage("java.net..", "java.nio.channels.."))
            .as("files, sockets and processes");

    @Test
    void allOfUsIsLookedAt() {
        assertThat(MAIN).hasSizeGreaterThanOrEqualTo(AT_LEAST);
        assertThat(packages()).contains("protocol", "workload", "client", "load");
    }

    @Test
    void everyPackageIsInTheTable() {
        assertThat(MAY_IMPORT.keySet()).containsAll(packages());
    }

    @Test
    void aPackageImportsOnlyWhatItsRowNames() {
        assertAll(MAY_IMPORT.entrySet().stream().map(row -> () -> {
            String name = row.getKey();
            Set<String> imports = row.getValue();
            var forbidden = new TreeSet<>(MAY_IMPORT.keySet());
            forbidden.removeAll(imports);
            forbidden.remove(name);
            check(noClasses().that().resideInAPackage(ROOT + name + "..").should().dependOnClassesThat()
                    .resideInAnyPackage(forbidden.stream().map(other -> ROOT + other + "..").toArray(String[]::new))
                    .as(name + " imports only " + new TreeSet<>(imports) + " of ours"));
        }));
    }

    @Test
    void packagesHaveNoCycles() {
        check(SlicesRuleDefinition.slices().matching("dev.regatta.(*)..").should().beFreeOfCycles());
    }

    /** How a verdict comes about can be read, tested and changed without the lab, which uses what races use. */
    @Test
    void theGateKnowsNothingOfTheLab() {
        var lab = resideInAnyPackage("dev.regatta.explore..", "dev.regatta.selfcheck..")
                .or(nameMatching("dev\\.regatta\\.report\\.(html\\.)?(Exploration|Advice|Chart).*"));
        assertThat(MAIN.that(lab).stream().map(JavaClass::getSimpleName)).contains("Explorer", "ExplorationPage",
                "AdviceText");
        check(noClasses().that(DescribedPredicate.not(lab.or(resideInAPackage("dev.regatta.cli..")))).should()
                .dependOnClassesThat(lab)
                .as("explore, selfcheck and the report of an exploration are known to each other and to cli"));
    }

    @Test
    void onlyTheClockReadsTheTimeOfMeasurements() {
        check(noClasses().that().doNotHaveFullyQualifiedName("dev.regatta.load.Clock").should()
                .accessTargetWhere(target("java\\.lang\\.System\\.(nanoTime|currentTimeMillis)\\(\\)"))
                .as("System.nanoTime and currentTimeMillis are called in load.Clock only"));
    }

    /** A clock that is set while a run goes on changes nothing that is measured or decided. */
    @Test
    void theTimeOfDayIsForPeople() {
        check(noClasses().that().haveNameNotMatching("dev\\.regatta\\..*\\.(HostLock|Origin)").should()
                .accessTargetWhere(target(TIME_OF_DAY))
                .as("the time of day is read by HostLock and Origin only, which tell it"));
    }

    @Test
    void onlyClientsKnowDriversAndPools() {
        check(noClasses().that().resideOutsideOfPackage("dev.regatta.client..").should().dependOnClassesThat()
                .resideInAnyPackage("org.postgresql..", "org.mariadb..", "com.mysql..", "io.r2dbc..",
                        "com.zaxxer.hikari..", "io.agroal..", "io.vertx..", "org.hibernate..", "jakarta.persistence..",
                        "reactor..", "io.netty..")
                .as("drivers and pools are known to client only"));
    }

    /** They are in the test JVMs of projects, whose libraries are their own. */
    @Test
    void callsAndTheRelayNeedTheJdkAndJunitOnly() {
        check(classes().that().resideInAnyPackage("dev.regatta.calls..", "dev.regatta.relay..").and()
                .haveNameNotMatching("dev\\.regatta\\.calls\\.Containers.*").should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "dev.regatta.calls..", "dev.regatta.relay..",
                        "dev.regatta.load..", "org.junit.jupiter.api..")
                        .or(nameMatching("dev\\.regatta\\.operations\\.TestJvm")))
                .as("calls and relay need the JDK, JUnit's API and what the test JVM was given, and calls.Containers"
                        + " Testcontainers"));
    }

    /** They are in the test JVMs of projects, and what a worker loads of them needs the JDK alone. */
    @Test
    void operationsNeedTheJdkAndTheApiOfEnginesOnly() {
        check(classes().that().resideInAPackage("dev.regatta.operations..").should().onlyDependOnClassesThat(
                resideInAnyPackage("java..", "dev.regatta.operations..", "org.junit.platform.engine..",
                        "org.opentest4j..").or(nameMatching("dev\\.regatta\\.recipe\\.Jdks?")))
                .as("operations needs the JDK, the API of JUnit's engines and the search for a JDK"));
        check(classes().that().haveNameMatching("dev\\.regatta\\.recipe\\.(Jdks?|RecipeException)").should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..")
                                .or(nameMatching("dev\\.regatta\\.recipe\\.(Jdks?|RecipeException)")))
                .as("the search for a JDK needs the JDK"));
        check(classes().that()
                .haveNameMatching("dev\\.regatta\\.operations\\.(Draw|DatabaseAddress|DatabaseOperations|DatabaseServer"
                        + "|Operation|Reset)")
                .should().onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "dev.regatta.operations..")
                .as("what a project names needs the JDK"));
    }

    /** What a cell depends on is told by these names: see inputs.WorkerClasses. */
    @Test
    void adaptersOfOneKindUseNoneOfAnother() {
        check(noClasses().that().haveNameMatching("dev\\.regatta\\.client\\.Jdbc.*").should().dependOnClassesThat(
                nameMatching("dev\\.regatta\\.client\\.(R2dbc|Vertx|Wire|wire).*"))
                .as("JDBC's adapters use no other's"));
        check(noClasses().that().haveNameMatching("dev\\.regatta\\.client\\.R2dbc.*").should().dependOnClassesThat(
                nameMatching("dev\\.regatta\\.client\\.(Jdbc|Vertx|Wire|wire\\.(?!Placeholders)).*"))
                .as("R2DBC's adapters use no other's, but for wire.Placeholders"));
        check(noClasses().that().haveNameMatching("dev\\.regatta\\.client\\.HibernateOrm.*").should()
                .dependOnClassesThat(nameMatching("dev\\.regatta\\.client\\.(R2dbc|Vertx|HibernateReactive|Wire|wire"
                        + "|Jdbc(?!Driver|Pool|Hikari)).*"))
                .as("Hibernate ORM's adapters use no other's, but for the driver and the pool of JDBC"));
        check(noClasses().that().haveNameMatching("dev\\.regatta\\.client\\.HibernateReactive.*").should()
                .dependOnClassesThat(nameMatching(
                        "dev\\.regatta\\.client\\.(Jdbc|R2dbc|HibernateOrm|Wire|wire|Vertx(?!Contexts)).*"))
                .as("Hibernate Reactive's adapters use no other's, but for the contexts of Vert.x"));
        check(noClasses().that().haveNameMatching("dev\\.regatta\\.client\\.Vertx.*").should().dependOnClassesThat(
                nameMatching("dev\\.regatta\\.client\\.(Jdbc|R2dbc|Wire|wire\\.(?!Placeholders)).*"))
                .as("Vert.x' adapters use no other's, but for wire.Placeholders"));
        check(noClasses().that().haveNameMatching("dev\\.regatta\\.client\\.wire\\.Placeholders").should()
                .dependOnClassesThat(
                        nameMatching("dev\\.regatta\\.client\\.(Jdbc|R2dbc|Vertx|Wire|wire\\.(?!Placeholders)).*"))
                .as("wire.Placeholders stands by itself"));
    }

    @Test
    void theWorkerLoadsNothingOfTheJudge() {
        check(noClasses().that()
                .resideInAnyPackage("dev.regatta.worker..", "dev.regatta.client..", "dev.regatta.load..",
                        "dev.regatta.workload..", "dev.regatta.protocol..", "dev.regatta.stack..")
                .should().dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "org.assertj..", "org.testcontainers..",
                        "org.apache.commons..", "org.eclipse.aether..", "eu.maveniverse..")
                .as("worker, client, load, workload, protocol and stack run in the worker, without the judge's libraries"));
    }

    /** Only forks in which nothing is timed have Micrometer: elsewhere the pools must open without it. */
    @Test
    void metersAreKnownToPoolsOnly() {
        check(noClasses().that()
                .resideInAnyPackage("dev.regatta.worker..", "dev.regatta.client..", "dev.regatta.load..",
                        "dev.regatta.workload..", "dev.regatta.protocol..", "dev.regatta.stack..")
                .and()
                .haveNameNotMatching(
                        "dev\\.regatta\\.client\\.(PoolMeters|VertxMeters|JdbcAgroal|R2dbcPooled|JdbcHikari).*")
                .should().dependOnClassesThat().resideInAnyPackage("io.micrometer..")
                .as("of what a worker loads, the pools of client know Micrometer"));
    }

    @Test
    void statisticsAndVerdictsTouchNothing() {
        check(noClasses().that().resideInAnyPackage("dev.regatta.stats..", "dev.regatta.gate..").should()
                .dependOnClassesThat(FILES_AND_PROCESSES).as("stats and gate touch no file, socket or process"));
    }

    @Test
    void reportsTouchNothing() {
        check(noClasses().that().resideInAPackage("dev.regatta.report..").should()
                .dependOnClassesThat(FILES_AND_PROCESSES).as("report touches no file, socket or process"));
    }

    @Test
    void statisticsVerdictsAndReportsReadNoClock() {
        check(noClasses().that().resideInAnyPackage("dev.regatta.stats..", "dev.regatta.gate..", "dev.regatta.report..")
                .should().accessTargetWhere(target(CLOCK_CALLS)).as("stats, gate and report read no clock"));
    }

    /** Whose locale it is that changes would be a matter of luck. */
    @Test
    void whoChangesWhatAllTestsShareRunsBesideNoOther() {
        JavaClasses tests = new ClassFileImporter().withImportOption(new ImportOption.OnlyIncludeTests())
                .importPackages("dev.regatta");
        assertThat(tests).hasSizeGreaterThanOrEqualTo(AT_LEAST);
        noClasses().that().haveSimpleNameEndingWith("Test").and().areNotAnnotatedWith(Isolated.class).should()
                .accessTargetWhere(target("java\\.util\\.(Locale|TimeZone)\\.setDefault\\(.*\\)"
                        + "|java\\.lang\\.System\\.set(Out|Err|In)\\(.*\\)"))
                .as("a test that changes locale, time zone or standard streams is @Isolated").check(tests);
        noClasses().that().areAnnotatedWith(Execution.class).should()
                .accessTargetWhere(target("java\\.lang\\.System\\.(set|clear)Propert.*"))
                .as("a test that changes properties of the JVM runs beside no other that does").check(tests);
    }

    private static Set<String> packages() {
        return MAIN.stream().map(JavaClass::getPackageName).map(name -> (name + ".").substring(ROOT.length()))
                .map(name -> name.isEmpty() ? "(root)" : name.substring(0, name.indexOf('.')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static DescribedPredicate<JavaAccess<?>> target(String fullName) {
        var name = Pattern.compile(fullName).asMatchPredicate();
        return DescribedPredicate.describe("target matches " + fullName,
                access -> name.test(access.getTarget().getFullName()));
    }

    /** Packages may not exist yet; {@link #allOfUsIsLookedAt()} sees to it that the rest does. */
    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(MAIN);
    }
}
