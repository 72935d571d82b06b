package dev.regatta.database;

/** What ends a thing with the JVM, where nobody ended it before. */
final class ExitHook {

    private ExitHook() {
    }

    /** Takes back a hook whose work is done. */
    static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down and the hook has run or is running.
        }
    }
}
