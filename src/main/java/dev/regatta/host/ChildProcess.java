package dev.regatta.host;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Starts processes of a measurement without the environment variables that would change them unnoticed, and ends them.
 */
public final class ChildProcess {

    /** Variables from which a JVM takes options. Only the options of the command line are part of a baseline. */
    private static final Set<String> JVM_OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** How the names of passwords start, which only the judge has to know. */
    private static final String PASSWORD = "REGATTA_PASSWORD";

    /** A process that was killed is gone at once, unless the kernel holds it. */
    private static final int DYING_SECONDS = 2;

    private ChildProcess() {
    }

    /** A process that is yet to be started. */
    public static ProcessBuilder of(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        clean(builder.environment());
        return builder;
    }

    /** Removes the variables that no child process may have. */
    static void clean(Map<String, String> environment) {
        environment.keySet().removeIf(name -> JVM_OPTIONS.contains(name) || name.startsWith(PASSWORD));
    }

    /** Ends a process now, with all that it started, and waits until they have ended. */
    public static void kill(Process process) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
        // The process itself and not its handle, which may know of the end before the exit code is there.
        process.onExit().completeOnTimeout(process, DYING_SECONDS, TimeUnit.SECONDS).join();
        started.forEach(one -> one.onExit().completeOnTimeout(one, DYING_SECONDS, TimeUnit.SECONDS).join());
    }

    /** Those variables of {@code environment} that would have changed the processes' JVMs, sorted. */
    public static List<String> ignored(Map<String, String> environment) {
        return environment.keySet().stream().filter(JVM_OPTIONS::contains).sorted().toList();
    }
}
