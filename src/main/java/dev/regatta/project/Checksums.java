package dev.regatta.project;

import dev.regatta.host.AtomicFile;
import dev.regatta.protocol.Inputs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * SHA-256 of jars. Reading all of a class path is most of the time of a run that measures nothing, so they are kept in a
 * file, with what the file system says of each: its inode, its size, and when its contents and its inode were changed last,
 * which nobody sets. A file that is not the same to a nanosecond is read again.
 */
final class Checksums {

    private static final String FORM = "regatta checksums 1";
    /** A file that was changed shortly before its checksum was kept could be changed again without a trace. */
    private static final Duration TICK = Duration.ofSeconds(2);

    private final Optional<Path> file;
    private final Map<String, String> known = new ConcurrentHashMap<>();
    private final Map<String, String> used = new ConcurrentHashMap<>();

    /** What {@code file} holds; nothing is kept without one. */
    Checksums(Optional<Path> file) {
        this.file = file;
        file.filter(Files::isRegularFile).ifPresent(this::read);
    }

    private void read(Path from) {
        try {
            List<String> lines = Files.readAllLines(from);
            if (lines.isEmpty() || !lines.getFirst().equals(FORM)) {
                return;
            }
            Instant settled = Files.getLastModifiedTime(from).toInstant().minus(TICK);
            for (String line : lines.subList(1, lines.size())) {
                int end = line.lastIndexOf('\t');
                String name = line.substring(0, end);
                if (Instant.parse(name.substring(name.lastIndexOf('\t') + 1)).isBefore(settled)) {
                    known.put(name, line.substring(end + 1));
                }
            }
        } catch (IOException | RuntimeException e) {
            // It only saves time.
            known.clear();
        }
    }

    /** The checksum of a file as it is now. */
    String of(Path jar) throws IOException {
        Optional<String> seen = file.isEmpty() ? Optional.empty() : seen(jar);
        Optional<String> kept = seen.map(known::get);
        String checksum = kept.isPresent() ? kept.get() : Inputs.sha256(Files.readAllBytes(jar));
        // It may have changed while it was read.
        if (seen.isPresent() && (kept.isPresent() || seen(jar).equals(seen))) {
            used.put(seen.get(), checksum);
        }
        return checksum;
    }

    /** What the file system says of a file; empty where it does not tell. */
    private static Optional<String> seen(Path jar) throws IOException {
        Map<String, Object> told;
        try {
            told = Files.readAttributes(jar, "unix:ino,size,lastModifiedTime,ctime");
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty();
        }
        return jar.toString().matches("(?s).*[\\t\\n\\r].*")
                ? Optional.empty()
                : Optional.of(String.join("\t", jar.toString(), told.get("ino").toString(),
                        told.get("size").toString(), time(told.get("lastModifiedTime")), time(told.get("ctime"))));
    }

    private static String time(Object of) {
        return ((FileTime) of).toInstant().toString();
    }

    /** Keeps those that were asked for, if any of them is new. */
    void keep() {
        if (file.isEmpty() || known.keySet().containsAll(used.keySet())) {
            return;
        }
        List<String> lines = new ArrayList<>(List.of(FORM));
        used.entrySet().stream().map(each -> each.getKey() + "\t" + each.getValue()).sorted().forEach(lines::add);
        try {
            AtomicFile.write(file.get(), String.join("\n", lines) + "\n");
        } catch (UncheckedIOException e) {
            // They are read again next time.
            known.clear();
        }
    }
}
