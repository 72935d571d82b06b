package dev.regatta.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Machines made of files. */
final class Roots {

    private Roots() {
    }

    static Path with(Path root, String file, String text) {
        try {
            Files.createDirectories(root.resolve(file).getParent());
            Files.writeString(root.resolve(file), text);
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
