package dev.regatta.run;

import dev.regatta.host.ShortCommand;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Properties;

/**
 * Which Regatta measures.
 *
 * @param tool    Regatta's version
 * @param commit  of the current folder, {@code unknown} outside a checkout
 * @param started the time of day, ISO-8601 UTC
 */
public record Origin(String tool, String commit, String started) {

    /** Of a run that begins now. */
    public static Origin now() {
        return new Origin(toolVersion(), currentCommit(), Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** Regatta's version, as Maven filled it in. */
    public static String toolVersion() {
        Properties properties = new Properties();
        try (InputStream in = Origin.class.getResourceAsStream("/dev/regatta/version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static String currentCommit() {
        try {
            var git = ShortCommand.run(new ProcessBuilder("git", "rev-parse", "--short=12", "HEAD")
                    .redirectError(ProcessBuilder.Redirect.DISCARD), ShortCommand.LIMIT);
            return git.exitCode() == 0 && !git.output().isBlank() ? git.output().strip() : "unknown";
        } catch (IOException e) {
            return "unknown";
        }
    }
}
