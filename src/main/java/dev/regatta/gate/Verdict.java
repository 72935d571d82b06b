package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import java.util.List;

/**
 * What is concluded about a cell. {@link Unchanged} and {@link Improved} are the outcome of a race; {@link SameInputs} and
 * {@link NotRaced} are the outcome of a short check, which rules out a collapse and no more. Nothing else is a pass.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "verdict")
@JsonSubTypes({@JsonSubTypes.Type(value = Verdict.Unchanged.class, name = "unchanged"),
        @JsonSubTypes.Type(value = Verdict.Improved.class, name = "improved"),
        @JsonSubTypes.Type(value = Verdict.SameInputs.class, name = "sameInputs"),
        @JsonSubTypes.Type(value = Verdict.NotRaced.class, name = "notRaced"),
        @JsonSubTypes.Type(value = Verdict.Accepted.class, name = "accepted"),
        @JsonSubTypes.Type(value = Verdict.Regressed.class, name = "regressed"),
        @JsonSubTypes.Type(value = Verdict.Inconclusive.class, name = "inconclusive"),
        @JsonSubTypes.Type(value = Verdict.Incomparable.class, name = "incomparable"),
        @JsonSubTypes.Type(value = Verdict.Invalid.class, name = "invalid")})
public sealed interface Verdict {

    /** One sentence that names the cell, what was found and how certain it is. */
    String reason();

    /** Which of them it is. */
    default VerdictKind kind() {
        return VerdictKind.of(this);
    }

    /** Whether the cell may pass. */
    default boolean good() {
        return kind().good();
    }

    /** The verdict's name in a table. */
    default String word() {
        return kind().word();
    }

    /** No metric changed by more than its limit. */
    record Unchanged(String reason) implements Verdict {}

    /** A metric became better for certain, and none worse than its limit. */
    record Improved(String reason) implements Verdict {}

    /**
     * Everything the cell depends on is what the baseline was measured with, so that nothing can have become slower; counts
     * are equal, and a collapse was ruled out where anything was timed. It says nothing about smaller losses.
     */
    record SameInputs(String reason) implements Verdict {}

    /**
     * Something the cell depends on differs from the baseline's, and its old form could not be had to race against. Counts
     * are equal and a collapse was ruled out. It says nothing about smaller losses.
     */
    record NotRaced(String reason) implements Verdict {}

    /**
     * Something became worse for certain against the base branch, and no more than the branch's own entry of the cell, which
     * was measured again and gives a reason, says it did.
     */
    record Accepted(String reason) implements Verdict {}

    /**
     * A metric became worse for certain.
     *
     * @param metrics the sampled metrics that did; empty when only a count did
     * @param causes  what was read beside the times and is worse by itself
     */
    record Regressed(String reason, List<Metric> metrics, @JsonIgnore List<Cause> causes) implements Verdict {

        /** Copies the lists. */
        public Regressed {
            metrics = List.copyOf(metrics);
            causes = List.copyOf(causes);
        }

        /** A loss of time only. */
        public Regressed(String reason, List<Metric> metrics) {
            this(reason, metrics, List.of());
        }
    }

    /**
     * The measurement is sound and says too little.
     *
     * @param end when it ended without a decision, as {@code when the time budget ended}; empty where it could not have decided
     */
    record Inconclusive(String reason, @JsonInclude(JsonInclude.Include.NON_EMPTY) String end) implements Verdict {

        /** One that could not have decided. */
        public Inconclusive(String reason) {
            this(reason, "");
        }
    }

    /** There is a baseline, but of too different an environment. */
    record Incomparable(String reason) implements Verdict {}

    /** There is no measurement or no baseline to speak of. */
    record Invalid(String reason) implements Verdict {}
}
