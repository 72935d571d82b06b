package dev.regatta.host;

/** Shutdown hooks that end something with the JVM unless it was ended before. */
public final class ExitHook {

    private ExitHook() {
    }

    /**
     * A hook that does {@code work}. If the work fails, a line on standard error says so, because nobody could catch
     * the exception.
     */
    public static Thread of(String name, Runnable work) {
        return new Thread(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                System.err.println("[regatta] not everything could be ended: " + e.getMessage());
            }
        }, name);
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
