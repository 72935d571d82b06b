package dev.regatta.experiment;

/** A client returned something else than its workload expects: its cell is invalid, whatever the operation was run for. */
final class WrongResults extends MeasurementFailure {

    private static final long serialVersionUID = 1;

    WrongResults(String sentence) {
        super(sentence);
    }
}
