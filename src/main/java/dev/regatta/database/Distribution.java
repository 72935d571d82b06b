package dev.regatta.database;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;

/** A server's programs as a Maven artifact ships them, and how to initialise and run them in a folder. */
sealed interface Distribution permits PostgresqlDistribution, MariaDbDistribution {

    /** The distribution of {@code dialect} on the class path. */
    static Distribution of(Dialect dialect) {
        return of(dialect, Optional.empty());
    }

    /** The distribution of {@code dialect} in {@code jar}, or else on the class path. */
    static Distribution of(Dialect dialect, Optional<Path> jar) {
        return switch (dialect) {
            case POSTGRESQL -> new PostgresqlDistribution(jar);
            case MARIADB -> new MariaDbDistribution(jar);
        };
    }

    /** {@code group:artifact} of the jar that a server of {@code dialect} is unpacked from on this system. */
    static String module(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> PostgresqlDistribution.module();
            case MARIADB -> MariaDbDistribution.MODULE;
        };
    }

    /** File name of the jar the programs come from. */
    String artifact();

    /** Puts the programs into the folder {@code programs}. */
    void unpack(Path programs) throws IOException;

    /** The command that prints the version. */
    List<String> version(Path programs);

    /**
     * The commands that make {@code home/data}, to be run one after another in {@code home}; afterwards the server
     * knows the endpoint's user, password and database.
     *
     * @throws IOException if a file they read cannot be written
     */
    List<SetupCommand> initialise(Path programs, Path home, Endpoint endpoint) throws IOException;

    /** The server's command line, without its settings. */
    List<String> server(Path programs, Path home, Endpoint endpoint);

    /**
     * A command with what it reads from its standard input.
     *
     * @param command the command line
     * @param input   the text, possibly empty
     */
    record SetupCommand(List<String> command, String input) {}

    /**
     * The resource that an embedded server is unpacked from.
     *
     * @throws IllegalStateException saying which artifact is missing
     */
    static URL resource(Optional<Path> jar, String name, String coordinates) {
        if (jar.isPresent()) {
            return entry(jar.get(), name);
        }
        URL found = Distribution.class.getClassLoader().getResource(name);
        if (found == null) {
            throw new IllegalStateException("no embedded server for " + System.getProperty("os.name") + " on "
                    + System.getProperty("os.arch") + ": add " + coordinates
                    + " to the class path, or use Docker with -D" + DatabaseMode.PROPERTY + "=container");
        }
        return found;
    }

    private static URL entry(Path jar, String name) {
        try (var file = new JarFile(jar.toFile())) {
            if (file.getEntry(name) == null) {
                throw new IllegalStateException(jar.getFileName() + " has no " + name
                        + " and is no embedded server for this system; choose another version");
            }
            return URI.create("jar:" + jar.toUri() + "!/" + name).toURL();
        } catch (IOException e) {
            throw new IllegalStateException(
                    jar + " cannot be read (" + e + "): delete it, Maven will download it again", e);
        }
    }

    /** File name of the jar that a {@code jar:} URL points into. */
    static String jar(URL resource) {
        String path = resource.getPath();
        int end = path.indexOf("!/");
        return end < 0 ? path : path.substring(path.lastIndexOf('/', end) + 1, end);
    }

    /**
     * The place of an archive's entry below {@code folder}, its parents made.
     *
     * @throws IOException if the entry points out of the folder
     */
    static Path place(Path folder, String entry) throws IOException {
        Path target = folder.resolve(entry).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("archive entry " + entry + " points out of its folder");
        }
        Files.createDirectories(target.getParent());
        return target;
    }

    /**
     * Makes {@code link} point to {@code target}, as an archive wants it.
     *
     * @throws IOException if that lies outside of the folder
     */
    static void link(Path folder, Path link, Path target) throws IOException {
        if (!link.resolveSibling(target).normalize().startsWith(folder)) {
            throw new IOException("archive entry " + folder.relativize(link) + " is a link out of its folder, to "
                    + target);
        }
        Files.createSymbolicLink(link, target);
    }

    /**
     * The file through which a server learns the password: nobody sees it in a command line; removed after the start.
     */
    static Path secret(Path home) {
        return home.resolve("secret");
    }

    /** Writes {@link #secret(Path)}, readable by the owner of {@code home} only. */
    static void writeSecret(Path home, String text) throws IOException {
        writeOwned(secret(home), text);
    }

    /** Writes a file that only the owner of its folder can read. */
    static void writeOwned(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
        Files.setOwner(file, Files.getOwner(file.resolveSibling("")));
    }

    /** Makes a file a program. */
    static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
