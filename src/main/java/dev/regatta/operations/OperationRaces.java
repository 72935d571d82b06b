package dev.regatta.operations;

import java.util.List;
import java.util.Optional;

/**
 * What races operations. It is told names and a class path only, because it runs in a process of its own: see
 * {@link EngineProcess}.
 */
public interface OperationRaces {

    /**
     * Opens a run of these operations.
     *
     * @param operations all that will be asked for
     * @param classPath  of today's code, with the separator of the platform
     * @throws RuntimeException with one sentence, if nothing can be raced
     */
    Run open(List<OperationCase> operations, String classPath);

    /** A run of operations. */
    interface Run extends AutoCloseable {

        /** Whether racing it takes a database: where nothing differs, none is started. */
        boolean needsDatabase(OperationCase operation);

        /**
         * Races one of the operations, once.
         *
         * @param server that its class gave; empty for that of the settings, and where no database is needed
         */
        Ruling race(OperationCase operation, Optional<GivenServer> server);

        /**
         * Ends the run and reports.
         *
         * @throws AssertionError with one sentence, if the run is no pass
         */
        @Override
        void close();
    }

    /** What came out for an operation, each with a sentence for people. */
    sealed interface Ruling {

        /** The sentence. */
        String sentence();

        /** Not slower, or nothing that it depends on differs. */
        record Passed(String sentence) implements Ruling {}

        /** Slower, or wrong. */
        record Failed(String sentence) implements Ruling {}

        /** Neither is known. */
        record Undecided(String sentence) implements Ruling {}
    }

    /** What races has ended, and races no more; the message is one sentence. */
    final class Lost extends IllegalStateException {

        private static final long serialVersionUID = 1;

        Lost(String sentence) {
            super(sentence);
        }
    }
}
