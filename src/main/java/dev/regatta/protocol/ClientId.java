package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.regatta.load.Threading;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client: driver + pool + access layer ({@code stack}, for example {@code pgjdbc+hikari}) on a threading model;
 * prints as {@code pgjdbc+hikari/virtual}. Where its pool has another size than there are operations in flight, the
 * client names it, as in {@code pgjdbc+hikari~4/virtual}. Where a run has several JDKs, the client also names its own,
 * as in {@code pgjdbc+hikari/virtual@21}; the same client with another pool or on another JDK is another client then.
 * The stack of a project's own code is the name of the class that has the operations.
 *
 * @param stack     driver, pool and access layer, or a class of a project
 * @param pool      connections of its pool; empty for as many as there are operations in flight
 * @param threading the threading model
 * @param jdk       the feature release of its JDK; empty for the one of the run's environment
 */
public record ClientId(String stack, Optional<Integer> pool, Threading threading, Optional<Integer> jdk)
        implements
            Comparable<ClientId> {

    private static final Pattern FORM = Pattern
            .compile("(?<stack>[^/~]+)(~(?<pool>[^/]*))?/(?<threading>[^@]*)(@(?<jdk>.*))?");

    /** Checks the stack's form. */
    public ClientId {
        Objects.requireNonNull(threading);
        Objects.requireNonNull(jdk);
        if (!stack.matches("[a-z0-9.-]+(\\+[a-z0-9.-]+)*|[\\w.$]+")) {
            throw new IllegalArgumentException(
                    "client stack '" + stack + "' is not of the form driver+pool, like pgjdbc+hikari");
        }
        if (pool.filter(size -> size < 1).isPresent()) {
            throw new IllegalArgumentException("a pool has at least one connection, got " + pool.get());
        }
    }

    /** A client with a connection for every operation in flight, on the JDK of the run's environment. */
    public ClientId(String stack, Threading threading) {
        this(stack, Optional.empty(), threading, Optional.empty());
    }

    /**
     * The client written as {@code stack/threading}, {@code stack~pool/threading}, or either with {@code @jdk}.
     *
     * @throws IllegalArgumentException naming what was expected
     */
    @JsonCreator
    public static ClientId of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "client '" + text + "' is not of the form stack/threading, like pgjdbc+hikari/virtual");
        }
        String pool = form.group("pool");
        if (pool != null && !pool.matches("[1-9]\\d{0,3}")) {
            throw new IllegalArgumentException("client '" + text + "' names no size of its pool behind its ~, expected "
                    + "a number from 1 to 9999 as in pgjdbc+hikari~4/virtual");
        }
        String jdk = form.group("jdk");
        if (jdk != null && !jdk.matches("[1-9]\\d?")) {
            throw new IllegalArgumentException("client '" + text + "' names no JDK behind its @, expected a feature "
                    + "release as in pgjdbc+hikari/virtual@21");
        }
        return new ClientId(form.group("stack"), Optional.ofNullable(pool).map(Integer::valueOf),
                Threading.of(form.group("threading")), Optional.ofNullable(jdk).map(Integer::valueOf));
    }

    /** This client on the JDK of this feature release. */
    public ClientId on(int feature) {
        return new ClientId(stack, pool, threading, Optional.of(feature));
    }

    /** This client without its JDK, as the books know it: there the JDK is a fact of the environment. */
    public ClientId onAnyJdk() {
        return new ClientId(stack, pool, threading, Optional.empty());
    }

    /** This client with a pool of this many connections. */
    public ClientId with(int connections) {
        return new ClientId(stack, Optional.of(connections), threading, jdk);
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
        return stack + pool.map(size -> "~" + size).orElse("") + "/" + threading.id()
                + jdk.map(feature -> "@" + feature).orElse("");
    }
}
