package dev.regatta.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Whether an embedded server's data fits into memory. */
final class Memory {

    private static final String NAME = "free tmpfs";
    private static final double ROOMY_BYTES = 1L << 30;

    private Memory() {
    }

    /** What is free in {@code /dev/shm} below {@code root}. */
    static Finding here(Path root) {
        Path memory = root.resolve("dev/shm");
        if (!Files.isDirectory(memory)) {
            return Finding.unknown(NAME,
                    "there is no /dev/shm, data of an embedded server lies in the temporary folder");
        }
        try {
            FileStore store = Files.getFileStore(memory);
            return of(store.type(), Files.isWritable(memory) ? store.getUsableSpace() : 0);
        } catch (IOException e) {
            return Finding.unknown(NAME, "/dev/shm does not tell its size");
        }
    }

    /** What {@code bytes} free in a file system of this type mean. */
    static Finding of(String type, long bytes) {
        boolean inMemory = Set.of("tmpfs", "ramfs").contains(type);
        String found = String.format(Locale.ROOT, "%.1f GiB in /dev/shm", bytes / ROOMY_BYTES)
                + (inMemory ? "" : ", which is " + type + " and not in memory");
        return bytes > ROOMY_BYTES && inMemory
                ? Finding.good(NAME, found)
                : Finding.remark(NAME, found,
                        "An embedded server's data would lie on a disk, whose pauses it would then"
                                + " show: give /dev/shm more than 1 GiB of memory (docker run --shm-size=2g).");
    }
}
