package dev.regatta.operations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line between the test JVM and the engine, over its standard input and output: fields, separated by tabs. The test
 * JVM has no library that reads JSON. What is no visible ASCII letter is written as {@code \\u} with its four digits, so
 * that any text arrives, whatever the encodings of the two JVMs are.
 *
 * @param fields the kind of line, then its values
 */
public record Line(List<String> fields) {

    /** What both sides must speak; the engine says it first. */
    public static final String FORM = "regatta engine 1";

    /** From the engine: {@link #FORM}. */
    public static final String READY = "ready";
    /** From the engine: a line for people. */
    public static final String SAID = "said";
    /** From the engine: a run is open. */
    public static final String OPENED = "opened";
    /** From the engine: {@link #PASSED}, {@link #FAILED} or {@link #UNDECIDED}, and the sentence. */
    public static final String RULING = "ruling";
    /** From the engine: the run is closed, and is a pass. */
    public static final String CLOSED = "closed";
    /** From the engine, instead of an answer: the sentence that says why. */
    public static final String REFUSED = "refused";

    /** To the engine: name and value of a system property of the test JVM. */
    public static final String PROPERTY = "property";
    /** To the engine: an operation that will be asked for. */
    public static final String OPERATION = "operation";
    /** To the engine: the class path of today's code; opens the run. */
    public static final String OPEN = "open";
    /** To the engine: whether racing this operation takes a database. */
    public static final String NEEDS = "needs";
    /** From the engine: {@code true} or {@code false}. */
    public static final String NEEDED = "needed";
    /** To the engine: the server that the class of the next operation to race gave. */
    public static final String SERVER = "server";
    /** To the engine: the operation to race. */
    public static final String RACE = "race";
    /** To the engine: ends the run. */
    public static final String CLOSE = "close";

    /** A kind of {@link #RULING}. */
    public static final String PASSED = "passed";
    /** A kind of {@link #RULING}. */
    public static final String FAILED = "failed";
    /** A kind of {@link #RULING}. */
    public static final String UNDECIDED = "undecided";

    private static final Pattern ESCAPED = Pattern.compile("\\\\u([0-9a-f]{4})");

    /** Copies the fields. */
    public Line {
        fields = List.copyOf(fields);
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("a line has a kind at least");
        }
    }

    /** A line of these fields. */
    public static Line of(String... fields) {
        return new Line(List.of(fields));
    }

    /** A line about an operation. */
    public static Line of(String kind, OperationCase operation) {
        return of(kind, operation.database(), operation.type(), operation.method(), operation.threading(),
                Integer.toString(operation.inFlight()));
    }

    /** A line about a server. */
    static Line of(GivenServer server) {
        DatabaseAddress at = server.at();
        return of(SERVER, at.database(), at.host(), Integer.toString(at.port()), at.name(), at.user(), at.password(),
                server.container(), server.by());
    }

    /** What was {@linkplain #text() written}. */
    public static Line read(String text) {
        return new Line(Arrays.stream(text.split("\t", -1)).map(Line::unescaped).toList());
    }

    /** What kind of line it is. */
    public String kind() {
        return fields.get(0);
    }

    /**
     * A value.
     *
     * @param index 1 for the first
     * @throws IllegalArgumentException if there is none
     */
    public String value(int index) {
        if (index >= fields.size()) {
            throw new IllegalArgumentException("a line '" + kind() + "' has " + (fields.size() - 1)
                    + " values, expected " + index + " at least");
        }
        return fields.get(index);
    }

    /**
     * The operation that it is about.
     *
     * @throws IllegalArgumentException if it is about none
     */
    public OperationCase operation() {
        return new OperationCase(value(1), value(2), value(3), value(4), Integer.parseInt(value(5)));
    }

    /**
     * The server that it is about.
     *
     * @throws IllegalArgumentException if it is about none
     */
    public GivenServer server() {
        return new GivenServer(new DatabaseAddress(value(1), value(2), Integer.parseInt(value(3)), value(4), value(5),
                value(6)), value(7), value(8));
    }

    /** As it is sent, without a line break at its end. */
    public String text() {
        List<String> escaped = new ArrayList<>();
        fields.forEach(field -> escaped.add(escaped(field)));
        return String.join("\t", escaped);
    }

    private static String escaped(String field) {
        StringBuilder text = new StringBuilder();
        for (char letter : field.toCharArray()) {
            if (letter < ' ' || letter > '~' || letter == '\\') {
                text.append(String.format("\\u%04x", (int) letter));
            } else {
                text.append(letter);
            }
        }
        return text.toString();
    }

    private static String unescaped(String field) {
        return ESCAPED.matcher(field).replaceAll(found -> Matcher
                .quoteReplacement(Character.toString((char) Integer.parseInt(found.group(1), 16))));
    }
}
