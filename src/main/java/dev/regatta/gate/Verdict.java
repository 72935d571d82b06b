package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Fingerprint;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is concluded about a cell, and why. These pass: {@link Unchanged}, {@link Improved} and {@link Accepted}, the
 * outcomes of a race; and {@link SameInputs} and {@link NotRaced}, the outcomes of a short check, which rules out a
 * collapse and no more. The numbers are those of the {@link CellVerdict}; package {@code report} makes a sentence of
 * both.
 */
public sealed interface Verdict {

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

    /**
     * No metric changed by more than its limit.
     *
     * @param atTheEnd whether only the end of the measurement showed it, and a gain may be left
     */
    record Unchanged(boolean atTheEnd) implements Verdict {}

    /**
     * A metric became better for certain, and none worse than its limit.
     *
     * @param metrics the sampled metrics that did; empty when the race ended without finding a gain, and the gain that
     *                makes up for the costs is plain in the end
     * @param costs   what increased, and is made up for by the gain
     * @param halt    what stood still before; empty where both arms ended operations
     */
    record Improved(List<Metric> metrics, List<Cause> costs, Optional<Halt> halt) implements Verdict {

        /** Copies the lists. */
        public Improved {
            metrics = List.copyOf(metrics);
            costs = List.copyOf(costs);
            Objects.requireNonNull(halt);
        }

        /** A gain of time only. */
        public Improved(List<Metric> metrics) {
            this(metrics, List.of(), Optional.empty());
        }
    }

    /**
     * Everything the cell depends on is what the baseline was measured with, so that nothing can have become slower;
     * counts are equal, and a collapse was ruled out where anything was timed. It says nothing about smaller losses.
     *
     * @param spared the first digits of the digest of the inputs, where these are the base branch's and nothing was
     *               measured
     */
    record SameInputs(Optional<String> spared) implements Verdict {}

    /**
     * Something the cell depends on differs from the baseline's, and its old form could not be had to race against.
     * Counts are equal and a collapse was ruled out. It says nothing about smaller losses.
     *
     * @param inputs what differs, each as old -> new
     */
    record NotRaced(List<String> inputs) implements Verdict {

        /** Copies the list. */
        public NotRaced {
            inputs = List.copyOf(inputs);
        }
    }

    /**
     * Something became worse for certain against the base branch, but a loss larger than what the branch's own entry of
     * the cell declares plus the limit is ruled out. That entry was measured again and gives a reason.
     */
    record Accepted(Regressed lost, StatedLoss claim) implements Verdict {}

    /**
     * A metric became worse for certain.
     *
     * @param metrics the sampled metrics that did; empty when only a count did
     * @param causes  what was read beside the times and is worse by itself
     * @param timing  the verdict by the timing alone
     * @param halt    what stands still now; empty where both arms ended operations
     * @param claim   the smaller loss that the branch declares; empty where it declares none
     * @param doubt   what would be in doubt without this loss: the timing, or a reading that is missing; empty where
     *                nothing would be
     */
    record Regressed(List<Metric> metrics, List<Cause> causes, VerdictKind timing, Optional<Halt> halt,
            Optional<StatedLoss> claim, Optional<Doubt> doubt) implements Verdict {

        /** Copies the lists. */
        public Regressed {
            metrics = List.copyOf(metrics);
            causes = List.copyOf(causes);
            Objects.requireNonNull(timing);
            Objects.requireNonNull(halt);
            Objects.requireNonNull(claim);
            Objects.requireNonNull(doubt);
        }

        /** A loss of time only. */
        public Regressed(List<Metric> metrics) {
            this(metrics, List.of(), VerdictKind.REGRESSED, Optional.empty(), Optional.empty(), Optional.empty());
        }

        /** A loss for which the branch claims less. */
        Regressed beyond(StatedLoss less) {
            return new Regressed(metrics, causes, timing, halt, Optional.of(less), doubt);
        }
    }

    /** The measurement is sound and says too little. */
    record Inconclusive(Doubt doubt) implements Verdict {}

    /**
     * There is a baseline, but of too different an environment.
     *
     * @param now    where the cell was measured
     * @param stored the environments that the baseline has
     */
    record Incomparable(Fingerprint now, List<Fingerprint> stored) implements Verdict {

        /** Copies the list. */
        public Incomparable {
            stored = List.copyOf(stored);
        }
    }

    /** There is no measurement or no baseline to speak of. */
    record Invalid(Flaw flaw) implements Verdict {}
}
