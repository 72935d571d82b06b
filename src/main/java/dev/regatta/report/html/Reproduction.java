package dev.regatta.report.html;

import dev.regatta.analysis.Rival;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.ServerName;
import dev.regatta.report.Words;
import dev.regatta.results.MeasuredRun;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command that measures again what was measured, at the same commit: a race of the same two arms where there were
 * two.
 *
 * @param run   what was measured
 * @param given what it was given
 */
record Reproduction(MeasuredRun run, GivenAgain given) {

    /** More cells than this are not worth naming one by one. */
    static final int NAMED_CELLS = 6;
    private static final List<String> SERVICES = List.of("--service", "--baseline-service", "--candidate-service");
    private static final String CONNECTIONS = "connections";
    private static final String SERVER = "--server-";
    /** Options that forks tell more exactly than the command line did. */
    private static final String SEEN = "--jdk(-.*)?|--server-.*|--.*-dir";

    private static final String SEED = "regatta.seed";
    private static final String IMAGE = "regatta.image.";
    /**
     * What a race on the command line obeys and its options do not say, by the beginnings of names. The others choose
     * cells, arms and files of {@code mvn verify}: the race names its own.
     */
    private static final List<String> OF_A_RACE = List.of("regatta.address", "regatta.baselines", IMAGE,
            "regatta.tls", "regatta.url.",
            "regatta.user.", "regatta.watchdog");
    /** The same of a race of services. */
    private static final List<String> OF_SERVICES = List.of("regatta.address", IMAGE,
            "regatta.server.connections", "regatta.url.", "regatta.user.", "regatta.watchdog");

    /**
     * Of a run.
     *
     * @param standard values that properties have where they are not given: what is the same without one is not said
     */
    Reproduction(MeasuredRun run, Map<String, String> standard) {
        this(run, new GivenAgain(run, Map.copyOf(standard)));
    }

    /** The command for the whole run: a race where the same two arms raced in all its cells. */
    String of() {
        String workloads = run.ids().stream().map(CellId::workload).distinct()
                .collect(Collectors.joining(","));
        var races = run.cells().stream().map(measured -> race(timed(measured), workloads)).distinct().toList();
        return races.size() == 1 && races.getFirst().isPresent()
                ? races.getFirst().get()
                : suite(run.facts().manifest());
    }

    /** A cell that tells the JDKs and servers of this one, which may not have come to forks, in the same race. */
    private CellMeasurement timed(CellMeasurement measured) {
        return Stream.of(measured).filter(cell -> cell.forks().isEmpty())
                .flatMap(unreached -> run.cells().stream().filter(cell -> !cell.forks().isEmpty()
                        && cell.cell().database() == unreached.cell().database()
                        && cell.cell().client().equals(unreached.cell().client())
                        && cell.candidate().equals(unreached.candidate())
                        && cell.baseline().equals(unreached.baseline())))
                .findFirst().orElse(measured);
    }

    /** The command for a cell that was not measured. */
    String of(CellId cell) {
        return suite(List.of(cell));
    }

    /** The command for one cell. */
    String of(CellMeasurement measurement) {
        return race(measurement, measurement.cell().workload()).orElseGet(() -> suite(List.of(measurement.cell())));
    }

    /** Exactly these cells. */
    static String glob(List<CellId> cells) {
        return cells.size() == 1
                ? cells.getFirst().toString()
                : cells.stream().map(CellId::toString).collect(Collectors.joining(",", "{", "}"));
    }

    private String suite(List<CellId> cells) {
        if (!cells.isEmpty() && SERVICES.stream().anyMatch(name -> given.told(name).isPresent())) {
            return services(cells);
        }
        if (!cells.isEmpty() && cells.stream().allMatch(OwnCodeAgain::is)) {
            return new OwnCodeAgain(run, given).of(cells);
        }
        var properties = new LinkedHashMap<String, String>();
        // Cells are chosen before each is put on its JDKs.
        var chosen = cells.stream().map(CellId::onAnyJdk).distinct().toList();
        if (!chosen.isEmpty() && chosen.size() <= NAMED_CELLS) {
            properties.put("regatta.cells", glob(chosen));
        } else {
            given.told("regatta.cells").ifPresent(glob -> properties.put("regatta.cells", glob));
        }
        cells.stream().map(CellId::database).findFirst().flatMap(given::mode)
                .ifPresent(mode -> properties.put("regatta.database", mode));
        String jdks = cells.stream().flatMap(cell -> cell.client().jdk().stream()).distinct().sorted()
                .map(feature -> Integer.toString(feature)).collect(Collectors.joining(","));
        if (!jdks.isEmpty()) {
            properties.put("regatta.jdks", jdks);
        }
        given.latency(cells).ifPresent(latency -> properties.put("regatta.latency", latency));
        given.fact(cells, CONNECTIONS).ifPresent(number -> properties.put("regatta.connections", number));
        GivenAgain.databases(cells).forEach(database -> properties.putAll(given.image(database)));
        properties.putAll(given.settings(cells));
        given.all().forEach(properties::putIfAbsent);
        properties.remove(SEED);
        properties.put(SEED, Long.toString(run.facts().seed()));
        return "mvn verify " + given.words(properties);
    }

    /**
     * The race of whole web stacks. What was asked of {@code compare} tells that these raced: their cells look like those of
     * a project's own code.
     */
    private String services(List<CellId> cells) {
        List<String> words = new ArrayList<>(List.of("./regatta compare"));
        Stream.concat(SERVICES.stream(), Stream.of("--baseline", "--candidate")).forEach(
                name -> given.told(name).ifPresent(value -> words.add(name + " " + Shell.word(value))));
        words.add("--workload " + Shell.word(cells.stream().map(cell -> cell.workload().replace("()", ""))
                .collect(Collectors.joining(","))));
        cells.stream().flatMap(cell -> cell.client().pool().stream()).findFirst()
                .ifPresent(connections -> words.add("--pool " + connections));
        given.fact(cells, CONNECTIONS).ifPresent(number -> words.add("--concurrency " + Shell.word(number)));
        given.mode(cells.getFirst().database()).ifPresent(mode -> words.add("--database " + Shell.word(mode)));
        given.latency(cells).ifPresent(latency -> words.add("--latency " + Shell.word(latency)));
        given.told("regatta.budget").ifPresent(budget -> words.add("--budget " + Shell.word(budget)));
        words.add("--seed " + run.facts().seed());
        var properties = new LinkedHashMap<>(given.image(cells.getFirst().database()));
        tell(words, properties, OF_SERVICES);
        given.fact(cells, "jvm.options").filter(options -> !options.equals(Words.NO_JVM_OPTIONS))
                .ifPresent(options -> words.add("-Dregatta.jvm.options=" + Shell.word(options)));
        return String.join(" ", words);
    }

    /** A race on the command line; empty where its two arms cannot be named there. */
    private Optional<String> race(CellMeasurement measurement, String workloads) {
        Function<Arm, Optional<String>> folder = arm -> fact(measurement, arm, ForkStart::code)
                .or(() -> given.told("--" + arm + "-dir"));
        boolean folders = differ(folder);
        if (OwnCodeAgain.is(measurement.cell()) || measurement.baseline().isEmpty()
                || measurement.candidate().artifacts().isEmpty()
                || folders && given.told(GivenAgain.BASE).isPresent()) {
            return Optional.empty();
        }
        Recipe candidate = measurement.candidate();
        Recipe baseline = measurement.baseline().get();
        Optional<ClientId> rival = Rival.of(measurement);
        var words = new ArrayList<>(List.of("./regatta compare " + rival
                .map(client -> "--baseline-client " + Shell.word(client.toString()) + " --candidate-client "
                        + measurement.cell().client())
                .orElseGet(() -> "--client " + measurement.cell().client().onAnyJdk()),
                "--workload " + Shell.word(workloads)));
        Function<Arm, Optional<String>> jdk = arm -> jdk(measurement, arm);
        boolean jdks = differ(jdk);
        // Servers that were named are named again, be they the same.
        boolean named = Stream.of(Arm.BASELINE, Arm.CANDIDATE).anyMatch(arm -> given.told(SERVER + arm).isPresent());
        boolean servers = named || !ForkStart.sameServer(measurement.forks());
        if (servers && !named
                && (server(measurement, Arm.BASELINE).isEmpty() || server(measurement, Arm.CANDIDATE).isEmpty()
                        || differ(arm -> fact(measurement, arm,
                                fork -> fork.server().flatMap(ServerName::settings).orElse(""))))) {
            return Optional.empty();
        }
        if (rival.isPresent()) {
            named(words, Arm.BASELINE, roots(baseline).toList(), baseline);
            named(words, Arm.CANDIDATE, roots(candidate).toList(), candidate);
        } else if (!nameChanges(words, candidate, baseline, jdks || servers || folders)) {
            return Optional.empty();
        }
        given.all().forEach((name, value) -> {
            if (name.startsWith(GivenAgain.OPTION) && !name.matches(SEEN)) {
                words.add(name + " " + Shell.word(value));
            }
        });
        List<Arm> arms = List.of(Arm.BASELINE, Arm.CANDIDATE);
        arms.forEach(arm -> folder.apply(arm).ifPresent(place -> words.add("--" + arm + "-dir " + Shell.word(place))));
        if (jdks) {
            arms.forEach(arm -> jdk.apply(arm).ifPresent(feature -> words.add("--jdk-" + arm + " " + feature)));
        } else {
            measurement.cell().client().jdk().map(feature -> Integer.toString(feature))
                    .or(() -> jdk.apply(Arm.CANDIDATE)).ifPresent(feature -> words.add("--jdk " + feature));
        }
        if (servers) {
            arms.forEach(arm -> server(measurement, arm).or(() -> given.told(SERVER + arm))
                    .ifPresent(server -> words.add(SERVER + arm + " " + Shell.word(server))));
        }
        options(words, "--option", candidate.options(), baseline.options(), true);
        options(words, "--option-baseline", baseline.options(), candidate.options(), false);
        options(words, "--option-candidate", candidate.options(), baseline.options(), false);
        List<CellId> cells = List.of(measurement.cell());
        var properties = new LinkedHashMap<String, String>();
        var own = Workloads.all().stream().filter(Workload::oneAtATime).map(Workload::id).toList();
        var asked = Stream.of(workloads.split(",")).collect(Collectors.partitioningBy(own::contains));
        if (asked.get(true).isEmpty()) {
            boolean sized = Stream.concat(Stream.of(measurement.cell().client()), rival.stream())
                    .anyMatch(client -> client.pool().isPresent());
            words.add((sized ? "--concurrency " : "--pool ") + measurement.setup().connections());
        } else if (!asked.get(false).isEmpty()) {
            // The options are refused beside a workload that has a number of connections of its own.
            given.fact(cells, CONNECTIONS).ifPresent(number -> properties.put("regatta.connections", number));
        }
        given.latency(cells).ifPresent(latency -> words.add("--latency " + Shell.word(latency)));
        given.mode(measurement.cell().database()).ifPresent(mode -> words.add("--database " + Shell.word(mode)));
        if (given.told("regatta.jfr").equals(Optional.of("true"))) {
            words.add("--jfr");
        }
        given.told("regatta.budget").ifPresent(budget -> words.add("--budget " + Shell.word(budget)));
        words.add("--seed " + run.facts().seed());
        if (!servers) {
            properties.putAll(given.image(measurement.cell().database()));
        }
        properties.putAll(given.settings(cells));
        tell(words, properties,
                arms.stream().allMatch(arm -> words.stream().anyMatch(word -> word.startsWith(SERVER + arm)))
                        ? OF_A_RACE.stream().filter(name -> !name.equals(IMAGE)).toList()
                        : OF_A_RACE);
        return Optional.of(String.join(" ", words));
    }

    /** Adds these properties, and what else was given of those that a command obeys, by the beginnings of names. */
    private void tell(List<String> words, Map<String, String> properties, List<String> obeyed) {
        given.all().forEach((name, value) -> {
            if (obeyed.stream().anyMatch(name::startsWith)) {
                properties.putIfAbsent(name, value);
            }
        });
        String told = given.words(properties);
        if (!told.isEmpty()) {
            words.add(told);
        }
    }

    /**
     * Names the roots that differ between two versions of a client.
     *
     * @param otherwise whether the arms differ in something else
     * @return whether that is possible
     */
    private boolean nameChanges(List<String> words, Recipe candidate, Recipe baseline, boolean otherwise) {
        var changed = roots(candidate).filter(root -> !artifact(baseline, root).equals(Optional.of(root))).toList();
        // Equal arms are raced as well, to see how much equal clients differ.
        var named = changed.isEmpty() && !otherwise ? candidate.artifacts().subList(0, 1) : changed;
        if (named.stream().anyMatch(root -> artifact(baseline, root).isEmpty())) {
            return false;
        }
        // A jar that was built is named by its file, in what the command line said.
        named(words, Arm.BASELINE, named.stream().map(root -> artifact(baseline, root).orElseThrow()).toList(),
                candidate);
        named(words, Arm.CANDIDATE, named, candidate);
        return true;
    }

    /** The options that the other arm has as well, or those that it has not. */
    private static void options(List<String> words, String word, Map<String, String> of, Map<String, String> other,
            boolean shared) {
        of.forEach((name, value) -> {
            if (value.equals(other.get(name)) == shared) {
                words.add(Shell.quoted(word + "=" + name + "=" + value));
            }
        });
    }

    private void named(List<String> words, Arm arm, List<Artifact> changed, Recipe candidate) {
        List<String> added = Stream.of("--with", "--with-" + arm).flatMap(name -> given.told(name).stream())
                .flatMap(jars -> Stream.of(jars.split(","))).map(String::strip).toList();
        // What was added is told as it was: a part that is named twice is refused.
        List<Artifact> published = changed.stream().filter(root -> !root.built())
                .filter(root -> !added.contains(root.coordinates())).toList();
        if (!published.isEmpty() && given.told(GivenAgain.OPTION + arm).isEmpty()) {
            words.add("--" + arm + " " + Shell.word(named(published, candidate)));
        }
    }

    /** A driver alone is named by its version. */
    private static String named(List<Artifact> changed, Recipe recipe) {
        return changed.size() == 1 && changed.getFirst().module().equals(recipe.artifacts().getFirst().module())
                ? changed.getFirst().version()
                : changed.stream().map(Artifact::coordinates).collect(Collectors.joining(","));
    }

    /** The first jar, which a former name may have, and the others that the stack is made of. */
    private static Stream<Artifact> roots(Recipe recipe) {
        var modules = Stacks.find(recipe.stack()).stream().flatMap(stack -> stack.roots().stream()).map(Root::module)
                .toList();
        return recipe.artifacts().stream().filter(artifact -> artifact.equals(recipe.artifacts().getFirst())
                || modules.contains(artifact.module()));
    }

    private static Optional<Artifact> artifact(Recipe recipe, Artifact root) {
        return recipe.artifacts().stream().filter(artifact -> artifact.module().equals(root.module())).findFirst();
    }

    private static String feature(ForkStart fork) {
        return fork.jdk().replaceAll("[^0-9].*", "");
    }

    /** The JDK of an arm: what its forks say, or where none was timed, what it was to be. */
    private Optional<String> jdk(CellMeasurement measurement, Arm arm) {
        return fact(measurement, arm, Reproduction::feature)
                .or(() -> measurement.inputs(arm)
                        .flatMap(inputs -> Optional.ofNullable(inputs.facts().get(Inputs.JDK))))
                .or(() -> given.told("--jdk-" + arm)).or(() -> given.told("--jdk"));
    }

    /** How the command line names the server of an arm, if it can. */
    private static Optional<String> server(CellMeasurement measurement, Arm arm) {
        return fact(measurement, arm, fork -> fork.server().flatMap(ServerName::choice).orElse(""));
    }

    private static boolean differ(Function<Arm, Optional<String>> of) {
        return !of.apply(Arm.BASELINE).equals(of.apply(Arm.CANDIDATE));
    }

    private static Optional<String> fact(CellMeasurement measurement, Arm arm, Function<ForkStart, String> of) {
        return measurement.forks().stream().filter(fork -> fork.arm() == arm).map(of).findFirst()
                .filter(fact -> !fact.isEmpty());
    }
}
