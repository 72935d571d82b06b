package dev.regatta.database;

import dev.regatta.host.Bounded;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Whether a container runs, as its engine says. An engine that does not answer, or answers with an error, says nothing:
 * the server needs no engine, and where it is dead as well, its connections tell.
 */
final class ContainerLife {

    /** For an engine that was silent before: it is asked again and again. */
    private static final Duration BRIEF = Duration.ofSeconds(1);

    private final DockerEngine engine;
    private final String id;
    private final Supplier<String> lastLines;
    private final Consumer<String> notice;
    private final Duration patience;
    private boolean silent;

    /**
     * The life of the container {@code id}.
     *
     * @param lastLines the end of its log, to be put behind a sentence
     * @param notice    receives a line for people when the engine begins to fail
     * @param patience  how long the engine has for its answers, until it was silent once
     */
    ContainerLife(DockerEngine engine, String id, Supplier<String> lastLines, Consumer<String> notice,
            Duration patience) {
        this.engine = engine;
        this.id = id;
        this.lastLines = lastLines;
        this.notice = notice;
        this.patience = patience;
    }

    /** How the container ended, without its name; empty while it runs, and while that is not known. */
    synchronized Optional<String> end() {
        try {
            ContainerState state = engine
                    .ask(silent ? BRIEF : patience, () -> engine.client().inspectContainerCmd(id).exec()).getState();
            silent = false;
            return Boolean.TRUE.equals(state.getRunning())
                    ? Optional.empty()
                    : Optional.of("is " + state.getStatus() + " with exit code " + state.getExitCodeLong()
                            + (Boolean.TRUE.equals(state.getOOMKilled()) ? " (out of memory)" : "") + lastLines.get());
        } catch (NotFoundException e) {
            return Optional.of("was removed by somebody else");
        } catch (RuntimeException e) {
            if (!silent) {
                silent = true;
                notice.accept("the Docker engine does not tell whether the server runs ("
                        + (e instanceof Bounded.Silence
                                ? "no answer within " + patience.toSeconds() + " s"
                                : DockerEngine.rootCause(e))
                        + "); the run goes on, for it needs the server and not the engine");
            }
            return Optional.empty();
        }
    }
}
