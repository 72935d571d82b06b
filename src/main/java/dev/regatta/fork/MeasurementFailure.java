package dev.regatta.fork;

import java.nio.file.Path;
import java.util.Optional;

/** Measuring a cell cannot go on; the message is the sentence the user reads. */
public class MeasurementFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Path file;

    /** A failure with its sentence. */
    public MeasurementFailure(String sentence) {
        super(sentence);
        file = null;
    }

    /** A failure with its sentence and its cause; it names the file that its cause names. */
    public MeasurementFailure(String sentence, Throwable cause) {
        super(sentence, cause);
        file = cause instanceof MeasurementFailure failure ? failure.file : null;
    }

    /** A failure whose sentence names a file that tells more, which must stay for the user. */
    public MeasurementFailure(String sentence, Path file) {
        super(sentence);
        this.file = file;
    }

    /** The file that the sentence names, if it names one. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }
}
