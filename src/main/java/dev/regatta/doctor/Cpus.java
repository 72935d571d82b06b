package dev.regatta.doctor;

import dev.regatta.host.Machine;
import dev.regatta.host.Placement;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The CPUs that races can have, and whether client and server can be kept apart on them. */
final class Cpus {

    private Cpus() {
    }

    /**
     * Number and model.
     *
     * @param root      usually {@code /}
     * @param available how many CPUs' time this process may use, which a quota can make fewer than it may run on
     */
    static Finding count(Path root, int available) {
        List<Integer> allowed = Placement.allowedTo(root.resolve("proc/self"));
        String model = " of " + Machine.facts(root).get("cpu.model");
        if (allowed.isEmpty()) {
            return Finding.bad("CPUs", available + model + ", but without /proc nothing tells the CPU time of threads",
                    "A race needs Linux with /proc: mount it, or race on Linux, as in a virtual machine.");
        }
        if (available < allowed.size()) {
            return Finding.remark("CPUs", "a quota allows the time of " + available + " of " + allowed.size() + model,
                    "A quota stops client and server in the middle of slices: lift it, and limit to CPUs instead"
                            + " (docker run --cpuset-cpus instead of --cpus).");
        }
        return allowed.size() == 1
                ? Finding.remark("CPUs", "1" + model, "Client and server share the only CPU: race on two or more.")
                : Finding.good("CPUs", allowed.size() + model);
    }

    /** Whether client and server have CPUs of their own, and cores. */
    static Finding placement(Path root, Placement placement) {
        if (placement.equals(Placement.NONE)) {
            return Finding.remark("placement", "none: client and server take time from each other",
                    "Placing them needs Linux, two CPUs or more and taskset (package util-linux): without it most cells"
                            + " stay Inconclusive.");
        }
        Set<String> ofClient = cores(root, placement.clientCpus());
        Set<String> ofDatabase = cores(root, placement.databaseCpus());
        return Collections.disjoint(ofClient, ofDatabase)
                ? Finding.good("placement", placement.asFact())
                : Finding.remark("placement", placement.asFact() + ", hyper-threads of one core",
                        "Client and server slow each other down inside the core they share: race on two cores or more.");
    }

    private static Set<String> cores(Path root, List<Integer> cpus) {
        return cpus.stream().map(cpu -> Placement.core(root, cpu)).collect(Collectors.toSet());
    }
}
