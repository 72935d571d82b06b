package dev.regatta.experiment;

/** A client returned something else than its workload expects: whatever it was run for, its cell is worth nothing. */
final class WrongResults extends MeasurementFailure {

    private static final long serialVersionUID = 1;

    WrongResults(String sentence) {
        super(sentence);
    }
}
