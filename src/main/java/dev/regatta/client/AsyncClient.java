package dev.regatta.client;

import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Workload;

/** A client whose operations return at once and complete on the driver's event loop. */
public non-sealed interface AsyncClient extends Client {

    /** The operation of {@code workload}; it may be started again for another key while earlier ones are in flight. */
    AsyncOperation operation(Workload workload, int worker) throws Exception;

    /**
     * A pool like this client's, for one operation.
     *
     * @throws IllegalArgumentException if the client has no such pool; its stack says why
     */
    default FreshPool<AsyncOperation> fresh(PoolCycle cycle) throws Exception {
        throw Clients.noSuchOperation(cycle);
    }
}
