package dev.regatta.calls;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The JSON of {@link CallsFile}: objects, their keys sorted, and whole numbers. */
final class Json {

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Reads an object: its values are {@code Long} or such maps.
     *
     * @throws IllegalArgumentException saying in which line it is something else
     */
    static SortedMap<String, Object> read(String text) {
        var json = new Json(text);
        SortedMap<String, Object> object = json.object();
        if (json.peek() != 0) {
            throw json.wrong("the end");
        }
        return object;
    }

    private SortedMap<String, Object> object() {
        var object = new TreeMap<String, Object>();
        expect('{');
        while (peek() != '}') {
            if (!object.isEmpty()) {
                expect(',');
            }
            String key = string();
            expect(':');
            if (object.put(key, value()) != null) {
                throw wrong("no second \"" + key + "\"");
            }
        }
        expect('}');
        return object;
    }

    private Object value() {
        return peek() == '{' ? object() : number();
    }

    private Long number() {
        peek();
        int from = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        if (at == from || at - from > 18) {
            throw wrong("a whole number or {");
        }
        return Long.valueOf(text.substring(from, at));
    }

    private String string() {
        expect('"');
        var string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char each = text.charAt(at++);
            string.append(each == '\\' ? escaped() : each);
        }
        expect('"');
        return string.toString();
    }

    private char escaped() {
        char each = at < text.length() ? text.charAt(at++) : 0;
        if (each == 'u' && at + 4 <= text.length() && text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        if ("\"\\/".indexOf(each) < 0) {
            throw wrong("\\\", \\\\ or \\u and four digits");
        }
        return each;
    }

    /** The next character that is not blank; 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char next) {
        if (peek() != next) {
            throw wrong(String.valueOf(next));
        }
        at++;
    }

    private IllegalArgumentException wrong(String expected) {
        long line = 1 + text.substring(0, Math.min(at, text.length())).chars().filter(each -> each == '\n').count();
        return new IllegalArgumentException("line " + line + " is not as expected: " + expected);
    }

    /** The text of such an object, a key a line. */
    static String write(Map<String, ?> object) {
        var text = new StringBuilder();
        write(object, "", text);
        return text.append('\n').toString();
    }

    private static void write(Map<String, ?> object, String indent, StringBuilder text) {
        text.append('{');
        for (Iterator<? extends Map.Entry<String, ?>> all = object.entrySet().iterator(); all.hasNext();) {
            Map.Entry<String, ?> each = all.next();
            text.append('\n').append(indent).append("  ");
            quote(each.getKey(), text);
            text.append(": ");
            if (each.getValue() instanceof Map<?, ?> inner) {
                write(keyed(inner), indent + "  ", text);
            } else {
                text.append(each.getValue());
            }
            text.append(all.hasNext() ? "," : "\n" + indent);
        }
        text.append('}');
    }

    private static Map<String, Object> keyed(Map<?, ?> map) {
        var keyed = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> keyed.put((String) key, value));
        return keyed;
    }

    private static void quote(String string, StringBuilder text) {
        text.append('"');
        string.chars().forEach(each -> {
            if (each == '"' || each == '\\') {
                text.append('\\').append((char) each);
            } else if (each < ' ') {
                text.append(String.format("\\u%04x", each));
            } else {
                text.append((char) each);
            }
        });
        text.append('"');
    }
}
