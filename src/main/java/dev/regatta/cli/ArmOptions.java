package dev.regatta.cli;

import dev.regatta.database.ServerForm;
import dev.regatta.inputs.Checkout;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Roots;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the two arms of a race are: an option for each of them, and some for both. */
final class ArmOptions {

    @Option(names = "--baseline-client", paramLabel = "<client>", description = "the client of the older arm, in a race of two clients on one database; in place of --client")
    private Optional<ClientId> baselineClient = Optional.empty();

    @Option(names = "--candidate-client", paramLabel = "<client>", description = "the client to judge; both may be the same, to see how much a client differs from itself")
    private Optional<ClientId> candidateClient = Optional.empty();

    @Option(names = "--baseline", paramLabel = "<version>", description = "the older arm: a version of the client's driver, or coordinates group:artifact:version of its"
            + " driver or pool; several separated by commas")
    private Optional<String> baseline = Optional.empty();

    @Option(names = "--candidate", paramLabel = "<version>", description = "the arm to judge, named in the same way as --baseline")
    private Optional<String> candidate = Optional.empty();

    @Option(names = "--baseline-jar", split = ",", paramLabel = "<file>", description = "a jar that was built here and takes the place of the baseline's driver or pool; several separated by"
            + " commas")
    private final List<Path> baselineJars = new ArrayList<>();

    @Option(names = "--candidate-jar", split = ",", paramLabel = "<file>", description = "the same for the candidate, like target/driver.jar")
    private final List<Path> candidateJars = new ArrayList<>();

    @Option(names = "--with", paramLabel = "<group:artifact:version>", description = "another version than today's of a part of the client, or a jar that it does not bring along; for both"
            + " arms; several separated by commas")
    private Optional<String> with = Optional.empty();

    @Option(names = "--with-baseline", paramLabel = "<group:artifact:version>", description = "the same for the baseline only")
    private Optional<String> withBaseline = Optional.empty();

    @Option(names = "--with-candidate", paramLabel = "<group:artifact:version>", description = "the same for the candidate only")
    private Optional<String> withCandidate = Optional.empty();

    @Option(names = "--option-baseline", paramLabel = "<name=value>", description = "like --option, for the baseline only")
    private final Map<String, String> optionsBaseline = new TreeMap<>();

    @Option(names = "--option-candidate", paramLabel = "<name=value>", description = "like --option, for the candidate only")
    private final Map<String, String> optionsCandidate = new TreeMap<>();

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

    /** What one arm is told that the other need not be. */
    private record Own(Arm arm, Optional<String> choice, List<Path> jars, Optional<String> with,
            Map<String, String> options, Optional<Integer> jdk, Optional<Path> folder, Optional<String> server) {

        boolean nothing() {
            return Stream.of(choice, with, jdk, folder, server).allMatch(Optional::isEmpty) && jars.isEmpty()
                    && options.isEmpty();
        }
    }

    private Own baseline() {
        return new Own(Arm.BASELINE, baseline, baselineJars, withBaseline, optionsBaseline, jdkBaseline, baselineFolder,
                serverBaseline);
    }

    private Own candidate() {
        return new Own(Arm.CANDIDATE, candidate, candidateJars, withCandidate, optionsCandidate, jdkCandidate,
                candidateFolder, serverCandidate);
    }

    /** The version that an arm was given, as it was given. */
    Optional<String> version(Arm arm) {
        return arm == Arm.BASELINE ? baseline : candidate;
    }

    /** Tells the race its clients, if there are two. */
    void clients(RaceOptions race) {
        race.clients(baselineClient, candidateClient);
    }

    /** Checks what can be told before anything is resolved. */
    private void verify(RaceOptions race) {
        boolean clients = race.client(Arm.BASELINE).isPresent();
        if (clients && !Stream.of(baselineFolder, candidateFolder, serverBaseline, serverCandidate)
                .allMatch(Optional::isEmpty)) {
            throw race.wrong(
                    "--baseline-client and --candidate-client race on one server, run by this checkout: leave out"
                            + " --baseline-dir, --candidate-dir, --server-baseline and --server-candidate");
        }
        if (!clients && baseline().nothing() && candidate().nothing()) {
            throw race
                    .wrong("both arms are today's, there is nothing to compare: name one with --baseline, --candidate,"
                            + " --baseline-jar, --candidate-jar, --with-baseline, --with-candidate, --option-baseline,"
                            + " --option-candidate, --jdk-baseline, --jdk-candidate, --server-baseline, --server-candidate,"
                            + " --baseline-dir or --candidate-dir, or two clients with --baseline-client and --candidate-client");
        }
        if (jdk.isPresent() && jdkBaseline.isPresent() && jdkCandidate.isPresent()) {
            throw race.wrong("--jdk is for an arm without a JDK of its own, and --jdk-baseline and --jdk-candidate name"
                    + " both: leave it out");
        }
        for (Own own : List.of(baseline(), candidate())) {
            String option = "--option-" + own.arm();
            race.checked(own.arm(), option, own.options());
            own.options().keySet().stream().filter(race.options::containsKey).findFirst().ifPresent(name -> {
                throw race.wrong(option + " " + name + " is also given by --option, which both arms have: give it once"
                        + " for each arm, or leave one out");
            });
        }
    }

    /**
     * The race.
     *
     * @param profiled whether both arms are recorded as well
     * @param within   how narrow an interval was asked for
     * @throws picocli.CommandLine.ParameterException for options that contradict each other
     */
    DuelRequest request(RaceOptions race, ArtifactSource supplies, boolean profiled, Optional<String> within) {
        verify(race);
        RaceOptions.ServerChoice servers = race.servers(serverBaseline, serverCandidate);
        return race.request(arm(race, supplies, baseline(), servers.baseline()),
                arm(race, supplies, candidate(), servers.candidate()), servers.mode(), profiled, said(within));
    }

    /**
     * What no recipe tells: the files of jars, the releases whose place they took, which jars were added, and the width of
     * an interval; and JDKs, servers and checkouts, which only forks tell that were timed.
     */
    private SortedMap<String, String> said(Optional<String> within) {
        var said = new TreeMap<String, String>();
        within.ifPresent(width -> said.put("--within", width));
        with.ifPresent(jars -> said.put("--with", jars));
        jdk.ifPresent(feature -> said.put("--jdk", Integer.toString(feature)));
        for (Own own : List.of(baseline(), candidate())) {
            own.with().ifPresent(jars -> said.put("--with-" + own.arm(), jars));
            own.jdk().ifPresent(feature -> said.put("--jdk-" + own.arm(), Integer.toString(feature)));
            own.server().ifPresent(name -> said.put("--server-" + own.arm(), name));
            own.folder().ifPresent(place -> said.put("--" + own.arm() + "-dir", place.toString()));
            if (!own.jars().isEmpty()) {
                said.put("--" + own.arm() + "-jar",
                        own.jars().stream().map(Path::toString).collect(Collectors.joining(",")));
                own.choice().ifPresent(choice -> said.put("--" + own.arm(), choice));
            }
        }
        return said;
    }

    private ArmRequest arm(RaceOptions race, ArtifactSource supplies, Own own, Optional<ServerForm> server) {
        Optional<Jdk> runTime = own.jdk().or(() -> jdk).map(supplies::jdk);
        Optional<Path> classes = own.folder()
                .map(place -> Checkout.in(place, race.regatta().settings("compare").maven()))
                .map(checkout -> checkout.classes(Regatta.home(), race.regatta()::progress));
        var options = new TreeMap<>(race.options);
        options.putAll(own.options());
        return new ArmRequest(roots(race, supplies, own, classes), own.jars(), options, classes, runTime, server,
                race.client(own.arm()));
    }

    /** The roots of an arm, and behind them the jars that are none. */
    private List<String> roots(RaceOptions race, ArtifactSource supplies, Own own, Optional<Path> classes) {
        List<String> given = Stream.concat(parts(race, "--with", with), parts(race, "--with-" + own.arm(), own.with()))
                .toList();
        Roots today = given.isEmpty()
                ? new Roots(List.of(), new TreeSet<>())
                : race.roots(supplies, own.arm(), "--with", Optional.empty(), classes);
        var parts = given.stream().collect(Collectors.partitioningBy(today::hold));
        List<String> replacing = Stream.concat(own.choice().stream(), parts.get(true).stream()).toList();
        Roots roots = race.roots(supplies, own.arm(), "--" + own.arm(),
                replacing.isEmpty() ? Optional.empty() : Optional.of(String.join(",", replacing)), classes);
        return Stream.concat(roots.coordinates().stream(), parts.get(false).stream()).toList();
    }

    private static Stream<String> parts(RaceOptions race, String option, Optional<String> given) {
        List<String> parts = given.stream().flatMap(text -> Arrays.stream(text.split(",", -1))).map(String::strip)
                .toList();
        parts.stream().filter(part -> part.split(":", -1).length != 3).findFirst().ifPresent(part -> {
            throw race.wrong(option + " '" + part + "' is not of the form group:artifact:version");
        });
        return parts.stream();
    }
}
