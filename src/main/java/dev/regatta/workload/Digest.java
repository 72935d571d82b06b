package dev.regatta.workload;

/**
 * An order-sensitive 64-bit digest of the integers an operation read: cheap enough to be computed for every timed
 * operation, so that a client that skips or confuses values is never timed as a fast one.
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
}
