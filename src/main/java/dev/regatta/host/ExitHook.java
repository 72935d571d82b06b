package dev.regatta.host;

/** What ends a thing with the JVM, where nobody ended it before. */
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
