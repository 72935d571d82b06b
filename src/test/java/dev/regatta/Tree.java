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
        return each(from, to, Files::copy);
    }

    /**
     * Gives all files of a folder another name, which is quicker than a copy. Who changes one must delete it first.
     *
     * @param to what it is called there; not there yet, on the same file system
     * @return {@code to}
     */
    public static Path link(Path from, Path to) throws IOException {
        return each(from, to, (file, link) -> {
            if (Files.isDirectory(file)) {
                Files.createDirectory(link);
            } else {
                Files.createLink(link, file);
            }
        });
    }

    private static Path each(Path from, Path to, Way way) throws IOException {
        Files.createDirectories(to.getParent());
        List<Path> all;
        try (Stream<Path> files = Files.walk(from)) {
            all = files.toList();
        }
        for (Path file : all) {
            way.take(file, to.resolve(from.relativize(file).toString()));
        }
        return to;
    }

    private interface Way {
        void take(Path from, Path to) throws IOException;
    }
}
