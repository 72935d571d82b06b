package dev.regatta.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, which may be long. */
public final class LogEnd {

    private LogEnd() {
    }

    /** The lines in the last so many bytes; the first of them may be a part of one. */
    public static List<String> lines(Path log, int bytes) throws IOException {
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(bytes, file.length())];
            file.seek(file.length() - end.length);
            file.readFully(end);
            return new String(end, StandardCharsets.UTF_8).lines().toList();
        }
    }
}
