package dev.regatta.host;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A folder of this session for what is needed during it: removed when it is closed, when the JVM ends, or by a later
 * session.
 */
public final class Scratch implements AutoCloseable {

    private final Path folder;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread closeAtExit = ExitHook.of("regatta-remove-scratch", this::remove);

    private Scratch(Path folder) {
        this.folder = folder;
    }

    /**
     * A new, empty folder.
     *
     * @param name how its name begins
     * @throws IllegalStateException in one sentence if it cannot be made
     */
    public static Scratch folder(String name) {
        var scratch = new Scratch(Session.current().newFolder(Session.programsBase(), name));
        Runtime.getRuntime().addShutdownHook(scratch.closeAtExit);
        return scratch;
    }

    /** Where it is. */
    public Path path() {
        return folder;
    }

    @Override
    public void close() {
        remove();
        ExitHook.remove(closeAtExit);
    }

    private void remove() {
        if (closed.compareAndSet(false, true)) {
            Session.remove(folder);
        }
    }
}
