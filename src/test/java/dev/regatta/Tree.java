package dev.regatta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Folders with all that is in them. */
public final class Tree {

    private Tree() {
    }

    /**
     * Copies a folder.
     *
     * @param to what it is called there; not there yet
     * @return {@code to}
     */
    public static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        List<Path> all;
        try (Stream<Path> files = Files.walk(from)) {
            all = files.toList();
        }
        for (Path file : all) {
            Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
        return to;
    }
}
