package dev.regatta.host;

/** Shutdown hooks that end something with the JVM unless it was ended before. */
public final class ExitHook {

    private ExitHook() {
    }

    /** Takes back a hook whose work is done. */
    public static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down and the hook has run or is running.
        }
    }
}
