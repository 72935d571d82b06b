package dev.regatta.report.html;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Recipe;
import dev.regatta.results.MeasuredRun;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.Arrays;
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
 * @param run      what was measured
 * @param standard values that settings have where they are not given, by the settings' names: what is the same without a
 *                 setting is not set
 */
record Reproduction(MeasuredRun run, Map<String, String> standard) {

    /** More cells than this are not worth naming one by one. */
    private static final int NAMED_CELLS = 6;
    private static final String CONNECTIONS = "connections";
    private static final String JVM_OPTIONS = "jvm.options";
    private static final String IMAGE = "database.image";
    /** What servers call the number of connections that they accept. */
    private static final String SERVER_CONNECTIONS = "max_connections";

    /** Copies the values. */
    Reproduction {
        standard = Map.copyOf(standard);
    }

    /** Of a run whose settings are all told. */
    Reproduction(MeasuredRun run) {
        this(run, Map.of());
    }

    /** The command for the whole run: a race where the same two arms raced in all its cells. */
    String of() {
        String workloads = run.ids().stream().map(CellId::workload).distinct()
                .collect(Collectors.joining(","));
        var races = run.cells().stream().map(measured -> race(measured.bare(), workloads)).distinct().toList();
        return races.size() == 1 && races.getFirst().isPresent()
                ? races.getFirst().get()
                : suite(run.facts().manifest());
    }

    /** The command for a cell that was not measured. */
    String of(CellId cell) {
        return suite(List.of(cell));
    }

    /** The command for one cell. */
    String of(CellMeasurement measurement) {
        return race(measurement, measurement.cell().workload()).orElseGet(() -> suite(List.of(measurement.cell())));
    }

    private String suite(List<CellId> cells) {
        var words = new ArrayList<>(List.of("mvn verify"));
        // Cells are chosen before each is put on its JDKs.
        var chosen = cells.stream().map(CellId::onAnyJdk).distinct().toList();
        if (!chosen.isEmpty() && chosen.size() <= NAMED_CELLS) {
            words.add(Shell.quoted("-Dregatta.cells=" + (chosen.size() == 1
                    ? chosen.getFirst().toString()
                    : chosen.stream().map(CellId::toString).collect(Collectors.joining(",", "{", "}")))));
        }
        cells.stream().map(CellId::database).findFirst().flatMap(this::mode)
                .ifPresent(mode -> words.add(Shell.word("-Dregatta.database=" + mode)));
        String jdks = cells.stream().flatMap(cell -> cell.client().jdk().stream()).distinct().sorted()
                .map(feature -> Integer.toString(feature)).collect(Collectors.joining(","));
        if (!jdks.isEmpty()) {
            words.add("-Dregatta.jdks=" + jdks);
        }
        latency(cells).ifPresent(latency -> words.add(Shell.word("-Dregatta.latency=" + latency)));
        fact(cells, CONNECTIONS).ifPresent(number -> words.add(Shell.word("-Dregatta.connections=" + number)));
        databases(cells).forEach(database -> words.addAll(image(database)));
        words.addAll(settings(cells));
        words.add("-Dregatta.seed=" + run.facts().seed());
        return String.join(" ", words);
    }

    /** A race on the command line; empty where its two arms cannot be named there. */
    private Optional<String> race(CellMeasurement measurement, String workloads) {
        if (measurement.baseline().isEmpty() || measurement.candidate().artifacts().isEmpty()
                || differ(measurement, ForkStart::code)) {
            return Optional.empty();
        }
        Recipe candidate = measurement.candidate();
        Recipe baseline = measurement.baseline().get();
        var words = new ArrayList<>(List.of("./regatta compare --client " + measurement.cell().client().onAnyJdk(),
                "--workload " + Shell.word(workloads)));
        boolean jdks = differ(measurement, Reproduction::feature);
        boolean servers = !ForkStart.sameServer(measurement.forks());
        if (servers && (server(measurement, Arm.BASELINE).isEmpty() || server(measurement, Arm.CANDIDATE).isEmpty()
                || differ(measurement, Reproduction::settings))) {
            return Optional.empty();
        }
        var changed = roots(candidate).filter(root -> !version(baseline, root).equals(root.version())).toList();
        // Equal arms are raced as well, to see how much equal clients differ.
        var named = changed.isEmpty() && !jdks && !servers ? candidate.artifacts().subList(0, 1) : changed;
        if (named.stream().anyMatch(root -> version(baseline, root).isEmpty())) {
            return Optional.empty();
        }
        if (!named.isEmpty()) {
            words.add("--baseline " + Shell.word(named(named, candidate, root -> version(baseline, root))));
            words.add("--candidate " + Shell.word(named(named, candidate, Artifact::version)));
        }
        if (jdks) {
            words.add("--jdk-baseline " + fact(measurement, Arm.BASELINE, Reproduction::feature));
            words.add("--jdk-candidate " + fact(measurement, Arm.CANDIDATE, Reproduction::feature));
        } else {
            measurement.cell().client().jdk().map(feature -> Integer.toString(feature))
                    .or(() -> Optional.of(fact(measurement, Arm.CANDIDATE, Reproduction::feature)))
                    .filter(feature -> !feature.isEmpty()).ifPresent(feature -> words.add("--jdk " + feature));
        }
        if (servers) {
            words.add("--server-baseline " + Shell.word(server(measurement, Arm.BASELINE).get()));
            words.add("--server-candidate " + Shell.word(server(measurement, Arm.CANDIDATE).get()));
        }
        if (!candidate.options().equals(baseline.options())) {
            return Optional.empty();
        }
        candidate.options().forEach((name, value) -> words.add(Shell.quoted("--option=" + name + "=" + value)));
        words.add((measurement.cell().client().pool().isPresent() ? "--concurrency " : "--pool ")
                + measurement.connections());
        List<CellId> cells = List.of(measurement.cell());
        latency(cells).ifPresent(latency -> words.add("--latency " + Shell.word(latency)));
        mode(measurement.cell().database()).ifPresent(mode -> words.add("--database " + Shell.word(mode)));
        words.add("--seed " + run.facts().seed());
        if (!servers) {
            words.addAll(image(measurement.cell().database()));
        }
        words.addAll(settings(cells));
        return Optional.of(String.join(" ", words));
    }

    /** A driver alone is named by its version. */
    private static String named(List<Artifact> changed, Recipe recipe, Function<Artifact, String> version) {
        return changed.equals(recipe.artifacts().subList(0, 1))
                ? version.apply(changed.getFirst())
                : changed.stream().map(root -> root.module() + ":" + version.apply(root))
                        .collect(Collectors.joining(","));
    }

    /** The first jar, which a former name may have, and the others that the stack is made of. */
    private static Stream<Artifact> roots(Recipe recipe) {
        var modules = Stacks.find(recipe.stack()).stream().flatMap(stack -> stack.roots().stream()).map(Root::module)
                .toList();
        return recipe.artifacts().stream().filter(artifact -> artifact.equals(recipe.artifacts().getFirst())
                || modules.contains(artifact.module()));
    }

    private static String version(Recipe recipe, Artifact root) {
        return recipe.artifacts().stream().filter(artifact -> artifact.module().equals(root.module()))
                .map(Artifact::version).findFirst().orElse("");
    }

    private Optional<String> mode(Dialect database) {
        return Optional.ofNullable(run.facts().environments().get(database))
                .map(fingerprint -> fingerprint.facts().get(Fingerprint.DATABASE_MODE));
    }

    /** What a relay added to every round trip, as it is set. */
    private Optional<String> latency(List<CellId> cells) {
        return fact(cells, Fingerprint.LATENCY).map(words -> words.replace(" ", ""));
    }

    /** The image of a container, with the digest of its content: a tag may name another one by now. */
    private List<String> image(Dialect database) {
        return Optional.ofNullable(run.facts().environments().get(database))
                .map(environment -> environment.facts().get(IMAGE)).map(text -> text.split(" "))
                .filter(parts -> parts.length == 2)
                .map(parts -> List.of(Shell.word("-Dregatta.image." + database + "=" + parts[0]),
                        Shell.word("-Dregatta.image." + database + ".digest=" + parts[1])))
                .orElse(List.of());
    }

    /** The settings that workers and servers had and would not have again by themselves. */
    private List<String> settings(List<CellId> cells) {
        return Stream.of(fact(cells, JVM_OPTIONS).flatMap(options -> setting("regatta.jvm.options", options)),
                databases(cells).flatMap(database -> Optional.ofNullable(run.facts().settings().get(database)).stream())
                        .flatMap(told -> Optional.ofNullable(told.get(SERVER_CONNECTIONS)).stream()).findFirst()
                        .flatMap(number -> setting("regatta.server.connections", number)))
                .flatMap(Optional::stream).toList();
    }

    private Optional<String> setting(String name, String value) {
        return value.equals(standard.get(name)) ? Optional.empty() : Optional.of(Shell.word("-D" + name + "=" + value));
    }

    /** A fact of where these cells were measured that is the same for all databases of a run. */
    private Optional<String> fact(List<CellId> cells, String name) {
        return databases(cells)
                .flatMap(database -> Optional.ofNullable(run.facts().environments().get(database)).stream())
                .flatMap(environment -> Optional.ofNullable(environment.facts().get(name)).stream()).findFirst();
    }

    private static Stream<Dialect> databases(List<CellId> cells) {
        return cells.stream().map(CellId::database).distinct().sorted();
    }

    private static String feature(ForkStart fork) {
        return fork.jdk().replaceAll("[^0-9].*", "");
    }

    /** How the command line names the server of an arm, if it can. */
    private static Optional<String> server(CellMeasurement measurement, Arm arm) {
        return Arrays.stream(fact(measurement, arm, ForkStart::server).split(", "))
                .filter(part -> part.startsWith("artifact ") || part.startsWith("image "))
                .map(part -> part.substring(part.indexOf(' ') + 1)).findFirst();
    }

    private static String settings(ForkStart fork) {
        return Arrays.stream(fork.server().split(", ")).filter(part -> part.startsWith("settings ")).findFirst()
                .orElse("");
    }

    private static boolean differ(CellMeasurement measurement, Function<ForkStart, String> of) {
        return !fact(measurement, Arm.BASELINE, of).equals(fact(measurement, Arm.CANDIDATE, of));
    }

    private static String fact(CellMeasurement measurement, Arm arm, Function<ForkStart, String> of) {
        return measurement.forks().stream().filter(fork -> fork.arm() == arm).map(of).findFirst().orElse("");
    }
}
