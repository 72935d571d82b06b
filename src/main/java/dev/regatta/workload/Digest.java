package dev.regatta.workload;

import java.util.zip.CRC32C;

/**
 * An order-sensitive 64-bit digest of the integers and texts an operation read: cheap enough to be computed for every
 * timed operation, so that a client that skips or confuses values is never timed as a fast one.
 */
public final class Digest {

    /** The digest of nothing read. */
    public static final long EMPTY = 1;

    private Digest() {
    }

    /** The digest after reading {@code value} next. */
    public static long mix(long digest, int value) {
        return 31 * digest + value;
    }

    /** The digest after reading a short {@code text} next. */
    public static long mix(long digest, String text) {
        return 31 * digest + text.hashCode();
    }

    /**
     * A 32-bit checksum of many bytes, CRC-32C, for which CPUs have instructions. {@code Arrays.hashCode} would not do:
     * over a power of two of bytes it does not tell whether all of them are one higher.
     */
    public static int checksum(byte[] bytes) {
        var checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }
}
