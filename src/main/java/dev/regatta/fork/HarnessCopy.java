package dev.regatta.fork;

import dev.regatta.host.Folders;
import dev.regatta.host.Scratch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The folders of classes that workers run, as they were when the first worker needed them. Otherwise an edit and a
 * build during a run would change the code that races. Jars are not copied, since nobody compiles into those.
 */
final class HarnessCopy implements AutoCloseable {

    private final Map<Path, Scratch> copies = new LinkedHashMap<>();

    /** What stands for {@code entry} of a class path. */
    synchronized Path of(Path entry) {
        return Files.isDirectory(entry) || copies.containsKey(entry)
                ? copies.computeIfAbsent(entry, HarnessCopy::copied).path()
                : entry;
    }

    private static Scratch copied(Path folder) {
        Scratch scratch = Scratch.folder("classes");
        try {
            Folders.copy(folder, scratch.path());
            return scratch;
        } catch (IOException e) {
            scratch.close();
            throw new UncheckedIOException("the classes in " + folder + " cannot be copied for the workers of this run",
                    e);
        }
    }

    @Override
    public synchronized void close() {
        copies.values().forEach(Scratch::close);
        copies.clear();
    }
}
