package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A folder of this session for what is needed during it: removed when it is closed, when the JVM ends, or by a later
 * session.
 */
public final class Scratch implements AutoCloseable {

    private final Thread closeAtExit = ExitHook.of("regatta-remove-scratch", this::remove);
    /** Null before it is made. */
    private Path folder;
    private boolean closed;

    private Scratch() {
    }

    /**
     * A new, empty folder.
     *
     * @param name how its name begins
     * @throws IllegalStateException in one sentence if it cannot be made, or if this JVM ends
     */
    public static Scratch folder(String name) {
        var scratch = new Scratch();
        // First: a folder that is made while this JVM ends would stay.
        Runtime.getRuntime().addShutdownHook(scratch.closeAtExit);
        try {
            scratch.make(name);
        } catch (RuntimeException e) {
            scratch.close();
            throw e;
        }
        return scratch;
    }

    private synchronized void make(String name) {
        if (closed) {
            throw new IllegalStateException("this JVM ends");
        }
        folder = Session.current().newFolder(Session.programsBase(), name);
    }

    /** Notes that it is that of {@code process}, as {@link Session#note} does. */
    public synchronized void note(ProcessHandle process) throws IOException {
        if (closed) {
            throw new IOException(folder + " was removed");
        }
        Session.note(folder, process);
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

    private synchronized void remove() {
        if (!closed && folder != null) {
            Session.remove(folder);
        }
        closed = true;
    }
}
