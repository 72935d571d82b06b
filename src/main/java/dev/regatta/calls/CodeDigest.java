package dev.regatta.calls;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** A name for one state of the code: the files of the class path's folders, and the names and sizes of its jars. */
final class CodeDigest {

    private static final int DIGITS = 16;

    private CodeDigest() {
    }

    /** The name of what is on {@code classPath}. */
    static String of(String classPath) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String entry : classPath.split(File.pathSeparator)) {
                add(Path.of(entry), digest);
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException("the class path cannot be read (" + e + ")", e);
        }
    }

    private static void add(Path entry, MessageDigest digest) throws IOException {
        if (Files.isDirectory(entry)) {
            for (Path file : files(entry)) {
                digest.update(entry.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
        } else if (Files.exists(entry)) {
            digest.update((entry.getFileName() + " " + Files.size(entry)).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
