package dev.regatta.host;

import dev.regatta.load.Clock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One judging JVM as the owner of folders and containers. Its folder
 * {@code <base>/regatta-<user>/<pid>-<start>@<boot>-<namespace>/} holds a folder for each process that it started and, as
 * {@code *.pid}, the identity of that process, so that a later session can tell what a killed one left.
 *
 * @param owner the JVM
 * @param host  the host on which the owner's process id is valid
 */
public record Session(ProcessIdentity owner, HostIdentity host) {

    /** The label on every container of ours; its value is the session's {@link #toString()}. */
    public static final String LABEL = "dev.regatta.session";

    /** Where Linux keeps files in memory, shared memory among them. */
    public static final Path MEMORY = Path.of("/dev/shm");

    /** How long a server may take to end by itself. */
    private static final Duration ENDING = Duration.ofSeconds(5);

    private static final long ROOMY_BYTES = 1L << 30;

    /** The session of this JVM. */
    public static Session current() {
        return new Session(ProcessIdentity.of(ProcessHandle.current()), HostIdentity.here());
    }

    /** Where programs are unpacked: a place that allows execution. */
    public static Path programsBase() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Where data is kept: memory where there is more than a GiB of it, the temporary folder otherwise. */
    public static Path dataBase() {
        try {
            if (Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ROOMY_BYTES) {
                return MEMORY;
            }
        } catch (IOException e) {
            // A file system that cannot tell its size is no better than the temporary folder.
        }
        return programsBase();
    }

    /**
     * A new, empty folder in this session's folder below {@code base}.
     *
     * @throws IllegalStateException if the folder is another user's or cannot be made
     */
    public Path newFolder(Path base, String name) {
        Path all = all(base);
        try {
            // Not while the last folder of this session is removed, and its own with it.
            synchronized (Session.class) {
                return make(all, all.resolve(this + host.mark()), name);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot make a folder below " + all + ": " + e
                    + "; name another place with -Djava.io.tmpdir=<folder>", e);
        }
    }

    private static Path make(Path all, Path session, String name) throws IOException {
        for (int attempt = 0;; attempt++) {
            try {
                Files.createDirectories(session);
                break;
            } catch (NoSuchFileException e) {
                // Another session just removed the parent because it was empty.
                if (attempt == 3) {
                    throw e;
                }
            }
        }
        if (!ours(all)) {
            throw new IllegalStateException(all + " belongs to " + Files.getOwner(all, LinkOption.NOFOLLOW_LINKS)
                    + "; remove it, or set -Djava.io.tmpdir to a folder of your own");
        }
        // The server may run as another user than this JVM, and has to reach its folder.
        for (Path folder : List.of(all, session)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return Files.createTempDirectory(session, name + "-");
    }

    /** Notes that {@code folder} is that of {@code process}, for a later session's sweep. */
    public static void note(Path folder, ProcessHandle process) throws IOException {
        Files.writeString(folder.resolveSibling(folder.getFileName() + ".pid"), ProcessIdentity.of(process).toString());
    }

    /** Removes the folder of a process and its note, and the session's folder when it was the last. */
    public static void remove(Path folder) {
        delete(folder);
        delete(folder.resolveSibling(folder.getFileName() + ".pid"));
        Path session = folder.getParent();
        synchronized (Session.class) {
            deleteIfEmpty(session);
            deleteIfEmpty(session.getParent());
        }
    }

    /**
     * Ends the processes and removes the folders of sessions of this user whose JVM is dead, in all places where a session may
     * have left something, also in {@link #MEMORY} if it is now too full for a new session.
     */
    public static void sweep(Consumer<String> notice) {
        sweep(programsBase(), ProcessIdentity::alive, notice);
        sweep(MEMORY, ProcessIdentity::alive, notice);
    }

    /** The same in one place, with {@code alive} to tell which processes live. */
    public static void sweep(Path base, Predicate<ProcessIdentity> alive, Consumer<String> notice) {
        Path all = all(base);
        if (!ours(all)) {
            return;
        }
        String here = HostIdentity.here().mark();
        for (Path session : entries(all)) {
            String name = session.getFileName().toString();
            String mark = name.substring(name.indexOf('@') < 0 ? name.length() : name.indexOf('@'));
            var owner = ProcessIdentity.parse(name.substring(0, name.length() - mark.length()));
            if (owner.isEmpty() || hidden(mark, here)) {
                continue;
            }
            Predicate<ProcessIdentity> living = process -> !before(mark, here) && alive.test(process);
            if (living.test(owner.get())) {
                continue;
            }
            for (Path note : entries(session)) {
                if (note.toString().endsWith(".pid")) {
                    read(note).filter(living).forEach(Session::end);
                }
            }
            delete(session);
            notice.accept("removed " + session + ", left by a session that was killed");
        }
        deleteIfEmpty(all);
    }

    /**
     * Whether nobody here can tell if the processes live: two containers may share a folder, and have a process 1 each.
     */
    private static boolean hidden(String mark, String here) {
        return !mark.isEmpty() && !mark.equals(here) && !before(mark, here);
    }

    /** Whether the processes ended with an earlier boot. */
    private static boolean before(String mark, String here) {
        return !mark.isEmpty() && !here.isEmpty() && !boot(mark).equals(boot(here));
    }

    private static String boot(String mark) {
        return mark.substring(0, mark.indexOf('-') < 0 ? mark.length() : mark.indexOf('-'));
    }

    /**
     * Ends a server and its children at once: SIGQUIT, which lets PostgreSQL release its shared memory, SIGCONT for what
     * is stopped, then SIGKILL for what is still there after 5 seconds.
     */
    public static void end(ProcessIdentity server) {
        ProcessHandle.of(server.pid()).ifPresent(process -> {
            List<ProcessHandle> tree = new ArrayList<>(process.descendants().toList());
            tree.add(process);
            try {
                // A JVM can send SIGTERM and SIGKILL only.
                ShortCommand.run(new ProcessBuilder("sh", "-c",
                        "kill -QUIT " + server.pid() + " 2> /dev/null; kill -CONT " + server.pid() + " 2> /dev/null"),
                        ENDING);
                long deadlineNanos = Clock.nanos() + ENDING.toNanos();
                while (tree.stream().anyMatch(ProcessHandle::isAlive) && Clock.nanos() < deadlineNanos) {
                    Thread.sleep(20);
                }
            } catch (IOException e) {
                // No shell, or one that hangs: SIGKILL it is.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            tree.forEach(ProcessHandle::destroyForcibly);
        });
    }

    @Override
    public String toString() {
        return owner.toString();
    }

    private static Path all(Path base) {
        return base.resolve("regatta-" + User.name().replaceAll("[^A-Za-z0-9._-]", "_"));
    }

    /** Whether this user made the folder. Notes in another user's folder must not decide which processes are ended. */
    private static boolean ours(Path folder) {
        try {
            return Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName()
                            .equals(User.name());
        } catch (NoSuchFileException e) {
            // Another run has swept it meanwhile.
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell whose " + folder + " is", e);
        }
    }

    private static Stream<ProcessIdentity> read(Path note) {
        try {
            return ProcessIdentity.parse(Files.readString(note)).stream();
        } catch (NoSuchFileException e) {
            return Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + note, e);
        }
    }

    private static List<Path> entries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private static void deleteIfEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // Not empty: another server or session uses it.
        }
    }

    private static void delete(Path path) {
        try {
            Folders.remove(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path + ", remove it by hand", e);
        }
    }
}
