package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process has handed to the kernel so far with {@code write}, {@code writev} and their like, from
 * {@code /proc/<pid>/io}. On Linux the sockets of the JDK, blocking or in channels, write with nothing else (seen with
 * {@code strace} on JDK 17 and 25).
 *
 * @param calls system calls, {@code syscw}; how many there are depends on what the code does, and not on when it is run
 * @param bytes what they wrote, {@code wchar}
 */
public record SystemWrites(long calls, long bytes) {

    /** No writes. */
    public static final SystemWrites NONE = new SystemWrites(0, 0);

    /**
     * One thread wakes up another that waits in a selector by writing a long to an {@code eventfd}: how often depends
     * on timing.
     */
    private static final int WAKE_UP_BYTES = Long.BYTES;

    private static final Pattern BYTES = Pattern.compile("(?m)^wchar: (\\d+)$");
    private static final Pattern CALLS = Pattern.compile("(?m)^syscw: (\\d+)$");

    /**
     * Those of the process with the folder {@code process}, usually {@code /proc/<pid>}; empty where they are not
     * counted.
     */
    public static Optional<SystemWrites> of(Path process) {
        try {
            String io = Files.readString(process.resolve("io"));
            Matcher calls = CALLS.matcher(io);
            Matcher bytes = BYTES.matcher(io);
            return calls.find() && bytes.find()
                    ? Optional.of(new SystemWrites(Long.parseLong(calls.group(1)), Long.parseLong(bytes.group(1))))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** These and one more of {@code bytes} bytes. */
    public SystemWrites plusOne(long bytes) {
        return new SystemWrites(calls + 1, this.bytes + bytes);
    }

    /** What came after {@code earlier}. */
    public SystemWrites since(SystemWrites earlier) {
        return new SystemWrites(calls - earlier.calls, bytes - earlier.bytes);
    }

    /**
     * How many of these writes went to the server: all but the answers to the judging JVM and the wake-ups of threads.
     * Wake-ups account for the bytes that went to neither.
     *
     * @param answers what went to the judging JVM
     * @param sent    bytes that the server got
     * @return empty where the bytes do not add up, because something else was written, or sent in another way
     */
    public Optional<Long> to(SystemWrites answers, long sent) {
        long awake = bytes - answers.bytes - sent;
        long writes = calls - answers.calls - awake / WAKE_UP_BYTES;
        return awake >= 0 && awake % WAKE_UP_BYTES == 0 && writes >= 0 && (writes > 0) == (sent > 0)
                ? Optional.of(writes)
                : Optional.empty();
    }
}
