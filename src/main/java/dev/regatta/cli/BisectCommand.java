package dev.regatta.cli;

import dev.regatta.cli.Bisection.Attempt;
import dev.regatta.cli.Bisection.Outcome;
import dev.regatta.cli.Bisection.Trial;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.Releases;
import dev.regatta.recipe.Roots;
import dev.regatta.report.Plain;
import dev.regatta.report.VerdictWords;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code regatta bisect}: which published version changed something. */
@Command(name = "bisect", header = "Finds the release that changed something.", description = {
        "Which release made it slower, or fast again? Walks the versions published between"
                + " two ends, races each against the good end, and halves what is left until two neighbours remain. Milestones and"
                + " variants such as 42.2.20.jre7 are left out unless an end is one.",
        "",
        "Where --good is the newer end, the first good version is named instead of the first bad one.", ""})
final class BisectCommand implements Callable<Integer> {

    /** The arguments of the example, whose output is {@link #EXAMPLE}. */
    static final String EXAMPLE_ARGUMENTS = "bisect --client pgjdbc+hikari/platform --workload select-1"
            + " --good 42.2.19 --bad 42.2.21";

    /** What the example prints; a test compares. */
    static final String EXAMPLE = """
            postgresql/pgjdbc+hikari/platform select-1: 3 versions from 42.2.19 to 42.2.21
              42.2.21 bad     throughput 0.097, tail latency 11.320, client CPU 6.131
              42.2.19 good    throughput 1.011, tail latency 1.012, client CPU 1.002
              42.2.20 good    throughput 1.011, tail latency 1.012, client CPU 1.002
            first bad version: org.postgresql:postgresql:42.2.21 (42.2.20 is good)
            """;

    private final Regatta regatta;

    @Mixin
    private RaceOptions race;

    @Option(names = "--good", required = true, paramLabel = "<version>", description = "the fast end: a version of the client's driver, or coordinates group:artifact:version of its"
            + " driver or pool; further parts that stay the same behind commas")
    private String good;

    @Option(names = "--bad", required = true, paramLabel = "<version>", description = "the slow end")
    private String bad;

    @Option(names = "--jdk", paramLabel = "<n>", description = "feature release of the JDK that runs both arms, like 21")
    private Optional<Integer> jdk = Optional.empty();

    BisectCommand(Regatta regatta) {
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        race.verify();
        try (ArtifactSource supplies = regatta.artifacts()) {
            Optional<Jdk> runTime = jdk.map(supplies::jdk);
            Roots goodRoots = race.roots(supplies, Arm.BASELINE, "--good", Optional.of(good), Optional.empty());
            Roots badRoots = race.roots(supplies, Arm.CANDIDATE, "--bad", Optional.of(bad), Optional.empty());
            int changing = changing(goodRoots, badRoots);
            Releases.Walk walk = supplies.releases(goodRoots.coordinates().get(changing),
                    badRoots.coordinates().get(changing));
            List<String> versions = walk.releases();
            String fixed = goodRoots.chosen().stream().filter(root -> root != changing)
                    .map(root -> "," + goodRoots.coordinates().get(root)).collect(Collectors.joining());
            print("%s %s: %d versions from %s to %s", race.cells().getFirst().database() + "/" + race.client(),
                    race.cells().stream().map(cell -> cell.workload()).collect(Collectors.joining(", ")),
                    versions.size(), version(versions.getFirst()), version(versions.getLast()));
            int width = versions.stream().mapToInt(version -> version(version).length()).max().orElseThrow();
            ArmRequest baseline = new ArmRequest(goodRoots.coordinates(), race.options, runTime);
            Outcome outcome;
            try (Duels duels = regatta.duels("bisect")) {
                outcome = Bisection.search(versions,
                        version -> attempt(supplies, duels, version, fixed, baseline),
                        attempt -> print("  %-" + width + "s %-7s %s", version(attempt.version()),
                                word(attempt.answer()),
                                attempt.detail()));
            }
            return conclude(outcome, walk.upward());
        }
    }

    /** The one root that the ends name differently. */
    private int changing(Roots one, Roots other) {
        var different = IntStream.range(0, one.coordinates().size())
                .filter(root -> one.chosen().contains(root) || other.chosen().contains(root))
                .filter(root -> !one.coordinates().get(root).equals(other.coordinates().get(root))).boxed().toList();
        if (different.size() != 1) {
            throw race.wrong("--good " + good + " and --bad " + bad
                    + (different.isEmpty() ? " are the same" : " differ in " + different.size() + " parts")
                    + ": name two versions of one part, the driver or the pool");
        }
        return different.getFirst();
    }

    private Attempt attempt(ArtifactSource supplies, Duels duels, String version, String fixed, ArmRequest baseline) {
        try {
            List<String> roots = supplies.roots(race.stack(), Optional.empty(), Optional.of(version + fixed))
                    .coordinates();
            GateReport report = duels
                    .race(race.request(baseline, new ArmRequest(roots, race.options, baseline.jdk()), false))
                    .report();
            return new Attempt(version, answer(report), detail(report));
        } catch (RecipeException e) {
            return new Attempt(version, Trial.UNKNOWN, e.getMessage());
        }
    }

    /** One workload that became slower makes a version bad; to be good, all must be. */
    private static Trial answer(GateReport report) {
        return switch (Exits.of(report)) {
            case Exits.REGRESSED -> Trial.BAD;
            case Exits.GOOD -> Trial.GOOD;
            default -> Trial.UNKNOWN;
        };
    }

    /** Each workload's ratios to the good end; the reason, where there is no verdict. */
    private static String detail(GateReport report) {
        boolean several = report.cells().size() > 1;
        return report.cells().stream().map(cell -> (several ? cell.cell().workload() + " " : "") + detail(cell))
                .collect(Collectors.joining("; "));
    }

    private static String detail(CellVerdict cell) {
        String ratios = cell.readings().values().stream()
                .map(reading -> String.format(Locale.ROOT, "%s %.3f", reading.metric().words(), reading.ratio()))
                .collect(Collectors.joining(", "));
        return cell.verdict().good() || cell.verdict() instanceof Verdict.Regressed
                ? ratios
                : cell.verdict().word() + ": " + VerdictWords.sentence(cell);
    }

    private int conclude(Outcome outcome, boolean upward) {
        String kind = upward ? "first bad version: " : "first good version: ";
        return switch (outcome) {
            case Outcome.Found(Attempt before, Attempt after) -> {
                Attempt named = upward ? after : before;
                Attempt neighbour = upward ? before : after;
                print("%s%s (%s is %s)", kind, named.version(), version(neighbour.version()),
                        word(neighbour.answer()));
                yield Exits.GOOD;
            }
            case Outcome.Narrowed(Attempt before, Attempt after, List<String> suspects) -> {
                var possible = new ArrayList<>(suspects);
                if (!upward) {
                    // The same search with the ends swapped: the bad end does not lose against the last good one if the
                    // loss came between them.
                    possible.addFirst(before.version());
                    possible.removeLast();
                }
                print("%sone of %s: those in between could not be judged", kind,
                        possible.stream().map(BisectCommand::version).collect(Collectors.joining(", ")));
                yield Exits.NO_VERDICT;
            }
            case Outcome.WrongEnd(Attempt end, Trial expected) -> {
                print("nothing to search for: %s was said to be %s and is %s against %s", version(end.version()),
                        word(expected), word(end.answer()), good);
                yield Exits.NO_VERDICT;
            }
        };
    }

    private static String word(Trial answer) {
        return answer.name().toLowerCase(Locale.ROOT);
    }

    private static String version(String coordinates) {
        return coordinates.substring(coordinates.lastIndexOf(':') + 1);
    }

    private void print(String form, Object... values) {
        regatta.out().print(Plain.line(String.format(Locale.ROOT, form, values)).stripTrailing() + "\n");
        regatta.out().flush();
    }
}
