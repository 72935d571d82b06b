package dev.regatta.cli;

import dev.regatta.database.ServerForm;
import dev.regatta.gate.GateReport;
import dev.regatta.inputs.Checkout;
import dev.regatta.recipe.Jdk;
import dev.regatta.report.ConsoleReport;
import dev.regatta.run.ReportFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** {@code regatta compare}: a duel of two versions, JDKs or checkouts. */
@Command(name = "compare", header = "Races two versions, JDKs, servers or checkouts.", description = {
        "Is one version slower than another? Races both in this run: alternating slices of"
                + " 10 ms in random order, separate JVMs, database and client on CPUs of their own. Verdicts and limits are those"
                + " of `mvn verify`: 5 %% throughput, 10 %% tail latency, 5 %% client CPU (25 %% where operations only wait: `sleep-10` and those of pools).",
        "",
        "The two arms of the race are the baseline and the candidate. An arm that is not named is today's:"
                + " the versions in pom.xml, this checkout, the JDK that runs this.",
        ""})
final class CompareCommand implements Callable<Integer> {

    /** The arguments of the example, whose output is {@link #EXAMPLE}. */
    static final String EXAMPLE_ARGUMENTS = "compare --client pgjdbc+hikari/platform --workload select-1,rows-1000"
            + " --baseline 42.2.20 --candidate 42.2.21";

    /** What the example prints; a test compares. */
    static final String EXAMPLE = """
            Since postgresql 42.2.20 -> 42.2.21, select-1 through pgjdbc+hikari/platform on postgresql is 10.3
              times slower [9.5, 11.1], has 11.3 times the p95 latency [8.5, 15.0] and needs 6.1 times the
              client CPU per operation [5.9, 6.4]

            Regatta 0.1.0, commit abc1234, started 2026-11-20T10:00:00Z
            postgresql: database.mode container, database.version PostgreSQL 18.1, network.path bridge,
              placement client=0 database=1, cpu.model Simulated 3000

            postgresql/pgjdbc+hikari/platform  (postgresql 42.2.20 -> 42.2.21)
                        throughput  tail            client CPU   ops/s wire bound   MDE verdict
              select-1  0.097 ±8.0% p95 11.3 ±29%   6.131 ±4.1%  6,750   7% server  29% regressed
              rows-1000 1.011 ±3.2% p99 1.012 ±6.0% 1.002 ±2.9% 71,250  73% server 9.6% unchanged

            2 cells: 1 regressed, 1 unchanged

            REGRESSED
              postgresql/pgjdbc+hikari/platform/select-1: throughput is 0.097 [0.090, 0.105] of the baseline's \
            (postgresql 42.2.20 -> 42.2.21), \
            client CPU is 6.131 [5.886, 6.386]; 16 pairs from 2 sets; \
            limits: throughput 0.950, client CPU 1.050; also worse: tail latency 11.3 [8.532, 15.0]

            NOTES
              the tail is p95: slices hold too few operations for p99 (postgresql/pgjdbc+hikari/platform/select-1)
            """;

    private final Regatta regatta;

    @Mixin
    private RaceOptions race;

    @Option(names = "--baseline", paramLabel = "<version>", description = "the older arm: a version of the client's driver, or coordinates group:artifact:version of its"
            + " driver or pool; several separated by commas")
    private Optional<String> baseline = Optional.empty();

    @Option(names = "--candidate", paramLabel = "<version>", description = "the arm to judge, named in the same way as --baseline")
    private Optional<String> candidate = Optional.empty();

    @Option(names = "--jdk", paramLabel = "<n>", description = "feature release of the JDK that runs both arms, like 21")
    private Optional<Integer> jdk = Optional.empty();

    @Option(names = "--jdk-baseline", paramLabel = "<n>", description = "JDK of the baseline, like 21")
    private Optional<Integer> jdkBaseline = Optional.empty();

    @Option(names = "--jdk-candidate", paramLabel = "<n>", description = "JDK of the candidate, like 25")
    private Optional<Integer> jdkCandidate = Optional.empty();

    @Option(names = "--baseline-dir", paramLabel = "<folder>", description = "another checkout whose classes and versions are the baseline; it is compiled")
    private Optional<Path> baselineFolder = Optional.empty();

    @Option(names = "--candidate-dir", paramLabel = "<folder>", description = "another checkout whose classes and versions are the candidate; it is compiled")
    private Optional<Path> candidateFolder = Optional.empty();

    @Option(names = "--server-baseline", paramLabel = "<server>", description = "the database that the baseline races on: a version of the embedded server, like 17.5.0, or"
            + " an image, like postgres:17; both servers then run, idle while the other arm's slices are timed")
    private Optional<String> serverBaseline = Optional.empty();

    @Option(names = "--server-candidate", paramLabel = "<server>", description = "the database that the candidate races on, named in the same way as --server-baseline")
    private Optional<String> serverCandidate = Optional.empty();

    @Option(names = "--jfr", description = "also record an untimed slice of each arm with JDK Flight Recorder, keep the recordings, and"
            + " print the methods that are on more stacks than before")
    private boolean profiled;

    @Option(names = "--json", paramLabel = "<file>", description = "also write the verdicts there")
    private Optional<Path> json = Optional.empty();

    CompareCommand(Regatta regatta) {
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        race.verify();
        if (Stream.of(baseline, candidate, jdkBaseline, jdkCandidate, baselineFolder, candidateFolder, serverBaseline,
                serverCandidate).allMatch(Optional::isEmpty)) {
            throw race
                    .wrong("both arms are today's, there is nothing to compare: name one with --baseline, --candidate,"
                            + " --jdk-baseline, --jdk-candidate, --server-baseline, --server-candidate, --baseline-dir or"
                            + " --candidate-dir");
        }
        if (jdk.isPresent() && jdkBaseline.isPresent() && jdkCandidate.isPresent()) {
            throw race.wrong("--jdk is for an arm without a JDK of its own, and --jdk-baseline and --jdk-candidate name"
                    + " both: leave it out");
        }
        RaceOptions.ServerChoice servers = race.servers(serverBaseline, serverCandidate);
        DuelRequest request;
        try (ArtifactSource supplies = regatta.artifacts()) {
            request = race.request(
                    arm(supplies, "--baseline", baseline, baselineFolder, jdkBaseline.or(() -> jdk),
                            servers.baseline()),
                    arm(supplies, "--candidate", candidate, candidateFolder, jdkCandidate.or(() -> jdk),
                            servers.candidate()),
                    servers.mode(), profiled);
        }
        Duels.Raced raced;
        try (Duels duels = regatta.duels()) {
            raced = duels.race(request);
        }
        GateReport report = raced.report();
        regatta.out().print(new ConsoleReport(Regatta.colour()).text(report));
        json.ifPresent(file -> ReportFiles.verdicts(file, report));
        regatta.tell(regatta.settings("compare").results(), report, raced.results());
        return Exits.of(report);
    }

    private ArmRequest arm(ArtifactSource supplies, String option, Optional<String> choice, Optional<Path> folder,
            Optional<Integer> feature, Optional<ServerForm> server) {
        Optional<Jdk> runTime = feature.map(supplies::jdk);
        Optional<Path> classes = folder.map(place -> Checkout.in(place, regatta.settings("compare").maven()))
                .map(checkout -> checkout.classes(Regatta.home(), regatta::progress));
        return new ArmRequest(race.roots(supplies, option, choice, classes).coordinates(), classes, runTime, server);
    }
}
