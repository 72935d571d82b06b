package dev.regatta.client;

import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Workload;

/** A client whose operations block the calling thread, platform or virtual. */
public non-sealed interface BlockingClient extends Client {

    /**
     * The operation of {@code workload} for the logical worker {@code worker} (0 to operations in flight - 1). It is
     * called by one thread at a time, and different workers' operations run at once.
     */
    BlockingOperation operation(Workload workload, int worker) throws Exception;

    /**
     * A pool like this client's, for one operation.
     *
     * @throws IllegalArgumentException if the client has no such pool; its stack says why
     */
    default FreshPool<BlockingOperation> fresh(PoolCycle cycle) throws Exception {
        throw Clients.noSuchOperation(cycle);
    }
}
