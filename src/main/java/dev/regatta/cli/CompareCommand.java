package dev.regatta.cli;

import dev.regatta.gate.GateReport;
import dev.regatta.gate.Looks;
import dev.regatta.gate.NarrowingRule;
import dev.regatta.gate.VerdictKind;
import dev.regatta.protocol.Arm;
import dev.regatta.report.ConsoleReport;
import dev.regatta.run.ReportFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code regatta compare}: a duel of two versions, JDKs or checkouts. */
@Command(name = "compare", header = "Races two versions, JDKs, servers, checkouts or clients.", description = {
        "Is one version slower than another? Races both in this run: alternating slices of"
                + " 10 ms in random order, separate JVMs, database and client on CPUs of their own. Verdicts and limits are those"
                + " of `mvn verify`: 5 %% throughput, 10 %% tail latency, 5 %% client CPU (25 %% where operations only wait: `sleep-10`, `idle` and those of pools).",
        "",
        "Which of two clients is faster, and by how much? --baseline-client and --candidate-client race in the same way. All"
                + " three ratios are told; times alone decide, and other counts are shown.",
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

    @Mixin
    private ArmOptions arms;

    @Mixin
    private ServiceOptions services;

    @Option(names = "--jfr", description = "also record an untimed slice of each arm with JDK Flight Recorder, keep the recordings, and"
            + " print the methods that are on more stacks than before")
    private boolean profiled;

    @Option(names = "--within", paramLabel = "<percent>", description = "of two clients: go on until the 95 %% interval of the ratio of their throughputs is within so much of it,"
            + " like 3%%, or the budget is over")
    private Optional<String> within = Optional.empty();

    @Option(names = "--json", paramLabel = "<file>", description = "also write the verdicts there")
    private Optional<Path> json = Optional.empty();

    CompareCommand(Regatta regatta) {
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        if (services.given()) {
            return raceServices();
        }
        arms.clients(race);
        race.verify();
        Optional<Double> width = within.map(this::width);
        json.ifPresent(ReportFiles::clearFile);
        DuelRequest request;
        try (ArtifactSource supplies = regatta.artifacts()) {
            request = arms.request(race, supplies, profiled, within).within(width);
        }
        Duels.Raced raced;
        try (Duels duels = regatta.duels("compare")) {
            raced = duels.race(request);
        }
        print(raced);
        GateReport report = raced.report();
        return width.map(asked -> precision(report, asked)).orElseGet(() -> Exits.of(report));
    }

    private int raceServices() {
        ServiceOptions.Asked asked = services.asked(race, arms.version(Arm.BASELINE), arms.version(Arm.CANDIDATE));
        json.ifPresent(ReportFiles::clearFile);
        Duels.Raced raced = new ServiceRaces(Regatta.home().resolve("services"), regatta::progress).race(asked,
                race.ofServices("compare"));
        print(raced);
        return Exits.of(raced.report());
    }

    private void print(Duels.Raced raced) {
        GateReport report = raced.report();
        regatta.out().print(new ConsoleReport(Regatta.colour()).text(report));
        json.ifPresent(file -> ReportFiles.verdicts(file, report));
        regatta.tell(regatta.settings("compare").results(), report, raced.results());
    }

    private double width(String text) {
        if (race.client(Arm.BASELINE).isEmpty()) {
            throw race.wrong(
                    "--within is for two clients, as the race of two versions ends with its verdict: leave it out,"
                            + " or give --baseline-client and --candidate-client");
        }
        return race.precision(text);
    }

    /**
     * Tells what is not known as precisely as was asked for. Where all of it is, the question is answered, also where
     * nobody can say that nothing is worse.
     */
    private int precision(GateReport report, double asked) {
        var wide = report.cells().stream().filter(cell -> !NarrowingRule.isWithin(cell, asked)).toList();
        wide.stream().filter(cell -> cell.verdict().kind() != VerdictKind.INVALID).forEach(cell -> regatta.out()
                .println("not known within " + within.orElseThrow() + " on three sets: " + cell.cell()
                        + (cell.pairs() < Looks.LAST
                                ? "; give it a larger --budget, or a quieter machine"
                                : "; no race has more than " + Looks.LAST + " pairs: ask for less, or give it a quieter"
                                        + " machine")));
        int exit = Exits.of(report);
        boolean sound = report.complete() && report.of(VerdictKind.INVALID).isEmpty();
        return exit == Exits.REGRESSED ? exit : wide.isEmpty() && sound ? Exits.GOOD : Exits.NO_VERDICT;
    }
}
