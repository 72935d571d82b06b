package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where a measurement was made, as named facts that do not change from minute to minute. Two equal fingerprints are one
 * environment class.
 */
public record Fingerprint(SortedMap<String, String> facts) {

    /** How the database came to be: {@code container}, {@code embedded} or {@code external}. */
    public static final String DATABASE_MODE = "database.mode";
    /** Product and version of the server. */
    public static final String DATABASE_VERSION = "database.version";
    /** Feature release of the JDK; absent in the results of a run whose clients name theirs. */
    public static final String JDK = "jdk";
    /**
     * How the workers reach the server: {@code bridge}, {@code mapped-port}, {@code loopback}, {@code host-address} for
     * another address of the same machine (also behind {@code mapped-port}), or {@code network}.
     */
    public static final String NETWORK_PATH = "network.path";
    /** How much longer a relay makes every round trip, like {@code 1 ms}; not a fact where there is none. */
    public static final String LATENCY = "network.latency";
    /** {@code on} where clients encrypt; not a fact where they do not. */
    public static final String TLS = "network.tls";
    /** CPU sets in the form {@code client=0 database=1}, or {@code none}. */
    public static final String PLACEMENT = "placement";

    /** Copies the facts. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Fingerprint {
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    }

    /** The facts, as the JSON form. */
    @JsonValue
    @Override
    public SortedMap<String, String> facts() {
        return facts;
    }

    /** Whether times measured here and there can be compared at all, if only with a wide tolerance. */
    public boolean comparableTo(Fingerprint other) {
        return fact(DATABASE_MODE).equals(other.fact(DATABASE_MODE)) && fact(LATENCY).equals(other.fact(LATENCY))
                && fact(TLS).equals(other.fact(TLS));
    }

    /** The value of a fact, or {@code unknown}. */
    public String fact(String name) {
        return facts.getOrDefault(name, "unknown");
    }

    /** The facts that differ from {@code other}, sorted by name. */
    public List<Change> changesFrom(Fingerprint other) {
        var names = new TreeSet<>(facts.keySet());
        names.addAll(other.facts.keySet());
        return names.stream().filter(name -> !Objects.equals(facts.get(name), other.facts.get(name)))
                .map(name -> new Change(name, other.fact(name), fact(name))).toList();
    }

    /** The environment of {@code client}: this one, on the JDK that the client names. */
    public Fingerprint of(ClientId client) {
        return client.jdk().map(feature -> with(Map.of(JDK, Integer.toString(feature)))).orElse(this);
    }

    /** This fingerprint with more facts. */
    public Fingerprint with(Map<String, String> more) {
        var all = new TreeMap<>(facts);
        all.putAll(more);
        return new Fingerprint(all);
    }
}
