package dev.regatta.database;

import dev.regatta.host.Bounded;
import dev.regatta.host.HostIdentity;
import dev.regatta.host.ProcessIdentity;
import dev.regatta.host.Session;
import dev.regatta.workload.Dialect;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem;

import org.testcontainers.DockerClientFactory;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Docker engine that Testcontainers finds, with its images and with the containers of earlier sessions.
 *
 * @param client how to ask it
 * @param local  whether it runs on this kernel, so that CPU numbers and process ids mean the same
 */
public record DockerEngine(DockerClient client, boolean local) {

    /** The label that keeps sessions of different hosts on one engine apart. */
    public static final String HOST_LABEL = "dev.regatta.host";

    /** The label that tells the containers of a session apart: its servers start one after the other. */
    private static final String CONTAINER_LABEL = "dev.regatta.container";

    /** A class of Testcontainers, and of its modules of the databases. */
    private static final List<String> NEEDED = List.of("org.testcontainers.DockerClientFactory",
            "org.testcontainers.postgresql.PostgreSQLContainer", "org.testcontainers.mariadb.MariaDBContainer");

    private static final long PULL_MINUTES = 10;

    private static final String NAME = "the Docker engine";

    /** The limit of one question. */
    static final Duration ANSWER = Duration.ofSeconds(10);

    /** An engine that did not answer is not asked again by this JVM: each time takes up to half a minute. */
    private static Optional<Presence> broken = Optional.empty();

    /** Testcontainers tries several ways to an engine, each in its own time. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(30);

    /** Whether there is an engine: three answers, because a broken one must not pass for an absent one. */
    sealed interface Presence {

        /** No engine is installed or named. */
        record Absent(String reason) implements Presence {}

        /** An engine is installed or named and does not answer. */
        record Broken(String cause) implements Presence {}

        /** An engine answers. */
        record Answering(DockerEngine engine) implements Presence {}
    }

    /** Looks for an engine. */
    static synchronized Presence find() {
        if (broken.isEmpty()) {
            Presence presence = look();
            broken = presence instanceof Presence.Broken ? Optional.of(presence) : Optional.empty();
            return presence;
        }
        return broken.get();
    }

    private static Presence look() {
        for (String needed : NEEDED) {
            try {
                Class.forName(needed, false, DockerEngine.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                return new Presence.Absent("Testcontainers is not on the class path, which lacks " + needed);
            }
        }
        Optional<String> sign = sign(Path.of("/"), Path.of(System.getProperty("user.home")),
                name -> Optional.ofNullable(System.getenv(name)));
        boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
        if (sign.isEmpty() && !windows) {
            return new Presence.Absent("there is no Docker socket and DOCKER_HOST is not set");
        }
        URI address;
        try {
            // Finds an engine and asks it for its state, without starting anything in it.
            address = Bounded.call(NAME, FIRST_ANSWER,
                    () -> DockerClientFactory.instance().getTransportConfig().getDockerHost());
        } catch (IllegalStateException e) {
            return sign.<Presence>map(found -> new Presence.Broken(found + " exists, but no engine answers there"))
                    .orElseGet(() -> new Presence.Absent("no Docker engine answers"));
        }
        DockerEngine engine;
        try {
            engine = new DockerEngine(
                    Bounded.call(NAME, FIRST_ANSWER, () -> DockerClientFactory.instance().client()),
                    "unix".equals(address.getScheme()) && System.getProperty("os.name").equals("Linux"));
        } catch (RuntimeException e) {
            return new Presence.Broken("the engine at " + address + " answers, but Testcontainers cannot use it ("
                    + rootCause(e)
                    + "); where its helper images cannot be pulled, set TESTCONTAINERS_RYUK_DISABLED=true"
                    + " and TESTCONTAINERS_HOST_OVERRIDE=localhost");
        }
        try {
            // Testcontainers remembers an engine that it found, also when that has ended since.
            engine.ask(() -> engine.client().pingCmd().exec());
            return new Presence.Answering(engine);
        } catch (RuntimeException e) {
            return new Presence.Broken("the engine at " + address + " does not answer any more (" + rootCause(e) + ")");
        }
    }

    /**
     * What the engine answers to one question.
     *
     * @throws IllegalStateException if it does not answer within seconds
     */
    <T> T ask(Callable<T> question) {
        return ask(ANSWER, question);
    }

    /** {@link #ask(Callable)} with a limit of its own. */
    <T> T ask(Duration limit, Callable<T> question) {
        return Bounded.call(NAME, limit, question);
    }

    /** What says that an engine should be there: a variable, a configured address or a socket. */
    static Optional<String> sign(Path root, Path home, Function<String, Optional<String>> environment) {
        Optional<String> named = environment.apply("DOCKER_HOST").map(host -> "DOCKER_HOST=" + host);
        if (named.isPresent()) {
            return named;
        }
        Path configured = home.resolve(".testcontainers.properties");
        try {
            if (Files.isReadable(configured)
                    && Files.readAllLines(configured).stream()
                            .anyMatch(line -> line.matches("\\s*docker\\.host\\s*=.*"))) {
                return Optional.of("docker.host in " + configured);
            }
        } catch (IOException e) {
            return Optional.of(configured.toString());
        }
        Stream<Path> sockets = Stream.of(root.resolve("var/run/docker.sock"), root.resolve("run/docker.sock"),
                home.resolve(".docker/run/docker.sock"), home.resolve(".docker/desktop/docker.sock"));
        Stream<Path> rootless = environment.apply("XDG_RUNTIME_DIR").map(folder -> Path.of(folder, "docker.sock"))
                .stream();
        return Stream.concat(sockets, rootless).filter(Files::exists).map(Path::toString).findFirst();
    }

    /**
     * An image that the engine has.
     *
     * @param name      its name, as it was asked for
     * @param reference what the engine finds it by
     * @param content   what identifies its content: its digest in the registry, or its local id
     */
    record FoundImage(String name, String reference, String content) {}

    /**
     * {@code image}, pulled first if the engine does not have it. A digest may also be the local id of an image that
     * comes from no registry.
     *
     * @param advice what to do where it can be neither found nor pulled, to be put behind the sentence that says so
     * @throws IllegalStateException if it can be neither found nor pulled
     */
    FoundImage require(ImageName image, String advice, Consumer<String> notice) {
        String reference = image.reference();
        try {
            Optional<FoundImage> found = found(image);
            if (found.isEmpty()) {
                notice.accept("pulling " + reference);
                pull(reference);
                found = Optional.of(found(image.name(), reference));
            }
            return found.get();
        } catch (DockerException | DockerClientException e) {
            throw new IllegalStateException("Docker has no image " + reference + " and cannot pull it (" + rootCause(e)
                    + "); " + advice, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while pulling " + reference, e);
        }
    }

    private void pull(String reference) throws InterruptedException {
        var progress = new PullProgress();
        try {
            if (!client.pullImageCmd(reference).exec(progress).awaitCompletion(PULL_MINUTES, TimeUnit.MINUTES)) {
                throw new DockerClientException("not pulled within " + PULL_MINUTES + " minutes");
            }
        } catch (DockerException | DockerClientException e) {
            throw e;
        } catch (RuntimeException e) {
            // The connection to the engine broke, or what it said cannot be read.
            throw new DockerClientException(rootCause(e), e);
        }
        if (progress.failure != null) {
            throw new DockerClientException(progress.failure);
        }
    }

    /**
     * What the engine tells while it pulls. It promises the image before it asks the registry, so that a failure is one
     * of its lines. The callback of docker-java cannot read such a line if it is the first.
     */
    private static final class PullProgress extends ResultCallback.Adapter<PullResponseItem> {

        private volatile String failure;

        @Override
        public void onNext(PullResponseItem line) {
            ResponseItem.ErrorDetail detail = line.getErrorDetail();
            if (detail != null && detail.getMessage() != null) {
                failure = detail.getMessage();
            }
        }
    }

    private Optional<FoundImage> found(ImageName image) {
        for (String reference : Stream.concat(Stream.of(image.reference()), image.digest().stream()).toList()) {
            try {
                return Optional.of(found(image.name(), reference));
            } catch (NotFoundException e) {
                // Perhaps by its id, or else it is pulled.
            }
        }
        return Optional.empty();
    }

    private FoundImage found(String name, String reference) {
        InspectImageResponse image = ask(() -> client.inspectImageCmd(reference).exec());
        List<String> digests = Optional.ofNullable(image.getRepoDigests()).orElse(List.of());
        return new FoundImage(name, reference, digests.isEmpty()
                ? image.getId()
                : digests.getFirst().substring(digests.getFirst().indexOf('@') + 1));
    }

    /** The engine's version and Testcontainers', for people. */
    String words() {
        return "engine " + ask(() -> client.versionCmd().exec()).getVersion() + (local ? "" : " on another kernel")
                + ", Testcontainers " + DockerClientFactory.TESTCONTAINERS_VERSION;
    }

    /** What there is of it, for people. */
    DockerState state(Function<String, Optional<String>> properties) {
        try {
            return new DockerState.Answering(words(), local, Arrays.stream(Dialect.values())
                    .filter(dialect -> has(ImageName.of(dialect, properties)))
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Dialect.class))));
        } catch (RuntimeException e) {
            return new DockerState.Broken("the engine answers, but not every question (" + rootCause(e) + ")");
        }
    }

    /** Whether {@code image} need not be pulled. */
    boolean has(ImageName image) {
        try {
            ask(() -> client.inspectImageCmd(image.reference()).exec());
            return true;
        } catch (NotFoundException e) {
            return false;
        }
    }

    /** The labels of every container of {@code session}. */
    static Map<String, String> labels(Session session) {
        return Map.of(Session.LABEL, session.toString(), HOST_LABEL, HostIdentity.here().toString());
    }

    /** Removes the containers of sessions whose JVM is known to be dead. */
    void sweep(Consumer<String> notice) {
        for (Container container : ask(
                () -> client.listContainersCmd().withShowAll(true).withLabelFilter(List.of(HOST_LABEL)).exec())) {
            if (abandoned(container.getLabels(), HostIdentity.here(), local)) {
                String left = "container " + container.getId().substring(0, 12)
                        + ", left by a session that was killed";
                try {
                    remove(container.getId());
                    notice.accept("removed " + left);
                } catch (DockerException e) {
                    // Its processes ended long ago, and it is in nobody's way.
                    notice.accept(left + ", cannot be removed: " + rootCause(e));
                }
            }
        }
    }

    /**
     * Whether the session that a container belongs to is known to be over: it ran where process ids mean what they mean
     * here, and its process is gone; or on this kernel before it was booted.
     */
    public static boolean abandoned(Map<String, String> labels, HostIdentity here, boolean local) {
        Optional<HostIdentity> host = HostIdentity.parse(labels.getOrDefault(HOST_LABEL, ""));
        Optional<ProcessIdentity> owner = ProcessIdentity.parse(labels.getOrDefault(Session.LABEL, ""));
        return owner.isPresent() && host.isPresent() && (host.get().equals(here)
                ? !owner.get().alive()
                : local && host.get().beforeTheBootOf(here));
    }

    /**
     * Checks that a container is gone: Testcontainers only logs what keeps it from removing one.
     *
     * @throws IllegalStateException if it is still there, or if the engine does not tell
     */
    void requireRemoved(String id) {
        try {
            ask(() -> client.inspectContainerCmd(id).exec());
        } catch (NotFoundException e) {
            return;
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    NAME + " does not tell whether its container is removed (" + rootCause(e) + ")", e);
        }
        throw new IllegalStateException("container " + id + " is still there");
    }

    /** The labels of one container of {@code session}, which no other container has. */
    static Map<String, String> labelsOfOne(Session session) {
        var labels = new HashMap<>(labels(session));
        labels.put(CONTAINER_LABEL, UUID.randomUUID().toString());
        return Map.copyOf(labels);
    }

    /** Removes the containers that have all these labels. */
    void removeAll(Map<String, String> labels) {
        ask(() -> client.listContainersCmd().withShowAll(true).withLabelFilter(labels).exec())
                .forEach(container -> remove(container.getId()));
    }

    /**
     * Runs a command in a container.
     *
     * @return the end of what it said, if it failed; empty if it ended well
     */
    Optional<String> run(String id, String... command) {
        var said = new StringBuffer();
        return ask(() -> {
            String run = client.execCreateCmd(id).withAttachStdout(true).withAttachStderr(true).withCmd(command).exec()
                    .getId();
            client.execStartCmd(run).exec(new ResultCallback.Adapter<Frame>() {
                @Override
                public void onNext(Frame frame) {
                    said.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
                }
            }).awaitCompletion();
            Long code = client.inspectExecCmd(run).exec().getExitCodeLong();
            return code != null && code == 0
                    ? Optional.<String>empty()
                    : Optional.of("exit code " + code + Databases.lastLines(said.toString(), 2));
        });
    }

    /** The innermost message of a chain of exceptions, in one line. */
    static String rootCause(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return message.strip().replaceAll("\\s+", " ");
    }

    private void remove(String id) {
        try {
            ask(() -> client.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec());
        } catch (DockerException e) {
            // Already gone, or being removed by another session that saw it too.
            if (e.getHttpStatus() != 404 && e.getHttpStatus() != 409) {
                throw e;
            }
        }
    }
}
