package dev.regatta.project;

import dev.regatta.operations.OperationCase;
import dev.regatta.operations.Recording;

import java.nio.file.Path;

/**
 * What today's code is compared with.
 *
 * @param name for people: {@code origin/main (1a2b3c4d5e6f)}, or a folder
 * @param root the folder of its checkout
 * @param told what its own build would race
 */
record Base(String name, Path root, Recording told) {

    /** Whether it has an operation, on whatever threads. */
    boolean has(OperationCase operation) {
        return told.operations().stream().anyMatch(other -> other.type().equals(operation.type())
                && other.method().equals(operation.method()));
    }

    /** There is no base that could race, for this reason. */
    static final class Missing extends Exception {

        private static final long serialVersionUID = 1;

        private final boolean isNew;

        Missing(String sentence) {
            this(sentence, false);
        }

        private Missing(String sentence, boolean isNew) {
            super(sentence);
            this.isNew = isNew;
        }

        /** The base is there, and what would race is not in it. */
        static Missing ofNew(String sentence) {
            return new Missing(sentence, true);
        }

        /** Whether that is no fault of anybody: no change could add an operation otherwise. */
        boolean isNew() {
            return isNew;
        }
    }
}
