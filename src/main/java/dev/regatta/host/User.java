package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user that runs this JVM. */
public final class User {

    /** What a JVM calls a user that {@code /etc/passwd} does not know, as in a container that runs as any user id. */
    private static final String NAMELESS = "?";

    private User() {
    }

    /** The name, equal to that of the owner of the files that this JVM makes: of a user without a name the id. */
    public static String name() {
        String name = System.getProperty("user.name");
        if (!name.equals(NAMELESS)) {
            return name;
        }
        try {
            return Files.getOwner(Path.of("/proc/self")).getName();
        } catch (IOException e) {
            // No Linux.
            return name;
        }
    }
}
