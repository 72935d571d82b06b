package dev.regatta.protocol;

import java.util.Objects;

/**
 * One jar of a recipe.
 *
 * @param coordinates Maven coordinates {@code group:artifact:version} (or {@code group:artifact:extension:version}, …)
 * @param sha256      checksum of the file, 64 lower-case hexadecimal digits
 */
public record Artifact(String coordinates, String sha256) {

    private static final String FILE = ".jar";

    /** Checks both forms. */
    public Artifact {
        Objects.requireNonNull(coordinates);
        if (coordinates.split(":").length < 3) {
            throw new IllegalArgumentException(
                    "artifact '" + coordinates + "' is not of the form group:artifact:version");
        }
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "artifact " + coordinates + ": '" + sha256 + "' is not a SHA-256 in lower-case hexadecimal");
        }
    }

    /** The coordinates without the version: what stays the same when a bot bumps it. */
    public String module() {
        return coordinates.substring(0, coordinates.lastIndexOf(':'));
    }

    /** The module without its group: {@code postgresql}. */
    public String name() {
        return name(module());
    }

    /** A module without its group. */
    public static String name(String module) {
        return module.substring(module.indexOf(':') + 1);
    }

    /**
     * The version for people. One that may be built again, as a snapshot and a file have, has the first digits of the
     * checksum behind it: {@code 3.3-SNAPSHOT@1a2b3c4d5e6f}.
     */
    public String told() {
        return version().endsWith("-SNAPSHOT") || version().endsWith(FILE)
                ? version() + "@" + sha256.substring(0, 12)
                : version();
    }

    /** Whether it is a file that was built and not published: its version is the name of the file. */
    public boolean built() {
        return version().endsWith(FILE);
    }

    /** The version. */
    public String version() {
        return coordinates.substring(coordinates.lastIndexOf(':') + 1);
    }
}
