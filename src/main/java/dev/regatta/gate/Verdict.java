package dev.regatta.gate;

import dev.regatta.baseline.Metric;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import java.util.List;
import java.util.Locale;

/** What is concluded about a cell. Only {@link Unchanged} and {@link Improved} are good news; nothing else is a pass. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "verdict")
@JsonSubTypes({@JsonSubTypes.Type(value = Verdict.Unchanged.class, name = "unchanged"),
        @JsonSubTypes.Type(value = Verdict.Improved.class, name = "improved"),
        @JsonSubTypes.Type(value = Verdict.Regressed.class, name = "regressed"),
        @JsonSubTypes.Type(value = Verdict.Inconclusive.class, name = "inconclusive"),
        @JsonSubTypes.Type(value = Verdict.Incomparable.class, name = "incomparable"),
        @JsonSubTypes.Type(value = Verdict.Invalid.class, name = "invalid")})
public sealed interface Verdict {

    /** One sentence that names the cell, what was found and how certain it is. */
    String reason();

    /** Whether the cell may pass. */
    default boolean good() {
        return switch (this) {
            case Unchanged unchanged -> true;
            case Improved improved -> true;
            case Regressed regressed -> false;
            case Inconclusive inconclusive -> false;
            case Incomparable incomparable -> false;
            case Invalid invalid -> false;
        };
    }

    /** The verdict's name in a table. */
    default String word() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** No metric changed by more than its limit. */
    record Unchanged(String reason) implements Verdict {}

    /** A metric became better for certain, and none worse than its limit. */
    record Improved(String reason) implements Verdict {}

    /**
     * A metric became worse for certain.
     *
     * @param metrics the sampled metrics that did; empty when only a count did
     */
    record Regressed(String reason, List<Metric> metrics) implements Verdict {

        /** Copies the list. */
        public Regressed {
            metrics = List.copyOf(metrics);
        }
    }

    /** The measurement is sound and says too little. */
    record Inconclusive(String reason) implements Verdict {}

    /** There is a baseline, but of too different an environment. */
    record Incomparable(String reason) implements Verdict {}

    /** There is no measurement or no baseline to speak of. */
    record Invalid(String reason) implements Verdict {}
}
