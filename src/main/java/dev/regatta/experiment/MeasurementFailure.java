package dev.regatta.experiment;

/** Measuring a cell cannot go on; the message is the sentence the user reads. */
public class MeasurementFailure extends Exception {

    private static final long serialVersionUID = 1;

    /** A failure with its sentence. */
    public MeasurementFailure(String sentence) {
        super(sentence);
    }

    /** A failure with its sentence and its cause. */
    public MeasurementFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
