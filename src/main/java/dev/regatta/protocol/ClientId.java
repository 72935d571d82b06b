package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.regatta.load.Threading;

import java.util.Objects;

/**
 * A client: driver + pool + access layer ({@code stack}, for example {@code pgjdbc+hikari}) on a threading model; prints
 * as {@code pgjdbc+hikari/virtual}.
 */
public record ClientId(String stack, Threading threading) implements Comparable<ClientId> {

    /** Checks the stack's form. */
    public ClientId {
        Objects.requireNonNull(threading);
        if (!stack.matches("[a-z0-9.-]+(\\+[a-z0-9.-]+)*")) {
            throw new IllegalArgumentException(
                    "client stack '" + stack + "' is not of the form driver+pool, like pgjdbc+hikari");
        }
    }

    /**
     * The client written as {@code stack/threading}.
     *
     * @throws IllegalArgumentException naming what was expected
     */
    @JsonCreator
    public static ClientId of(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(
                    "client '" + text + "' is not of the form stack/threading, like pgjdbc+hikari/virtual");
        }
        return new ClientId(text.substring(0, slash), Threading.of(text.substring(slash + 1)));
    }

    /** Whether its operations run on virtual threads. */
    public boolean onVirtualThreads() {
        return threading == Threading.VIRTUAL;
    }

    @Override
    public int compareTo(ClientId other) {
        return toString().compareTo(other.toString());
    }

    @JsonValue
    @Override
    public String toString() {
        return stack + "/" + threading.id();
    }
}
