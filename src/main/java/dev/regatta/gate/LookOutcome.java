package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.List;

/** What a look found, and in which metrics. */
sealed interface LookOutcome {

    /** No metric became worse by more than its limit, and none seems to have become better by as much. */
    record Same() implements LookOutcome {}

    /** A collapse is ruled out. */
    record NoCollapse() implements LookOutcome {}

    /** These became worse. */
    record Worse(List<Metric> metrics) implements LookOutcome {

        /** Copies the list. */
        public Worse {
            metrics = List.copyOf(metrics);
        }
    }

    /** These became better and none worse. */
    record Better(List<Metric> metrics) implements LookOutcome {

        /** Copies the list. */
        public Better {
            metrics = List.copyOf(metrics);
        }
    }
}
