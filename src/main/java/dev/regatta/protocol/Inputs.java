package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that the result of one arm of a cell depends on, except for the machine: named facts, each a value that people
 * read or a SHA-256 in hexadecimal. Where two are equal, nothing in the build can have become slower.
 *
 * @param facts names to values; a fact that is not known is not there
 */
public record Inputs(SortedMap<String, String> facts) {

    /** SHA-256 of coordinates and checksums of the recipe's jars, in class-path order. */
    public static final String JARS = "jars";
    /** The driver's options: {@code none}, or their SHA-256. */
    public static final String OPTIONS = "options";
    /** What the catalog says of the client: {@code api JDBC, pool HIKARI}; missing in books older than this. */
    public static final String CLIENT = "client";
    /** SHA-256 of the workload's definition: its SQL, its shape, what it resets and which results it expects. */
    public static final String WORKLOAD = "workload";
    /** SHA-256 of the statements that make the data of all workloads on this database. */
    public static final String DATA = "data";
    /** SHA-256 of the class files of Regatta that a worker loads for this kind of client. */
    public static final String CLASSES = "classes";
    /** SHA-256 of the class files of the raw wire; only where it races. */
    public static final String WIRE = "wire";
    /** File names of the harness' own libraries and the first 12 digits of the SHA-256 of their contents. */
    public static final String LIBRARIES = "libraries";
    /** Feature release of the JDK. */
    public static final String JDK = "jdk";
    /** JVM options of the workers. */
    public static final String JVM = "jvm";
    /** Version of the server, and what it was made from: the artifact's file name, or the image with its digest. */
    public static final String SERVER = "server";
    /** First 12 digits of the SHA-256 of the settings the server was given. */
    public static final String SETTINGS = "settings";

    private static final List<String> DIGESTS = List.of(JARS, OPTIONS, WORKLOAD, DATA, CLASSES, WIRE);
    /** What a checkout of the base branch has the old form of. */
    private static final List<String> OF_A_CHECKOUT = List.of(CLIENT, WORKLOAD, DATA, CLASSES, LIBRARIES);
    /** What races by itself where its old form can be had. */
    private static final List<String> RACING = List.of(JDK, SERVER);

    /** Copies the facts and checks that each says something. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Inputs {
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        facts.forEach((name, value) -> {
            if (name.isBlank() || value == null || value.isBlank()) {
                throw new IllegalArgumentException("the input '" + name + "' has no value");
            }
        });
    }

    /** The facts, as the JSON form. */
    @JsonValue
    @Override
    public SortedMap<String, String> facts() {
        return facts;
    }

    /** One SHA-256 over all facts, 64 hexadecimal digits. */
    @JsonIgnore
    public String digest() {
        return sha256(facts.entrySet().stream().map(fact -> fact.getKey() + "=" + fact.getValue()).toList());
    }

    /** These facts and one more; an unknown value, an empty one, is none. */
    public Inputs with(String name, String value) {
        var more = new TreeMap<>(facts);
        if (value.isBlank()) {
            more.remove(name);
        } else {
            more.put(name, value);
        }
        return new Inputs(more);
    }

    /** Those of the facts that {@code names} names. */
    public Inputs only(Collection<String> names) {
        var kept = new TreeMap<>(facts);
        kept.keySet().retainAll(names);
        return new Inputs(kept);
    }

    /**
     * What differs from {@code older}, sorted by name; empty when nothing does. A fact that only one of them has
     * differs, except for the raw wire, which takes part in some measurements and not in others.
     */
    public List<Change> changesFrom(Inputs older) {
        var names = new TreeSet<>(facts.keySet());
        names.addAll(older.facts.keySet());
        var changes = new ArrayList<Change>();
        for (String name : names) {
            String then = older.facts.get(name);
            String now = facts.get(name);
            boolean apart = name.equals(WIRE) && (then == null || now == null);
            if (!apart && !Objects.equals(then, now)) {
                changes.add(DIGESTS.contains(name) && then != null && now != null
                        ? Change.of(name)
                        : new Change(name, words(name, then), words(name, now)));
            }
        }
        return List.copyOf(changes);
    }

    /** These changes, with those between both recipes in place of {@link #JARS} and {@link #OPTIONS}. */
    public static List<Change> named(List<Change> changes, Recipe recipe, Recipe older) {
        var parts = recipe.changesFrom(older).stream()
                .collect(Collectors.groupingBy(part -> part.what().equals(OPTIONS) ? OPTIONS : JARS));
        return changes.stream().flatMap(change -> parts.getOrDefault(change.what(), List.of(change)).stream()).toList();
    }

    /**
     * One sentence on inputs that differ from the baseline's and whose old form did not race: which they are, and what
     * to do to have them raced. It has no full stop.
     */
    public static String unraced(Collection<Change> changes) {
        var names = changes.stream().map(Change::what).toList();
        var others = names.stream().filter(name -> !RACING.contains(name) && !OF_A_CHECKOUT.contains(name)).toList();
        var remedies = Stream.of(
                names.stream().anyMatch(OF_A_CHECKOUT::contains)
                        ? "give -Dregatta.base=<checkout of the base branch> to race them"
                        : "",
                names.contains(JDK) ? "a JDK races another one that is installed" : "",
                names.contains(SERVER) ? "a server races another one that can be had" : "",
                others.isEmpty()
                        ? ""
                        : "what a new " + String.join(" or ", others)
                                + " changes is seen after `mvn verify -Dregatta.baseline=update` only")
                .filter(remedy -> !remedy.isEmpty()).collect(Collectors.joining("; "));
        return Change.words(changes)
                + (changes.size() == 1 && !names.getFirst().endsWith("s") ? " differs" : " differ")
                + " from the baseline's: " + remedies;
    }

    /** Driver options as the fact {@link #OPTIONS}. */
    public static String options(SortedMap<String, String> options) {
        return options.isEmpty()
                ? "none"
                : sha256(options.entrySet().stream().flatMap(option -> Stream.of(option.getKey(), option.getValue()))
                        .toList());
    }

    /** SHA-256 of texts, each apart from the next, as 64 hexadecimal digits. */
    public static String sha256(Collection<String> texts) {
        var parts = new ByteArrayOutputStream();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            parts.writeBytes((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            parts.writeBytes(bytes);
        }
        return sha256(parts.toByteArray());
    }

    /** SHA-256 of a file's content, as 64 hexadecimal digits. */
    public static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static String words(String name, String value) {
        return value == null
                ? "unknown"
                : DIGESTS.contains(name) ? value.substring(0, Math.min(8, value.length())) : value;
    }
}
