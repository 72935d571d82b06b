package dev.regatta.worker;

import dev.regatta.protocol.Answer;
import dev.regatta.stack.Root;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * From which jars this JVM loaded a client: of every root of its stack one class, and the checksum of the file it is
 * in.
 */
final class Proof {

    private final Map<Path, String> checksums = new HashMap<>();

    /**
     * Looks.
     *
     * @param driver the class that the client is of: it proves the first root
     * @param roots  of the stack; none for the raw wire
     * @throws IOException if a class is not there, comes from no file, or its file cannot be read
     */
    Answer.Opened of(Class<?> driver, List<Root> roots) throws IOException {
        List<Answer.Loaded> parts = new ArrayList<>();
        for (Root root : roots) {
            Class<?> type = parts.isEmpty() ? driver : loaded(root, driver.getClassLoader());
            Path file = origin(type);
            parts.add(new Answer.Loaded(root.module(), type.getName(), name(file), sha256(file)));
        }
        Path file = origin(driver);
        return new Answer.Opened(name(file), sha256(file), parts);
    }

    /** The class that the client uses, too: there is one class path. */
    private static Class<?> loaded(Root root, ClassLoader loader) throws IOException {
        try {
            return Class.forName(root.type(), false, loader);
        } catch (ClassNotFoundException e) {
            throw new IOException("the class " + root.type() + " of " + root.module()
                    + " is not on the class path: the recipe lacks its jar", e);
        }
    }

    private static Path origin(Class<?> type) throws IOException {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IOException("the class " + type.getName() + " has no code source");
        }
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("the class " + type.getName() + " comes from " + source.getLocation()
                    + ", which is no file", e);
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    /** Once in the life of a fork: no jar is replaced while it is loaded from. */
    private String sha256(Path file) throws IOException {
        String known = checksums.get(file);
        if (known == null) {
            known = Files.isRegularFile(file) ? digest(file) : "directory";
            checksums.put(file, known);
        }
        return known;
    }

    private static String digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] block = new byte[1 << 16];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
