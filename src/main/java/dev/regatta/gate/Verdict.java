package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Change;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is concluded about a cell, and why. These pass: {@link Unchanged} and {@link Improved}, the outcomes of a race,
 * and {@link NotRaced}, the outcome of a short check, which rules out a collapse and no more. The numbers are those of
 * the {@link CellVerdict}; package {@code report} makes a sentence of both.
 */
public sealed interface Verdict {

    /** Which of them it is. */
    default VerdictKind kind() {
        return switch (this) {
            case Regressed lost -> VerdictKind.REGRESSED;
            case Invalid invalid -> VerdictKind.INVALID;
            case Inconclusive undecided -> VerdictKind.INCONCLUSIVE;
            case Unchanged same -> VerdictKind.UNCHANGED;
            case Improved better -> VerdictKind.IMPROVED;
            case NotRaced checked -> VerdictKind.NOT_RACED;
        };
    }

    /** Whether the cell may pass. */
    default boolean good() {
        return !kind().fails(true);
    }

    /** Why, in a few words; empty where the name says it all, or only a sentence can. */
    default Optional<String> reason() {
        return switch (this) {
            case Unchanged same -> same.declared().map(lost -> "but for a declared loss");
            case NotRaced checked ->
                Optional.of(checked.changed().isEmpty() ? "same inputs" : "old form not available");
            case Inconclusive(Doubt doubt) -> Optional.of(doubt.word());
            default -> Optional.empty();
        };
    }

    /** The verdict's name with its reason: {@code not raced (same inputs)}. */
    default String word() {
        return kind().word() + inBrackets();
    }

    /** The name of a verdict on the first of two clients. */
    default String wordBetweenClients() {
        return switch (this) {
            case Regressed lost -> "worse";
            case Improved better -> "better";
            case Unchanged same -> same.atTheEnd() ? "not worse" : "alike";
            default -> word();
        };
    }

    /** The same as the documentation writes it: {@code NotRaced (same inputs)}. */
    default String title() {
        return getClass().getSimpleName() + inBrackets();
    }

    private String inBrackets() {
        return reason().map(why -> " (" + why + ")").orElse("");
    }

    /** Whether the sentence is worth telling: it is no plain pass. */
    default boolean told() {
        return !(this instanceof Unchanged same && same.declared().isEmpty()
                || this instanceof NotRaced checked && checked.changed().isEmpty());
    }

    /**
     * No metric became worse by more than its limit; where the branch declares a loss, by more than that plus the limit.
     *
     * @param atTheEnd whether only the end of the measurement showed it, and a gain may be left
     * @param declared what is worse than on the base branch and declared by this one; empty where nothing is
     */
    record Unchanged(boolean atTheEnd, Optional<Regressed> declared) implements Verdict {

        /** Nothing is worse. */
        public Unchanged(boolean atTheEnd) {
            this(atTheEnd, Optional.empty());
        }
    }

    /**
     * A metric became better for certain, and none worse than its limit.
     *
     * @param metrics the sampled metrics that did; empty when the race ended without finding a gain, and the gain that
     *                makes up for the costs is plain in the end
     * @param costs   what increased, and is made up for by the gain
     * @param standstills    what stood still before; empty where both arms ended operations
     */
    record Improved(List<Metric> metrics, List<Cause> costs, Optional<Standstills> standstills) implements Verdict {

        /** Copies the lists. */
        public Improved {
            metrics = List.copyOf(metrics);
            costs = List.copyOf(costs);
            Objects.requireNonNull(standstills);
        }

        /** A gain of time only. */
        public Improved(List<Metric> metrics) {
            this(metrics, List.of(), Optional.empty());
        }
    }

    /**
     * All inputs are the baseline's, so that nothing can have become slower, or the old form of one that differs could not
     * be had. Counts are equal, and a collapse was ruled out where anything was timed; smaller losses were not.
     *
     * @param changed what differs and could not race; empty where all inputs are the same
     * @param spared  the first digits of the digest of the inputs, where these are the base branch's and nothing was
     *                measured
     */
    record NotRaced(List<Change> changed, Optional<String> spared) implements Verdict {

        /** Copies the list. */
        public NotRaced {
            changed = List.copyOf(changed);
            Objects.requireNonNull(spared);
        }
    }

    /**
     * A metric became worse for certain.
     *
     * @param metrics the sampled metrics that did; empty when only a count did
     * @param causes  what was read beside the times and is worse by itself
     * @param timing  the verdict by the timing alone
     * @param standstills    what stands still now, or stood still before where a cause decides; empty where both arms ended
     *                operations
     * @param claim   the loss that the branch declares; empty where it declares none
     * @param doubt   what would be in doubt without this loss: the timing, or a reading that is missing; empty where
     *                nothing would be
     */
    record Regressed(List<Metric> metrics, List<Cause> causes, VerdictKind timing, Optional<Standstills> standstills,
            Optional<StatedLoss> claim, Optional<Doubt> doubt) implements Verdict {

        /** Copies the lists. */
        public Regressed {
            metrics = List.copyOf(metrics);
            causes = List.copyOf(causes);
            Objects.requireNonNull(timing);
            Objects.requireNonNull(standstills);
            Objects.requireNonNull(claim);
            Objects.requireNonNull(doubt);
        }

        /** A loss of time only. */
        public Regressed(List<Metric> metrics) {
            this(metrics, List.of(), VerdictKind.REGRESSED, Optional.empty(), Optional.empty(), Optional.empty());
        }

        /** The same loss, of which the branch claims so much. */
        Regressed claimed(StatedLoss loss) {
            return new Regressed(metrics, causes, timing, standstills, Optional.of(loss), doubt);
        }
    }

    /** The measurement is sound and says too little, or there is nothing to compare it with. */
    record Inconclusive(Doubt doubt) implements Verdict {}

    /** There is no measurement or no baseline to speak of. */
    record Invalid(Flaw flaw) implements Verdict {}
}
