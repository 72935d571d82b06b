package dev.regatta.gate;

import dev.regatta.analysis.Rival;
import dev.regatta.baseline.BookEntry;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.ServerName;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was compared with what.
 *
 * @param sameDriver the driver of both, {@code postgresql 42.7.14}, where they have one recipe; else empty. A project's
 *                   class path has many a jar that is the same: there it is named only if nothing differs
 * @param changes    what differs between the arms of a duel: first versions of what the client is made of, then options,
 *                   JDK, code and server, then versions of the jars that come with it. Of two clients that are made of
 *                   other parts, the parts are no difference of their own
 * @param stored     the entry of the book that the candidate is compared with; empty in a duel
 * @param rival      the client that ran as the baseline; empty unless two clients raced
 */
public record Versions(Optional<String> sameDriver, List<Change> changes, Optional<BookEntry> stored,
        Optional<ClientId> rival) {

    /** The inputs that come from a checkout. */
    private static final Set<String> CODE = Set.of(Inputs.CLIENT, Inputs.CLASSES, Inputs.LIBRARIES, Inputs.WORKLOAD,
            Inputs.DATA);

    /** Copies the list. */
    public Versions {
        Objects.requireNonNull(sameDriver);
        changes = List.copyOf(changes);
        Objects.requireNonNull(stored);
        Objects.requireNonNull(rival);
    }

    /** Of one client. */
    public Versions(Optional<String> sameDriver, List<Change> changes, Optional<BookEntry> stored) {
        this(sameDriver, changes, stored, Optional.empty());
    }

    /** Of a duel, or of two recipes that should have raced. */
    static Versions of(CellMeasurement measurement, Recipe older) {
        List<Change> changes = changes(measurement, older);
        Optional<ClientId> rival = Rival.of(measurement);
        if (rival.isPresent()) {
            return new Versions(Optional.empty(), changes, Optional.empty(), rival);
        }
        boolean project = Stacks.find(older.stack()).isEmpty();
        return new Versions(Optional.of(older).filter(measurement.candidate()::equals)
                .filter(same -> !project || changes.isEmpty())
                .map(same -> driver(same, measurement.cell().database())), changes, Optional.empty());
    }

    /** Of a short check. */
    static Versions of(CellMeasurement measurement, BookEntry entry) {
        return new Versions(Optional.of(driver(measurement)), List.of(), Optional.of(entry));
    }

    /** The driver of what is judged. */
    static String driver(CellMeasurement measurement) {
        return driver(measurement.candidate(), measurement.cell().database());
    }

    /**
     * A recipe's first jar, which is the driver: {@code postgresql 42.7.14}. Of a project's class path it is the first
     * driver of this database, and what races where none is known.
     */
    static String driver(Recipe recipe, Dialect database) {
        Stream<Artifact> jars = recipe.artifacts().stream();
        if (Stacks.find(recipe.stack()).isEmpty()) {
            Set<String> drivers = drivers(database);
            jars = jars.filter(jar -> drivers.contains(jar.module()));
        }
        return jars.findFirst().map(Versions::jar).orElse(recipe.stack());
    }

    /** What clients of this database have in front, and those of no other one: their drivers. */
    private static Set<String> drivers(Dialect database) {
        Map<Boolean, Set<String>> first = Stacks.released().stream().collect(Collectors.partitioningBy(
                stack -> stack.databases().equals(Set.of(database)),
                Collectors.mapping(stack -> stack.roots().getFirst().module(), Collectors.toSet())));
        return first.get(true).stream().filter(module -> !first.get(false).contains(module))
                .collect(Collectors.toSet());
    }

    /** The modules that a client is made of; those of all clients where it is a project's own. */
    private static Stream<String> roots(Recipe recipe) {
        return Stacks.find(recipe.stack()).map(Stream::of).orElseGet(() -> Stacks.released().stream())
                .flatMap(stack -> stack.roots().stream()).map(Root::module).distinct();
    }

    /** The checkout whose classes a fork ran. */
    public static String code(ForkStart fork) {
        return fork.code().isEmpty() ? "this checkout" : fork.code();
    }

    /** A jar without its group: {@code postgresql 42.7.14}. */
    public static String jar(Artifact jar) {
        return jar.name() + " " + jar.told();
    }

    private static List<Change> changes(CellMeasurement measurement, Recipe older) {
        Recipe candidate = measurement.candidate();
        var parts = new ArrayList<>(candidate.changesFrom(older));
        if (!candidate.stack().equals(older.stack()) && Rival.of(measurement).isPresent()) {
            parts.removeIf(part -> !part.what().equals(Inputs.OPTIONS));
        }
        var first = Stream.concat(roots(candidate).map(Artifact::name), Stream.of(Inputs.OPTIONS));
        var changes = new ArrayList<>(first
                .flatMap(name -> parts.stream().filter(part -> part.what().equals(name))).toList());
        parts.removeAll(changes);
        changed("JDK", jdk(Arm.BASELINE, measurement), jdk(Arm.CANDIDATE, measurement)).ifPresent(changes::add);
        if (!sameCode(measurement)) {
            changed("code", fact(Arm.BASELINE, measurement, Versions::code),
                    fact(Arm.CANDIDATE, measurement, Versions::code)).ifPresent(changes::add);
        }
        server(Arm.BASELINE, measurement)
                .flatMap(was -> server(Arm.CANDIDATE, measurement).flatMap(is -> is.changeFrom(was)))
                .ifPresent(changes::add);
        changes.addAll(parts);
        return changes;
    }

    /** Whether both arms ran equal classes on equal data, be they of one checkout or of two. */
    private static boolean sameCode(CellMeasurement measurement) {
        return measurement.inputs(Arm.CANDIDATE).map(inputs -> inputs.only(CODE))
                .equals(measurement.inputs(Arm.BASELINE).map(inputs -> inputs.only(CODE)))
                && measurement.inputs(Arm.CANDIDATE).isPresent();
    }

    /** The change of one fact between both arms; empty if there is none, or if it is not known of an arm. */
    private static Optional<Change> changed(String what, Optional<String> was, Optional<String> is) {
        return was.flatMap(older -> is.filter(newer -> !newer.equals(older))
                .map(newer -> new Change(what, older, newer)));
    }

    private static Optional<String> jdk(Arm arm, CellMeasurement measurement) {
        return fact(arm, measurement, ForkStart::jdk).or(() -> input(arm, measurement, Inputs.JDK));
    }

    private static Optional<ServerName> server(Arm arm, CellMeasurement measurement) {
        return fact(arm, measurement, ForkStart::server)
                .orElseGet(() -> input(arm, measurement, Inputs.SERVER).map(ServerName::of));
    }

    /** What an arm was to run on, for one that ended before its forks were warm and told it. */
    private static Optional<String> input(Arm arm, CellMeasurement measurement, String name) {
        return measurement.inputs(arm).flatMap(inputs -> Optional.ofNullable(inputs.facts().get(name)));
    }

    private static <T> Optional<T> fact(Arm arm, CellMeasurement measurement, Function<ForkStart, T> of) {
        return measurement.forks().stream().filter(fork -> fork.arm() == arm).map(of).findFirst();
    }
}
