package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A folder of this session for what is needed during it, with the process that it is for, if there is one. The process
 * is ended and the folder removed when it is closed, when the JVM ends, or by a later session.
 */
public final class Scratch implements AutoCloseable {

    private final Thread closeAtExit = ExitHook.of("regatta-remove-scratch", this::remove);
    /** Null before it is made. */
    private Path folder;
    /** Null before it is started, and where there is none. */
    private Process process;
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

    /**
     * Starts the process that it is for.
     *
     * @throws IOException if it cannot be started or noted for a later session, or if this JVM ends
     */
    public synchronized Process start(ProcessBuilder command) throws IOException {
        if (closed) {
            throw new IOException("this JVM ends");
        }
        process = command.start();
        Session.note(folder, process.toHandle());
        return process;
    }

    /** Where it is. */
    public Path path() {
        return folder;
    }

    /** Kills the process, waits until it has ended, and removes the folder. */
    @Override
    public void close() {
        remove();
        ExitHook.remove(closeAtExit);
    }

    private synchronized void remove() {
        if (closed) {
            return;
        }
        closed = true;
        if (process != null) {
            ChildProcess.kill(process);
        }
        if (folder != null) {
            Session.remove(folder);
        }
    }
}
