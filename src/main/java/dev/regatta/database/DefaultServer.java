package dev.regatta.database;

import dev.regatta.protocol.Description;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** The server that this checkout starts where a run names none, told without a server's jar and without an engine. */
public final class DefaultServer {

    private static final String VERSIONS = "/dev/regatta/version.properties";
    /** Of the folder {@code .ci/images}; dependency bots know how to bump this form. */
    private static final String IMAGES = "/dev/regatta/database/compose.yaml";

    private DefaultServer() {
    }

    /**
     * The server of {@code dialect}.
     *
     * @throws IllegalStateException if Maven did not put its versions onto the class path
     */
    public static Description.Server of(Dialect dialect) {
        return new Description.Server(artifact(dialect), ImageName.of(dialect, name -> Optional.empty()).reference(),
                pinned(dialect), ServerSettings.of(dialect).values());
    }

    private static String artifact(Dialect dialect) {
        var versions = new Properties();
        try {
            versions.load(new StringReader(resource(VERSIONS)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.ofNullable(versions.getProperty(dialect.id() + ".artifact"))
                .orElseThrow(() -> missing(dialect, VERSIONS));
    }

    private static String pinned(Dialect dialect) {
        return Pattern.compile("(?m)^ *" + dialect.id() + ": *\\R *image: *(\\S+)").matcher(resource(IMAGES))
                .results().findFirst().orElseThrow(() -> missing(dialect, IMAGES)).group(1);
    }

    private static IllegalStateException missing(Dialect dialect, String resource) {
        return new IllegalStateException(resource + " names no server of " + dialect + ": add it there");
    }

    private static String resource(String name) {
        try (InputStream in = DefaultServer.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        name + " is not on the class path: let Maven copy the resources (mvn process-resources)");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }
}
