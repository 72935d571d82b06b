package dev.regatta.findings;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalDouble;

/**
 * An exploration that findings rest on.
 *
 * @param id        its name, and that of its file
 * @param arguments what {@code regatta explore} is told, but for the file
 */
public record Study(String id, List<String> arguments) {

    /** The folder of stored explorations. */
    public static final String FOLDER = "findings";

    /** Copies the arguments. */
    public Study {
        arguments = List.copyOf(arguments);
    }

    /** A study of the arguments in a text, separated by blanks. */
    static Study of(String id, String arguments) {
        return new Study(id, List.of(arguments.split(" ")));
    }

    /** Its file, relative to the checkout. */
    public String file() {
        return FOLDER + "/" + id + ".json";
    }

    /** The command that measures it again. */
    public String command() {
        return command(OptionalDouble.empty());
    }

    /** The same, with sets that are added until ratios are so narrow, as a share. */
    public String command(OptionalDouble within) {
        return "./regatta explore " + String.join(" ", arguments) + (within.isPresent()
                ? " --within " + BigDecimal.valueOf(within.getAsDouble()).movePointRight(2).stripTrailingZeros()
                        .toPlainString() + "%"
                : "") + " --file " + file();
    }
}
