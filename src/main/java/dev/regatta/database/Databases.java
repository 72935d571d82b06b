package dev.regatta.database;

import dev.regatta.database.DockerEngine.Presence;
import dev.regatta.host.Placement;
import dev.regatta.host.Session;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Starts databases. */
public final class Databases {

    /** How many connections a server of ours accepts unless told otherwise. */
    public static final int CONNECTIONS = ServerSettings.CONNECTIONS;

    /** Says whether clients and servers speak TLS. */
    public static final String TLS_PROPERTY = Endpoint.TLS;

    /** Names how many connections a server of ours accepts. */
    public static final String CONNECTIONS_PROPERTY = "regatta.server.connections";

    private static final String ANOTHER = "load it into the engine, or choose another one";

    private Databases() {
    }

    /**
     * Removes what killed sessions left, then starts a database of {@code dialect} and waits until it accepts logins. A
     * started server is stopped at the latest when this JVM ends, by signal or not.
     *
     * @param mode       where it comes from; {@link DatabaseMode#AUTO} takes a server named by
     *                   {@code regatta.url.<dialect>} first, then a container where an engine answers, then the
     *                   embedded server
     * @param placement  the CPUs it is bound to, where it is ours to bind
     * @param properties the user's properties: {@code regatta.image.<dialect>} and
     *                   {@code regatta.image.<dialect>.digest} for a container; {@code regatta.url.<dialect>},
     *                   {@code regatta.user.<dialect>} and {@code regatta.password.<dialect>} for an external server
     * @param notice     receives lines for people: which mode was taken and why, what was swept, what is pulled
     * @throws IllegalArgumentException naming a property that is missing or wrong
     * @throws IllegalStateException    in one sentence: what does not work, why, and what to do
     */
    public static Database start(Dialect dialect, DatabaseMode mode, Placement placement,
            Function<String, Optional<String>> properties, Consumer<String> notice) {
        Session session = Session.current();
        Session.sweep(notice);
        unused(dialect, mode, properties);
        return switch (mode) {
            case AUTO -> properties.apply(ExternalDatabase.urlProperty(dialect)).isPresent()
                    ? announced(dialect, DatabaseMode.EXTERNAL,
                            "since " + ExternalDatabase.urlProperty(dialect) + " is set", notice,
                            () -> external(dialect, properties))
                    : auto(dialect, placement, properties, notice, session);
            case CONTAINER -> container(dialect, placement, properties, notice, session, engine());
            case EMBEDDED -> embedded(dialect, placement, properties, session);
            case EXTERNAL -> external(dialect, properties);
        };
    }

    /** Ends the servers and removes the folders and containers of killed sessions. */
    public static void sweep(Consumer<String> notice) {
        Session.sweep(notice);
        if (DockerEngine.find() instanceof Presence.Answering(DockerEngine engine)) {
            engine.sweep(notice);
        }
    }

    /**
     * Starts a server of this form, beside those that run already: each has its own programs, data, port and settings,
     * all share the CPUs of {@code placement}. Otherwise like
     * {@link #start(Dialect, DatabaseMode, Placement, Function, Consumer)}.
     *
     * @param jar      the artifact's file, of a form that has one
     * @param settings names to values; empty for those this project gives a server today
     * @param address  where it is reached
     * @throws IllegalStateException in one sentence: what does not work, why, and what to do
     */
    public static Database start(ServerForm form, Optional<Path> jar, Optional<SortedMap<String, String>> settings,
            ListenAddress address, Placement placement, Consumer<String> notice) {
        Session session = Session.current();
        Session.sweep(notice);
        ServerSettings given = given(form.dialect(), settings);
        return switch (form) {
            case ServerForm.Artifact artifact -> EmbeddedDatabase.start(Distribution.of(form.dialect(),
                    Optional.of(jar.orElseThrow(() -> new IllegalArgumentException(artifact + " has no file")))), given,
                    address, placement, session);
            case ServerForm.Image image -> {
                DockerEngine engine = engine();
                engine.sweep(notice);
                yield ContainerDatabase.start(engine.require(image.image(), ANOTHER, notice), given, address, placement,
                        session,
                        engine, notice);
            }
        };
    }

    /**
     * Takes a server that a project's test gave, for code of that project.
     *
     * @throws IllegalStateException in one sentence: what does not work, why, and what to do
     */
    public static Database given(GivenDatabase.Place place, Placement placement, Consumer<String> notice) {
        return GivenDatabase.take(place, placement, notice);
    }

    /**
     * Checks that a server of this form can be started, and pulls its image where the engine does not have it.
     *
     * @return the form, with the digest of what the engine has
     * @throws IllegalStateException in one sentence: what cannot be had, why, and what to do
     */
    public static ServerForm require(ServerForm form, Consumer<String> notice) {
        if (form.foreign()) {
            throw new IllegalStateException(form + " is for another system than " + System.getProperty("os.name")
                    + " on " + System.getProperty("os.arch") + "; measure there");
        }
        return form instanceof ServerForm.Image image
                ? formOf(form.dialect(), engine().require(image.image(), ANOTHER, notice))
                : form;
    }

    /**
     * The form of the server that {@link #start(Dialect, DatabaseMode, Placement, Function, Consumer)} would start, its
     * image pulled if need be; empty where it is the user's own.
     *
     * @throws IllegalStateException if it could not be started either
     */
    public static Optional<ServerForm> today(Dialect dialect, DatabaseMode mode,
            Function<String, Optional<String>> properties, Consumer<String> notice) {
        unused(dialect, mode, properties);
        return switch (mode) {
            case AUTO -> properties.apply(ExternalDatabase.urlProperty(dialect)).isPresent()
                    ? Optional.empty()
                    : today(dialect, DockerEngine.find() instanceof Presence.Answering
                            ? DatabaseMode.CONTAINER
                            : DatabaseMode.EMBEDDED, properties, notice);
            case CONTAINER -> Optional.of(formOf(dialect, required(dialect, properties, engine(), notice)));
            case EMBEDDED -> ServerForm.artifact(dialect, embedded(dialect));
            case EXTERNAL -> Optional.empty();
        };
    }

    private static ServerForm formOf(Dialect dialect, DockerEngine.FoundImage image) {
        return new ServerForm.Image(dialect, image.name(), Optional.of(image.content()));
    }

    /**
     * The hash of the settings that this project gives a server of {@code dialect} today, as the fact
     * {@value Database#SETTINGS_FACT}.
     */
    public static String settingsHash(Dialect dialect) {
        return ServerSettings.of(dialect).hash();
    }

    /** The hash of these settings, as the fact {@value Database#SETTINGS_FACT}. */
    public static String settingsHash(Dialect dialect, SortedMap<String, String> settings) {
        return new ServerSettings(dialect, settings).hash();
    }

    /**
     * What a server is told that is told these settings, empty for those of today, if the user asks for another number
     * of connections or for TLS; otherwise {@code settings}.
     */
    public static Optional<SortedMap<String, String>> told(Dialect dialect,
            Optional<SortedMap<String, String>> settings,
            Function<String, Optional<String>> properties) {
        return properties.apply(CONNECTIONS_PROPERTY).isEmpty() && !encrypted(properties)
                ? settings
                : Optional.of(given(dialect, settings).asked(properties).values());
    }

    /** Whether clients and servers speak TLS. */
    static boolean encrypted(Function<String, Optional<String>> properties) {
        return properties.apply(TLS_PROPERTY).filter(Boolean::parseBoolean).isPresent();
    }

    private static ServerSettings given(Dialect dialect, Optional<SortedMap<String, String>> settings) {
        return settings.map(values -> new ServerSettings(dialect, values)).orElseGet(() -> ServerSettings.of(dialect));
    }

    /**
     * File name of the artifact that an embedded server of {@code dialect} is unpacked from.
     *
     * @throws IllegalStateException saying which artifact is missing
     */
    public static String embedded(Dialect dialect) {
        return Distribution.of(dialect).artifact();
    }

    /** The image of {@code dialect} that the properties name, or the default one. */
    public static String image(Dialect dialect, Function<String, Optional<String>> properties) {
        return ImageName.of(dialect, properties).reference();
    }

    private static Database auto(Dialect dialect, Placement placement, Function<String, Optional<String>> properties,
            Consumer<String> notice, Session session) {
        return switch (DockerEngine.find()) {
            case Presence.Answering(DockerEngine engine) -> announced(dialect, DatabaseMode.CONTAINER,
                    "since a Docker engine answers", notice,
                    () -> container(dialect, placement, properties, notice, session, engine));
            case Presence.Absent(String reason) -> announced(dialect, DatabaseMode.EMBEDDED, "since " + reason, notice,
                    () -> instead(dialect, placement, properties, session));
            case Presence.Broken(String cause) -> announced(dialect, DatabaseMode.EMBEDDED,
                    "although Docker should work: " + cause, notice,
                    () -> instead(dialect, placement, properties, session));
        };
    }

    /** The embedded server instead of a container, unless an image was asked for. */
    private static Database instead(Dialect dialect, Placement placement,
            Function<String, Optional<String>> properties, Session session) {
        unused(dialect, DatabaseMode.EMBEDDED, properties);
        return embedded(dialect, placement, properties, session);
    }

    private static Database announced(Dialect dialect, DatabaseMode mode, String why, Consumer<String> notice,
            Supplier<Database> start) {
        notice.accept(dialect + ": " + mode + ", " + why);
        return start.get();
    }

    private static Database container(Dialect dialect, Placement placement,
            Function<String, Optional<String>> properties, Consumer<String> notice, Session session,
            DockerEngine engine) {
        engine.sweep(notice);
        return ContainerDatabase.start(required(dialect, properties, engine, notice),
                ServerSettings.of(dialect).asked(properties), ListenAddress.of(properties), placement, session, engine,
                notice);
    }

    private static Database embedded(Dialect dialect, Placement placement,
            Function<String, Optional<String>> properties, Session session) {
        return EmbeddedDatabase.start(Distribution.of(dialect), ServerSettings.of(dialect).asked(properties),
                ListenAddress.of(properties), placement, session);
    }

    /** Refuses properties that describe another server than the one that is used. */
    private static void unused(Dialect dialect, DatabaseMode mode, Function<String, Optional<String>> properties) {
        String url = ExternalDatabase.urlProperty(dialect);
        DatabaseMode used = mode == DatabaseMode.AUTO && properties.apply(url).isPresent()
                ? DatabaseMode.EXTERNAL
                : mode;
        // Where a container is used if there is an engine, the engine decides.
        List<String> images = used == DatabaseMode.EMBEDDED || used == DatabaseMode.EXTERNAL
                ? List.of(ImageName.property(dialect), ImageName.property(dialect) + ".digest")
                : List.of();
        List<String> others = used == DatabaseMode.EXTERNAL
                ? List.of(CONNECTIONS_PROPERTY, ListenAddress.PROPERTY)
                : List.of(url, "regatta.user." + dialect.id(), "regatta.password." + dialect.id());
        Stream.concat(images.stream(), others.stream()).filter(name -> properties.apply(name).isPresent()).findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("-D" + name + " does nothing where the database is "
                            + (used == DatabaseMode.AUTO ? "a server of ours" : used) + ": leave it out, or "
                            + (images.contains(name)
                                    ? "use -D" + DatabaseMode.PROPERTY + "=container"
                                    : used == DatabaseMode.EXTERNAL
                                            ? "set it on your server"
                                            : "name your server with -D" + url + " and use -D" + DatabaseMode.PROPERTY
                                                    + "=external"));
                });
    }

    private static DockerEngine.FoundImage required(Dialect dialect, Function<String, Optional<String>> properties,
            DockerEngine engine, Consumer<String> notice) {
        return engine.require(ImageName.of(dialect, properties), "name one it has or can pull with -D"
                + ImageName.property(dialect) + "=<name:tag>, or use -D" + DatabaseMode.PROPERTY + "=embedded", notice);
    }

    private static DockerEngine engine() {
        return switch (DockerEngine.find()) {
            case Presence.Answering(DockerEngine engine) -> engine;
            case Presence.Absent(String reason) -> throw noContainer(reason);
            case Presence.Broken(String cause) -> throw noContainer(cause);
        };
    }

    private static Database external(Dialect dialect, Function<String, Optional<String>> properties) {
        return ExternalDatabase.reach(ExternalDatabase.endpoint(dialect, properties,
                name -> Optional.ofNullable(System.getenv(name))));
    }

    private static IllegalStateException noContainer(String reason) {
        return new IllegalStateException("-D" + DatabaseMode.PROPERTY + "=container needs Docker, and " + reason
                + "; start Docker, or use -D" + DatabaseMode.PROPERTY + "=embedded");
    }

    /** A password nobody else knows; letters and digits, so that it needs quoting nowhere. */
    static String newPassword() {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** The CPUs of the database, for people. */
    static String cpus(Placement placement) {
        return placement.databaseCpus().isEmpty()
                ? "on CPU " + Placement.list(placement.all()) + ", which clients share"
                : "on CPU " + Placement.list(placement.databaseCpus());
    }

    /** The end of a log, to be put behind a sentence. */
    static String lastLines(String log, int lines) {
        List<String> all = log.lines().filter(line -> !line.isBlank()).toList();
        return all.isEmpty()
                ? "; its log is empty"
                : "; its log ends: " + String.join(" | ", all.subList(Math.max(0, all.size() - lines), all.size()));
    }
}
