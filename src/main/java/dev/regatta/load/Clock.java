package dev.regatta.load;

/** The one place where time is read. */
public final class Clock {

    private Clock() {
    }

    /** Nanoseconds since an arbitrary origin of this JVM; monotonic. */
    public static long nanos() {
        return System.nanoTime();
    }
}
