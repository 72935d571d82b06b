package dev.regatta.operations;

import java.util.Objects;

/**
 * One operation on one threading, by its names: what races it need not load the class.
 *
 * @param database  {@code postgresql} or {@code mariadb}
 * @param type      the name of the class
 * @param method    the name of the method
 * @param threading {@code platform}, {@code virtual} or {@code event-loop}
 * @param inFlight  how many are in flight at a time
 */
public record OperationCase(String database, String type, String method, String threading, int inFlight) {

    /** Checks that every part is there. */
    public OperationCase {
        Objects.requireNonNull(database);
        Objects.requireNonNull(type);
        Objects.requireNonNull(method);
        Objects.requireNonNull(threading);
        if (inFlight < 1 || inFlight > 1000) {
            throw new IllegalArgumentException(
                    method + ": " + inFlight + " operations cannot be in flight, expected 1 to 1000");
        }
    }

    /** For people: {@code openOrders [virtual]}. */
    @Override
    public String toString() {
        return method + " [" + threading + "]";
    }
}
