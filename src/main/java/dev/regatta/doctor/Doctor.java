package dev.regatta.doctor;

import dev.regatta.database.Databases;
import dev.regatta.database.DockerState;
import dev.regatta.host.CpuIdleBlocker;
import dev.regatta.host.CpuMeter;
import dev.regatta.host.Placement;
import dev.regatta.recipe.Jdks;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Looks at this machine. */
public final class Doctor {

    private static final Path ROOT = Path.of("/");

    private Doctor() {
    }

    /**
     * Looks at everything once: about two seconds, a few more where a container is started to time the ways to it.
     * Waits for other timed runs on this host. It removes what it starts; only the log of a worker that failed stays,
     * and is named.
     *
     * @param settings the user's
     * @param probe    whether to race a client against itself, which takes another 60 s
     * @param notice   receives lines for people
     */
    public static Diagnosis examine(Settings settings, boolean probe, Consumer<String> notice) {
        Placement placement = Placement.detect();
        DockerState docker = DockerState.here(settings::get);
        var servers = new ServerSource(settings.databaseMode(), docker, settings::get, Databases::embedded);

        var findings = new ArrayList<Finding>();
        findings.add(Cpus.count(ROOT, Runtime.getRuntime().availableProcessors()));
        findings.add(Cpus.placement(ROOT, placement));
        findings.add(Kernel.clock(ROOT, Kernel.nanosPerReading()));
        findings.add(Kernel.governor(ROOT));
        findings.add(Kernel.idling(CpuIdleBlocker.DEVICE));
        notice.accept("watching what else runs for 2 s");
        findings.add(Quiet.watch(new CpuMeter(ROOT)).finding(placement));
        findings.add(Memory.here(ROOT));
        findings.add(RunTimes.of(Jdks.here().installed()));
        findings.add(servers.engine());
        findings.add(servers.databases());
        findings.add(NetworkPath.nothingToMeasure(settings.databaseMode(), docker,
                Databases.image(Dialect.POSTGRESQL, settings::get))
                .orElseGet(() -> NetworkPath.measure(settings, placement, notice)));
        return Diagnosis.of(findings,
                probe
                        ? probe(settings, findings, servers.first(), notice)
                        : Probe.skipped("the probe was not asked for (--no-probe)"));
    }

    private static Probe probe(Settings settings, List<Finding> findings, Optional<Dialect> database,
            Consumer<String> notice) {
        if (database.isEmpty() || findings.stream().anyMatch(finding -> finding.grade() == Grade.BAD)) {
            return Probe.skipped("a race is not possible");
        }
        return EqualRace.run(settings, database.get(), notice);
    }
}
