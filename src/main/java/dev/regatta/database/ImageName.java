package dev.regatta.database;

import dev.regatta.workload.Dialect;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A container image as the user names it. Tag and digest are kept apart, because {@code name:tag@digest} is no
 * reference every tool accepts.
 *
 * @param name   repository with or without tag: {@code postgres:18}
 * @param digest {@code sha256:} and 64 hexadecimal digits; pins the content
 */
record ImageName(String name, Optional<String> digest) {

    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    /** Checks that the name has no digest in it and the digest is one. */
    ImageName {
        Objects.requireNonNull(name);
        if (name.isBlank() || name.contains("@")) {
            throw new IllegalArgumentException("image '" + name
                    + "' is not of the form name:tag; a digest has a property of its own, regatta.image.….digest");
        }
        digest.filter(text -> !DIGEST.matcher(text).matches()).ifPresent(text -> {
            throw new IllegalArgumentException("digest '" + text + "' of image " + name
                    + " is not of the form sha256:<64 hexadecimal digits>");
        });
    }

    /** The image that the properties name for {@code dialect}, or the default one. */
    static ImageName of(Dialect dialect, Function<String, Optional<String>> properties) {
        return new ImageName(properties.apply(property(dialect)).orElse(switch (dialect) {
            case POSTGRESQL -> "postgres:18";
            case MARIADB -> "mariadb:11.8";
        }), properties.apply(property(dialect) + ".digest"));
    }

    /** The property that names the image of {@code dialect}; with {@code .digest} behind it, the one that pins it. */
    static String property(Dialect dialect) {
        return "regatta.image." + dialect.id();
    }

    /** What an engine is asked for: {@code name:tag}, or {@code name@digest}. */
    String reference() {
        return digest.map(text -> repository() + "@" + text).orElse(name);
    }

    private String repository() {
        // The colon of a registry's port stands before the last slash.
        int colon = name.lastIndexOf(':');
        return colon > name.lastIndexOf('/') ? name.substring(0, colon) : name;
    }
}
