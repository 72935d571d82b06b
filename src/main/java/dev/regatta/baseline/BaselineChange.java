package dev.regatta.baseline;

import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import com.fasterxml.jackson.annotation.JsonProperty;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing that differs between the baselines of two branches.
 *
 * @param database    whose file
 * @param environment where it was measured; empty for a recipe, which holds everywhere
 * @param part        what it is
 * @param name        its cell, client or client stack; empty for an environment
 * @param kind        what became of it
 * @param differences what differs; for a thing added, what it holds
 * @param reason      why, as the file says; empty where it has no place for that
 * @param problem     why it cannot be accepted, in one sentence; empty when it can
 */
public record BaselineChange(Dialect database, Optional<Fingerprint> environment, Part part, String name, Kind kind,
        List<Difference> differences, String reason, Optional<String> problem) {

    /** A part of a baseline file. */
    public enum Part {
        /** The jars and options of a client stack. */
        @JsonProperty("recipe")
        RECIPE,
        /** All that was measured in one place. */
        @JsonProperty("environment")
        ENVIRONMENT,
        /** How much a client's measurements scatter there. */
        @JsonProperty("noise")
        NOISE,
        /** What a cell is compared with there. */
        @JsonProperty("cell")
        CELL
    }

    /** What became of it. */
    public enum Kind {
        /** It was not there. */
        @JsonProperty("added")
        ADDED,
        /** It is not there any more. */
        @JsonProperty("removed")
        REMOVED,
        /** It holds something else. */
        @JsonProperty("changed")
        CHANGED
    }

    /**
     * One value that differs.
     *
     * @param change what, from what, to what
     * @param ratio  whether it is a ratio to the wire
     * @param looser whether a gate that compares with it sees less
     */
    public record Difference(Change change, boolean ratio, boolean looser) {

        /** Checks that there is a change. */
        public Difference {
            Objects.requireNonNull(change);
        }
    }

    /** Copies the list. */
    public BaselineChange {
        Objects.requireNonNull(database);
        Objects.requireNonNull(environment);
        Objects.requireNonNull(part);
        Objects.requireNonNull(name);
        Objects.requireNonNull(kind);
        differences = List.copyOf(differences);
        Objects.requireNonNull(reason);
        Objects.requireNonNull(problem);
    }

    /** Whether a gate that compares with it sees less than before. */
    public boolean looser() {
        return kind == Kind.REMOVED || differences.stream().anyMatch(Difference::looser);
    }

    /** Whether it is an entry that claims less than before, or claims something for the first time. */
    public boolean looserRatio() {
        return part == Part.CELL && (kind == Kind.ADDED
                || differences.stream().anyMatch(difference -> difference.ratio() && difference.looser()));
    }

    /** This change with {@code why} as its problem, unless it already has a problem. */
    public BaselineChange refused(String why) {
        return problem.isPresent()
                ? this
                : new BaselineChange(database, environment, part, name, kind, differences, reason, Optional.of(why));
    }

    /** Where it was measured, in a few words: the facts people tell environments apart by. */
    public String where() {
        return environment.map(there -> there.fact(Fingerprint.DATABASE_MODE) + " "
                + there.fact(Fingerprint.DATABASE_VERSION) + ", JDK " + there.fact(Fingerprint.JDK)
                + ", " + there.fact("cpu.model")
                + Stream.of(Fingerprint.LATENCY, Fingerprint.TLS).filter(there.facts()::containsKey)
                        .map(name -> ", " + name + " " + there.fact(name)).collect(Collectors.joining()))
                .orElse("everywhere");
    }

    /** What it is, in words: {@code cell postgresql/pgjdbc+hikari/virtual/select-1}. */
    public String what() {
        return switch (part) {
            case RECIPE -> "recipe of " + name;
            case ENVIRONMENT -> "environment";
            case NOISE -> "noise of " + name;
            case CELL -> name;
        };
    }
}
