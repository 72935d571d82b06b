package dev.regatta.inputs;

import dev.regatta.database.Database;
import dev.regatta.fork.ArmSetup;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Secrets;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a cell depends on when an arm runs it. Classes are read once and taken to stay as they are. */
public final class InputFacts {

    private static final int SHORT = 12;
    /** The fact of an environment that has them. */
    private static final String JVM_OPTIONS = "jvm.options";

    private final List<String> jvmOptions;
    private final UnaryOperator<Path> copies;
    private final Map<List<Path>, WorkerClasses> classes = new HashMap<>();
    private final Map<List<Path>, String> libraries = new HashMap<>();

    /** Of workers with these JVM options, by the class path as it is. */
    public InputFacts(List<String> jvmOptions) {
        this(jvmOptions, entry -> entry);
    }

    /**
     * Of workers with these JVM options.
     *
     * @param copies what workers have instead of an entry of the class path: a build may have changed the entry since
     */
    public InputFacts(List<String> jvmOptions, UnaryOperator<Path> copies) {
        this.jvmOptions = List.copyOf(jvmOptions);
        this.copies = copies;
    }

    /** What the cell depends on, as far as that is known before a server runs. */
    public Inputs of(CellId cell, ArmSetup setup) {
        Recipe recipe = setup.recipe().recipe();
        String stack = setup.client(cell).stack();
        SortedMap<String, String> facts = new TreeMap<>();
        facts.put(Inputs.JARS, Inputs.sha256(recipe.artifacts().stream()
                .flatMap(artifact -> Stream.of(artifact.coordinates(), artifact.sha256())).toList()));
        facts.put(Inputs.OPTIONS, Inputs.options(recipe.options()));
        Description told = setup.harness().description();
        told.client(stack).ifPresent(client -> facts.put(Inputs.CLIENT, client));
        told.workload(cell).ifPresent(workload -> facts.put(Inputs.WORKLOAD, workload.definition()));
        told.database(cell).ifPresent(database -> facts.put(Inputs.DATA, database.data()));
        facts.put(Inputs.CLASSES, classes(setup).of(stack));
        facts.put(Inputs.LIBRARIES, libraries(setup.harness().classPath()));
        facts.put(Inputs.JDK, Integer.toString(setup.jdk().feature()));
        facts.put(Inputs.JVM, String.join(" ", jvmOptions));
        return new Inputs(facts);
    }

    /** The same with the classes of the raw wire, which runs beside the arm. */
    public Inputs besideTheWire(CellId cell, ArmSetup setup) {
        return of(cell, setup).with(Inputs.WIRE, classes(setup).ofTheWire());
    }

    /** {@code inputs} as a file may have them: without the secrets that JVM options tell. */
    public static Inputs written(Inputs inputs) {
        return inputs.with(Inputs.JVM, Secrets.TELLING.hidden(inputs.facts().getOrDefault(Inputs.JVM, "")));
    }

    /** An environment as a file may have it: likewise. */
    public static Fingerprint written(Fingerprint where) {
        return where.facts().containsKey(JVM_OPTIONS)
                ? where.with(Map.of(JVM_OPTIONS, Secrets.TELLING.hidden(where.fact(JVM_OPTIONS))))
                : where;
    }

    /** {@code inputs} on a server of which these are the {@linkplain Database#facts() facts}. */
    public static Inputs on(Inputs inputs, Map<String, String> server) {
        String made = server.getOrDefault(Database.IMAGE_FACT, server.getOrDefault(Database.ARTIFACT_FACT, ""));
        return inputs
                .with(Inputs.SERVER, Stream.of(server.getOrDefault(Fingerprint.DATABASE_VERSION, ""), made)
                        .filter(part -> !part.isEmpty()).collect(Collectors.joining(", ")))
                .with(Inputs.SETTINGS, server.getOrDefault(Database.SETTINGS_FACT, ""));
    }

    /**
     * The record of a cell that need not be measured, because both arms depend on the same inputs.
     *
     * @param connections that it would have had
     */
    public static CellMeasurement spared(CellId cell, ArmSetup candidate, Inputs inputs, int connections) {
        return new CellMeasurement(cell,
                new Setup(candidate.recipe().recipe(), Optional.empty(), connections,
                        new TreeMap<>(Map.of(Arm.CANDIDATE, inputs, Arm.BASELINE, inputs))),
                new Timed(0, List.of(), List.of(), List.of(), Optional.empty(), false), Untimed.NOTHING);
    }

    /** Whether the arms have the cell's workload and expect the same results of it, so that they can race. */
    public static boolean comparable(CellId cell, ArmSetup one, ArmSetup other) {
        Optional<String> results = results(cell, one);
        return results.isPresent() && results.equals(results(cell, other));
    }

    private static Optional<String> results(CellId cell, ArmSetup setup) {
        return setup.harness().description().workload(cell).map(Description.Workload::results);
    }

    private WorkerClasses classes(ArmSetup setup) {
        return classes.computeIfAbsent(setup.harness().classPath(), path -> {
            WorkerClasses found = WorkerClasses.in(path.stream().map(copies).toList());
            if (found.isEmpty()) {
                throw new IllegalStateException(path + " holds no class of Regatta: build it with `mvn compile`");
            }
            return found;
        });
    }

    /** Jars that hold no class of Regatta; in the order of their names. */
    private String libraries(List<Path> harness) {
        return libraries.computeIfAbsent(harness, this::readLibraries);
    }

    private String readLibraries(List<Path> harness) {
        List<Path> jars = harness.stream()
                .filter(entry -> Files.isRegularFile(entry) && WorkerClasses.in(List.of(entry)).isEmpty())
                .sorted((one, other) -> one.getFileName().compareTo(other.getFileName())).toList();
        return jars.isEmpty()
                ? "none"
                : jars.stream().map(jar -> jar.getFileName().toString()).collect(Collectors.joining(" ")) + " "
                        + Inputs.sha256(jars.stream().map(InputFacts::checksum).toList()).substring(0, SHORT);
    }

    private static String checksum(Path jar) {
        try {
            return Inputs.sha256(Files.readAllBytes(jar));
        } catch (IOException e) {
            throw new UncheckedIOException(jar + " cannot be read", e);
        }
    }
}
