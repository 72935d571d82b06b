package dev.regatta.cli;

import dev.regatta.doctor.Diagnosis;
import dev.regatta.host.AtomicFile;
import dev.regatta.protocol.Json;
import dev.regatta.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** {@code regatta doctor}: what this machine can judge. */
@Command(name = "doctor", header = "Tells what this machine can judge.", description = {
        "Looks at the CPUs and how client and server can be placed on them, the clock, what else runs, Docker and the ways"
                + " to a container, JDKs and memory, then races a client against itself for 60 s and prints the smallest"
                + " change that would have been seen. Changes nothing, and removes what it starts. Exits with 0 if a race"
                + " can be judged here, with 2 if not.",
        ""})
final class DoctorCommand implements Callable<Integer> {

    /** Looks at a machine. */
    @FunctionalInterface
    interface Examination {
        /** See {@link dev.regatta.doctor.Doctor#examine}. */
        Diagnosis of(Settings settings, boolean probe, Consumer<String> notice);
    }

    private final Examination examination;
    private final Regatta regatta;

    @Option(names = "--no-probe", description = "without the race: seconds instead of a minute and a half")
    private boolean noProbe;

    @Option(names = "--json", paramLabel = "<file>", description = "also write the findings there")
    private Optional<Path> json = Optional.empty();

    DoctorCommand(Examination examination, Regatta regatta) {
        this.examination = examination;
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        Diagnosis diagnosis = examination.of(regatta.settings("doctor"), !noProbe, regatta::progress);
        regatta.out().print(diagnosis.text());
        json.ifPresent(file -> AtomicFile.write(file, Json.pretty(diagnosis)));
        return diagnosis.canJudge() ? Exits.GOOD : Exits.NO_VERDICT;
    }
}
