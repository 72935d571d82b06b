package dev.regatta.stack;

import dev.regatta.workload.Workload;

import java.util.function.Predicate;

/**
 * Workloads that a client does not run.
 *
 * @param workloads which they are
 * @param reason    why, to be read after "… does not run …: "
 */
public record Gap(Predicate<Workload> workloads, String reason) {

    /** All workloads of one shape. */
    static Gap of(Class<? extends Workload> shape, String reason) {
        return new Gap(shape::isInstance, reason);
    }
}
