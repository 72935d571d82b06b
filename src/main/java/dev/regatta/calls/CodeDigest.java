package dev.regatta.calls;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Checksum;

/** A name for one state of the code: the files of the class path's folders, and the names and sizes of its jars. */
final class CodeDigest {

    private CodeDigest() {
    }

    /** The name of what is on {@code classPath}; a checksum suffices, as it tells changes apart and proves nothing. */
    static String of(String classPath) {
        var checksum = new CRC32();
        try {
            for (String entry : classPath.split(File.pathSeparator)) {
                // It would be the folder in which tests run, where each of them changes files.
                if (!entry.isEmpty()) {
                    add(Path.of(entry), checksum);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the class path cannot be read (" + e + ")", e);
        }
        return Long.toHexString(checksum.getValue());
    }

    private static void add(Path entry, Checksum checksum) throws IOException {
        if (Files.isDirectory(entry)) {
            for (Path file : files(entry)) {
                checksum.update(entry.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                checksum.update(Files.readAllBytes(file));
            }
        } else if (Files.exists(entry)) {
            checksum.update((entry.getFileName() + " " + Files.size(entry)).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
