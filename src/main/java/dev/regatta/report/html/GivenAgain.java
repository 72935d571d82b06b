package dev.regatta.report.html;

import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run was given and what it found where it ran, as properties that give it the same again.
 *
 * @param run      what was measured
 * @param standard values that properties have where they are not given: what is the same without one is not said
 */
record GivenAgain(MeasuredRun run, Map<String, String> standard) {

    /** The checkout of the base branch. */
    static final String BASE = "regatta.base";

    /** How options of the command line begin, among what was given. */
    static final String OPTION = "--";

    private static final String JVM_OPTIONS = "jvm.options";
    private static final String IMAGE = "database.image";
    /** What servers call the number of connections that they accept. */
    private static final String SERVER_CONNECTIONS = "max_connections";

    /** Properties as words of a command, without those that are the same without being given. */
    String words(Map<String, String> properties) {
        return properties.entrySet().stream().filter(property -> !property.getKey().startsWith(OPTION))
                .filter(property -> !property.getValue().equals(standard.get(property.getKey())))
                .map(property -> "-D" + property.getKey() + "=" + property.getValue())
                .map(word -> word.startsWith("-Dregatta.cells=") ? Shell.quoted(word) : Shell.word(word))
                .collect(Collectors.joining(" "));
    }

    /** All that the run was given. */
    SortedMap<String, String> all() {
        return run.facts().given();
    }

    /** A property that the run was given. */
    Optional<String> told(String name) {
        return Optional.ofNullable(all().get(name));
    }

    /**
     * What has to be there for a command to measure the same, and cannot be in it: each a clause after "at commit …".
     */
    List<String> provisos() {
        var provisos = new ArrayList<String>();
        Optional<String> base = told(BASE)
                .filter(named -> run.cells().stream().noneMatch(cell -> OwnCodeAgain.is(cell.cell())
                        && cell.forks().stream().anyMatch(fork -> OwnCodeAgain.commit(fork).isPresent())));
        var ran = run.cells().stream().filter(cell -> !OwnCodeAgain.is(cell.cell()))
                .flatMap(cell -> cell.forks().stream()).map(ForkStart::code).filter(code -> !code.isEmpty()).distinct()
                .sorted().toList();
        // Where no fork tells them, they are as the command line named them.
        var folders = ran.isEmpty()
                ? Stream.of("--baseline-dir", "--candidate-dir").flatMap(name -> told(name).stream()).toList()
                : ran;
        Stream.concat(base.stream(), base.isPresent() ? Stream.empty() : folders.stream())
                .forEach(folder -> provisos.add("with " + folder + " as it was on " + run.facts().started()));
        run.facts().environments().forEach((database, where) -> {
            if ("external".equals(where.facts().get(Fingerprint.DATABASE_MODE))) {
                provisos.add("with the password of its server in REGATTA_PASSWORD_" + database.name());
            }
        });
        run.cells().stream().flatMap(cell -> Stream.concat(Stream.of(cell.candidate()), cell.baseline().stream()))
                .flatMap(recipe -> recipe.artifacts().stream()).filter(GivenAgain::maybeBuiltAgain).distinct()
                .forEach(jar -> provisos.add("with " + (jar.built() ? jar.version() : jar.coordinates())
                        + " of the SHA-256 " + jar.sha256()));
        if (all().values().stream().anyMatch(value -> value.contains("***"))
                || run.cells().stream()
                        .flatMap(cell -> Stream.concat(Stream.of(cell.candidate()), cell.baseline().stream()))
                        .flatMap(recipe -> recipe.options().values().stream())
                        .anyMatch(value -> value.contains("***"))) {
            provisos.add("with what is *** here, which was a secret");
        }
        return List.copyOf(provisos);
    }

    /** As a file and a snapshot may: their checksums are told with their versions. */
    private static boolean maybeBuiltAgain(Artifact jar) {
        return !jar.told().equals(jar.version());
    }

    /** Where a database came from. */
    Optional<String> mode(Dialect database) {
        return Optional.ofNullable(run.facts().environments().get(database))
                .map(fingerprint -> fingerprint.facts().get(Fingerprint.DATABASE_MODE));
    }

    /** What a relay added to every round trip, as it is set. */
    Optional<String> latency(List<CellId> cells) {
        return fact(cells, Fingerprint.LATENCY).map(words -> words.replace(" ", ""));
    }

    /** The image of a container, with the digest of its content: a tag may name another one by now. */
    Map<String, String> image(Dialect database) {
        var image = new LinkedHashMap<String, String>();
        Optional.ofNullable(run.facts().environments().get(database))
                .map(environment -> environment.facts().get(IMAGE)).map(text -> text.split(" "))
                .filter(parts -> parts.length == 2).ifPresent(parts -> {
                    image.put("regatta.image." + database, parts[0]);
                    image.put("regatta.image." + database + ".digest", parts[1]);
                });
        return image;
    }

    /** The settings that workers and servers had and would not have again by themselves. */
    Map<String, String> settings(List<CellId> cells) {
        var settings = new LinkedHashMap<String, String>();
        fact(cells, JVM_OPTIONS).ifPresent(options -> settings.put("regatta.jvm.options", options));
        databases(cells).flatMap(database -> Optional.ofNullable(run.facts().settings().get(database)).stream())
                .flatMap(told -> Optional.ofNullable(told.get(SERVER_CONNECTIONS)).stream()).findFirst()
                .ifPresent(number -> settings.put("regatta.server.connections", number));
        return settings;
    }

    /** A fact of where these cells were measured that is the same for all databases of a run. */
    Optional<String> fact(List<CellId> cells, String name) {
        return databases(cells)
                .flatMap(database -> Optional.ofNullable(run.facts().environments().get(database)).stream())
                .flatMap(environment -> Optional.ofNullable(environment.facts().get(name)).stream()).findFirst();
    }

    /** The databases of these cells. */
    static Stream<Dialect> databases(List<CellId> cells) {
        return cells.stream().map(CellId::database).distinct().sorted();
    }
}
