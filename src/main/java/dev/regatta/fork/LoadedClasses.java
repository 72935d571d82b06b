package dev.regatta.fork;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The record that a JVM keeps of the classes it loads, a line for each: {@code shop.Order source: file:/…/classes/}.
 *
 * @param file where it is
 */
record LoadedClasses(Path file) {

    private static final Pattern LINE = Pattern.compile("(\\S+) source: .*");

    /** The JVM option that has it written. */
    String option() {
        return "-Xlog:class+load=info:file=\"" + file + "\":none";
    }

    /**
     * The names of all classes in it.
     *
     * @throws MeasurementFailure if it holds none, so that nothing is known
     */
    Set<String> names() throws MeasurementFailure {
        Set<String> names = new TreeSet<>();
        try {
            for (String line : Files.readAllLines(file)) {
                Matcher loaded = LINE.matcher(line);
                if (loaded.matches()) {
                    names.add(loaded.group(1));
                }
            }
        } catch (IOException e) {
            throw new MeasurementFailure("the record of loaded classes " + file + " cannot be read: " + e, e);
        }
        if (names.isEmpty()) {
            throw new MeasurementFailure("the record of loaded classes " + file + " names none", file);
        }
        return names;
    }
}
