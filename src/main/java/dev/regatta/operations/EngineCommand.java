package dev.regatta.operations;

import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the engine's JVM is started.
 *
 * @param java    the program
 * @param quickly options with which it starts sooner, if it is not the first time
 * @param engine  options, class path and main class
 * @param worker  the jar that its workers have in front; empty in a checkout of Regatta
 * @param another which JDK it runs on, if that is not this JVM's; empty otherwise
 */
record EngineCommand(String java, List<String> quickly, List<String> engine, Optional<String> worker,
        Optional<String> another) {

    /** As {@code ./regatta} starts it: beside a measurement it stays small and quiet. */
    private static final List<String> OPTIONS = List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-Dslf4j.internal.verbosity=ERROR", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");
    /** What a JVM has of its own unless it is told, and what decides where things are kept. */
    private static final List<String> PLACES = List.of("java.io.tmpdir", "user.home");

    /** Copies the lists. */
    EngineCommand {
        quickly = List.copyOf(quickly);
        engine = List.copyOf(engine);
    }

    /**
     * That of this JVM's class path, on this JVM's JDK if it can run the engine, and else on the first that is found.
     *
     * @throws RuntimeException in one sentence, if there is no engine, or no JDK for it
     */
    static EngineCommand here() {
        EngineJars jars = EngineJars.here();
        Jdk jdk = Jdks.here().suitable();
        List<String> engine = new ArrayList<>(OPTIONS);
        PLACES.forEach(name -> engine.add("-D" + name + "=" + System.getProperty(name)));
        engine.addAll(List.of("-cp", jars.classPath(), EngineJars.MAIN));
        int here = Jdk.running().feature();
        return new EngineCommand(jdk.launcher().toString(),
                jars.archive(jdk.feature()).map(EngineCommand::quickly).orElse(List.of()), engine,
                jars.worker().map(Object::toString),
                jdk.feature() == here
                        ? Optional.empty()
                        : Optional.of("the code that races runs on JDK " + jdk.feature() + " in " + jdk.home()
                                + ", as this JVM's " + here + " is older than " + Jdks.OLDEST));
    }

    /** The JVM writes the classes that it loaded to an archive when it ends, and reads them from there the next time. */
    private static List<String> quickly(Path archive) {
        // What it says of an archive that it cannot read would be between the answers.
        return List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+DisplayVMOutputToStderr", "-XX:-PrintWarnings",
                "-Xlog:disable", "-Xlog:os*=warning:stderr", "-XX:+AutoCreateSharedArchive",
                "-XX:SharedArchiveFile=" + archive);
    }

    /** The engine, which waits for what to do. */
    Process start() throws IOException {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(quickly);
        command.addAll(engine);
        worker.ifPresent(command::add);
        return builder(command).start();
    }

    /** A JVM that ends what a killed engine has left, says what it ended, and ends. */
    Process sweep() throws IOException {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(engine);
        command.add("--sweep");
        return builder(command).redirectErrorStream(true).start();
    }

    private static ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command);
        // Regatta sweeps what dead sessions left by itself; Testcontainers' helper would run beside the timing.
        builder.environment().put("TESTCONTAINERS_RYUK_DISABLED", "true");
        return builder;
    }
}
