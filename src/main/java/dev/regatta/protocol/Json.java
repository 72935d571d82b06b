package dev.regatta.protocol;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one way JSON is read and written: strictly, with sorted keys, and never more than a stated size. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private static final ObjectWriter PRETTY = MAPPER.writer().with(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n")).withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {
    }

    /** {@code value} on one line, without a line break at its end. */
    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /**
     * {@code value} over several lines, with sorted keys, ending in a line feed: the same value gives the same bytes.
     */
    public static String pretty(Object value) {
        return PRETTY.writeValueAsString(value) + "\n";
    }

    /**
     * Reads one value, which is never {@code null}.
     *
     * @throws IllegalArgumentException naming {@code what}, the line and what is wrong there
     */
    public static <T> T read(String json, Class<T> type, String what) {
        try {
            T value = MAPPER.readValue(json, type);
            if (value == null) {
                throw new IllegalArgumentException(what + ": found '" + json.strip() + "', expected a value");
            }
            return value;
        } catch (JacksonException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " line " + e.getLocation().getLineNr() + " column " + e.getLocation().getColumnNr();
            throw new IllegalArgumentException(what + where + ": " + firstLine(e.getOriginalMessage()), e);
        }
    }

    /**
     * Reads a file of at most {@code maxBytes}.
     *
     * @throws IllegalArgumentException naming the file, the line and what is wrong there, also when the file is too
     *                                  large
     * @throws IOException              if it cannot be read
     */
    public static <T> T read(Path file, Class<T> type, long maxBytes) throws IOException {
        long size = Files.size(file);
        if (size > maxBytes) {
            throw new IllegalArgumentException(file + " has " + size + " bytes, more than the " + maxBytes
                    + " such a file may have: it is not what it should be, restore it from version control");
        }
        return read(Files.readString(file), type, file.toString());
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("not readable");
    }
}
