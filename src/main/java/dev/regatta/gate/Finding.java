package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.List;

/** What a look found, and in which metrics. */
sealed interface Finding {

    /** No metric became worse by more than its limit, and none seems to have become better by as much. */
    record Same() implements Finding {}

    /** A collapse is ruled out. */
    record NoCollapse() implements Finding {}

    /** These became worse. */
    record Worse(List<Metric> metrics) implements Finding {

        /** Copies the list. */
        public Worse {
            metrics = List.copyOf(metrics);
        }
    }

    /** These became better and none worse. */
    record Better(List<Metric> metrics) implements Finding {

        /** Copies the list. */
        public Better {
            metrics = List.copyOf(metrics);
        }
    }
}
