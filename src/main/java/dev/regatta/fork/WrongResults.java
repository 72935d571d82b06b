package dev.regatta.fork;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Slice;
import dev.regatta.workload.Workload;

/**
 * A client returned something else than its workload expects: its cell is invalid, whatever the operation was run for.
 */
public final class WrongResults extends MeasurementFailure {

    private static final long serialVersionUID = 1;

    private WrongResults(String sentence) {
        super(sentence);
    }

    /** Throws if operations of an untimed slice returned something else than they should have. */
    public static void none(Slice slice, Arm arm, Workload workload, String meanwhile) throws WrongResults {
        none(slice.wrong(), arm + " arm", "operations of " + workload.id() + " " + meanwhile + ", first",
                slice.problem());
    }

    /** Throws if results of a slice were wrong, or if operations failed. */
    public static void noneAndNoErrors(Slice slice, Arm arm, Workload workload, String meanwhile)
            throws MeasurementFailure {
        none(slice, arm, workload, meanwhile);
        if (slice.errors() > 0) {
            throw new MeasurementFailure("the " + arm + " arm failed " + meanwhile + ": " + slice.problem());
        }
    }

    /**
     * Throws if results were wrong.
     *
     * @param wrong   how many
     * @param who     returned them
     * @param of      what they are results of
     * @param problem the first of them in words
     */
    public static void none(int wrong, String who, String of, String problem) throws WrongResults {
        if (wrong > 0) {
            throw new WrongResults("the " + who + " returned wrong results for " + wrong + " " + of + ": " + problem);
        }
    }
}
