package dev.regatta.worker;

import java.util.concurrent.locks.LockSupport;

/** A pin that certainly happens: a virtual thread that parks in a static initialiser, which pins on every JDK. */
final class PlantedPin {

    private static final long NANOS = 5_000_000;

    private PlantedPin() {
    }

    /** Parks pinned, the first time in the life of a JVM. */
    static void park() throws InterruptedException {
        Thread.ofVirtual().start(() -> Initialised.touch()).join();
    }

    private static final class Initialised {

        static {
            LockSupport.parkNanos(NANOS);
        }

        static void touch() {
            // Being called is what initialises the class.
        }
    }
}
