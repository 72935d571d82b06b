package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.regatta.load.Threading;

import java.util.Objects;
import java.util.Optional;

/**
 * A client: driver + pool + access layer ({@code stack}, for example {@code pgjdbc+hikari}) on a threading model; prints
 * as {@code pgjdbc+hikari/virtual}. Where a run has several JDKs, the client also names its own, as in
 * {@code pgjdbc+hikari/virtual@21}; the same client on another JDK is another client then.
 *
 * @param stack     driver, pool and access layer
 * @param threading the threading model
 * @param jdk       the feature release of its JDK; empty for the one of the run's environment
 */
public record ClientId(String stack, Threading threading, Optional<Integer> jdk) implements Comparable<ClientId> {

    /** Checks the stack's form. */
    public ClientId {
        Objects.requireNonNull(threading);
        Objects.requireNonNull(jdk);
        if (!stack.matches("[a-z0-9.-]+(\\+[a-z0-9.-]+)*")) {
            throw new IllegalArgumentException(
                    "client stack '" + stack + "' is not of the form driver+pool, like pgjdbc+hikari");
        }
    }

    /** A client on the JDK of the run's environment. */
    public ClientId(String stack, Threading threading) {
        this(stack, threading, Optional.empty());
    }

    /**
     * The client written as {@code stack/threading} or {@code stack/threading@jdk}.
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
        int at = text.indexOf('@', slash);
        if (at < 0) {
            return new ClientId(text.substring(0, slash), Threading.of(text.substring(slash + 1)));
        }
        if (!text.substring(at + 1).matches("[1-9]\\d?")) {
            throw new IllegalArgumentException("client '" + text + "' names no JDK behind its @, expected a feature "
                    + "release as in pgjdbc+hikari/virtual@21");
        }
        return new ClientId(text.substring(0, slash), Threading.of(text.substring(slash + 1, at)))
                .on(Integer.parseInt(text.substring(at + 1)));
    }

    /** This client on the JDK of this feature release. */
    public ClientId on(int feature) {
        return new ClientId(stack, threading, Optional.of(feature));
    }

    /** This client without its JDK, as the books know it: there the JDK is a fact of the environment. */
    public ClientId onAnyJdk() {
        return new ClientId(stack, threading);
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
        return stack + "/" + threading.id() + jdk.map(feature -> "@" + feature).orElse("");
    }
}
