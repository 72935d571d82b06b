package dev.regatta.host;

import java.io.IOException;

/** Signals that Java cannot send by itself. */
public enum Signal {

    /** All threads stop where they are, whatever they wait for. */
    STOP,

    /** Those that were stopped go on. */
    CONT,

    /** A JVM writes its threads to its standard output. */
    QUIT;

    /**
     * Sends it.
     *
     * @throws IOException in one sentence, if it could not be sent
     */
    public void to(long process) throws IOException {
        var kill = ShortCommand.run(
                new ProcessBuilder("kill", "-" + this, Long.toString(process)).redirectErrorStream(true),
                ShortCommand.LIMIT);
        if (kill.exitCode() != 0) {
            throw new IOException(
                    "process " + process + " could not be sent SIG" + this + ": " + kill.output().strip());
        }
    }
}
