package dev.regatta.load;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A file of the kernel's counters, such as {@code /proc/self/stat}, that stays open and is read from its start each
 * time: finding and opening it takes ten times as long as reading it, and it is read around every slice. A thread's or
 * process's file goes on to be that one's, also when its number is given again: after its end reading fails.
 */
public final class CounterFile implements AutoCloseable {

    private static final int USUAL_BYTES = 512;
    private static final int SURELY_ONE_PAGE = 2048;

    private final RandomAccessFile file;
    private byte[] bytes = new byte[USUAL_BYTES];

    /**
     * Opens it.
     *
     * @throws IOException if it cannot be opened
     */
    public CounterFile(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
    }

    /**
     * What it says now.
     *
     * @throws IOException if it cannot be read, as after the end of the thread or process it is about
     */
    public String read() throws IOException {
        file.seek(0);
        int length = 0;
        int asked;
        int read;
        do {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * length);
            }
            asked = bytes.length - length;
            read = Math.max(0, file.read(bytes, length, asked));
            length += read;
            // Less than was asked for is all, but where a page may have been full.
        } while (read == asked || read > 0 && length > SURELY_ONE_PAGE);
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    /** Closes it; what cannot be closed is left to the end of the process. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // It was open for reading only: nothing is lost.
        }
    }
}
