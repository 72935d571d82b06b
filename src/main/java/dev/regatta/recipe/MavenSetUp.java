package dev.regatta.recipe;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How Maven runs here.
 *
 * @param offline  whether it uses only what it has downloaded before
 * @param settings the user's {@code settings.xml}, which need not exist; empty for Maven's own choice
 */
public record MavenSetUp(boolean offline, Optional<Path> settings) {

    /** Maven without options. */
    public static final MavenSetUp STANDARD = new MavenSetUp(false, Optional.empty());
}
