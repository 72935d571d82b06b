package dev.regatta.client;

/** What a pool publishes of itself: the numbers that it gives to metrics libraries as well. Reading takes no lock of the pool. */
public interface PoolGauge {

    /** Connections that are lent right now. */
    int inUse();

    /** Callers that wait for a connection right now. */
    int awaited();
}
