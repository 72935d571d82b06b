package dev.regatta.protocol;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How one arm's JVM of one set came to its first timed slice of this cell.
 *
 * @param arm           the arm
 * @param set          the set's number, from 1
 * @param pid           process id of the JVM
 * @param jdk           its {@code java.runtime.version}
 * @param code          the checkout its workloads and adapters come from, empty for Regatta's own
 * @param jars          the jars its driver, pool and access layer were loaded from: file names with the SHA-256 found
 *                      at run time
 * @param warmUpSlices  slices run before this cell's first timed one
 * @param steady        whether they ended without a trend (false: the cap was reached)
 * @param server        the server it raced on; empty where nobody told
 */
public record ForkStart(Arm arm, int set, long pid, String jdk, String code, List<String> jars,
        int warmUpSlices, boolean steady,
        Optional<ServerName> server) {

    /** Copies the list. */
    public ForkStart {
        jars = List.copyOf(jars);
        Objects.requireNonNull(server);
    }

    /** A fork on an unknown server. */
    public ForkStart(Arm arm, int set, long pid, String jdk, String code, List<String> jars, int warmUpSlices,
            boolean steady) {
        this(arm, set, pid, jdk, code, jars, warmUpSlices, steady, Optional.empty());
    }

    /** The same fork, racing on the server with this name. */
    public ForkStart on(ServerName name) {
        return new ForkStart(arm, set, pid, jdk, code, jars, warmUpSlices, steady, Optional.of(name));
    }

    /** Whether both arms of a duel raced on one server, so that what it sends and counts can be compared. */
    public static boolean sameServer(Collection<ForkStart> forks) {
        return forks.stream().filter(start -> start.arm() != Arm.REFERENCE).map(ForkStart::server).distinct()
                .count() <= 1;
    }
}
