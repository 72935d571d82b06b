package dev.regatta.gate;

import dev.regatta.baseline.BookEntry;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What was compared with what.
 *
 * @param sameDriver the driver of both, {@code postgresql 42.7.14}, where they have one recipe; else empty
 * @param changes    what differs between the arms of a duel, {@code module old -> new}: first versions of what the
 *                   client is made of, then options, JDK, code and server, then versions of the jars that come with it
 * @param stored     the entry of the book that the candidate is compared with; empty in a duel
 */
public record Versions(Optional<String> sameDriver, List<String> changes, Optional<BookEntry> stored) {

    /** The inputs that come from a checkout. */
    private static final Set<String> CODE = Set.of(Inputs.CLIENT, Inputs.CLASSES, Inputs.LIBRARIES, Inputs.WORKLOAD,
            Inputs.DATA);

    /** Copies the list. */
    public Versions {
        Objects.requireNonNull(sameDriver);
        changes = List.copyOf(changes);
        Objects.requireNonNull(stored);
    }

    /** Of a duel, or of two recipes that should have raced. */
    static Versions of(CellMeasurement measurement, Recipe older) {
        return new Versions(Optional.of(older).filter(measurement.candidate()::equals).map(Versions::driver),
                changes(measurement, older), Optional.empty());
    }

    /** Of a short check. */
    static Versions of(CellMeasurement measurement, BookEntry entry) {
        return new Versions(Optional.of(driver(measurement.candidate())), List.of(), Optional.of(entry));
    }

    /** A recipe's first jar, which is the driver: {@code postgresql 42.7.14}. */
    static String driver(Recipe recipe) {
        return recipe.artifacts().stream().findFirst().map(Versions::jar).orElse(recipe.stack());
    }

    /** The checkout whose classes a fork ran. */
    public static String code(ForkStart fork) {
        return fork.code().isEmpty() ? "this checkout" : fork.code();
    }

    /** A jar without its group: {@code postgresql 42.7.14}. */
    public static String jar(Artifact jar) {
        return jar.module().substring(jar.module().indexOf(':') + 1) + " " + jar.version();
    }

    private static List<String> changes(CellMeasurement measurement, Recipe older) {
        var jars = new ArrayList<String>();
        var changes = new ArrayList<String>();
        Recipe candidate = measurement.candidate();
        var parts = candidate.changesFrom(older);
        var roots = Stacks.find(candidate.stack()).map(Stack::roots).orElse(List.of()).stream()
                .map(root -> root.module().substring(root.module().indexOf(':') + 1) + " ").toList();
        roots.forEach(root -> parts.stream().filter(part -> part.startsWith(root)).forEach(changes::add));
        parts.stream().filter(part -> !changes.contains(part))
                .forEach(part -> (part.startsWith("options ") ? changes : jars).add(part));
        changed("JDK", measurement, ForkStart::jdk).ifPresent(changes::add);
        if (!sameCode(measurement)) {
            changed("code", measurement, Versions::code).ifPresent(changes::add);
        }
        server(fact(Arm.BASELINE, measurement, ForkStart::server).orElse(""),
                fact(Arm.CANDIDATE, measurement, ForkStart::server).orElse("")).ifPresent(changes::add);
        changes.addAll(jars);
        return changes;
    }

    /** Whether both arms ran equal classes on equal data, be they of one checkout or of two. */
    private static boolean sameCode(CellMeasurement measurement) {
        return measurement.inputs(Arm.CANDIDATE).map(inputs -> inputs.only(CODE))
                .equals(measurement.inputs(Arm.BASELINE).map(inputs -> inputs.only(CODE)))
                && measurement.inputs(Arm.CANDIDATE).isPresent();
    }

    /**
     * The first part of two servers' names that differs: {@code server PostgreSQL 17.5 -> PostgreSQL 18.6}, or else the
     * artifact, the image or the hash of the settings.
     */
    private static Optional<String> server(String older, String newer) {
        if (older.isEmpty() || newer.isEmpty()) {
            return Optional.empty();
        }
        String[] was = older.split(", ");
        String[] is = newer.split(", ");
        return IntStream.range(0, Math.min(was.length, is.length)).filter(part -> !was[part].equals(is[part]))
                .mapToObj(part -> "server " + shortened(was[part]) + " -> " + shortened(is[part])).findFirst();
    }

    /** With 12 digits of a digest. */
    private static String shortened(String server) {
        return server.replaceAll("(sha256:[0-9a-f]{12})[0-9a-f]{52}", "$1");
    }

    /**
     * The change of one fact between the forks of both arms, in words; empty if there is none, or if an arm did not
     * run.
     */
    private static Optional<String> changed(String what, CellMeasurement measurement, Function<ForkStart, String> of) {
        return fact(Arm.BASELINE, measurement, of).flatMap(older -> fact(Arm.CANDIDATE, measurement, of)
                .filter(newer -> !newer.equals(older)).map(newer -> what + " " + older + " -> " + newer));
    }

    private static Optional<String> fact(Arm arm, CellMeasurement measurement, Function<ForkStart, String> of) {
        return measurement.forks().stream().filter(fork -> fork.arm() == arm).map(of).findFirst();
    }
}
