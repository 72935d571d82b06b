package dev.regatta.service;

import dev.regatta.protocol.Pins;
import dev.regatta.protocol.RecordedParks;
import jdk.jfr.consumer.RecordedEvent;

import java.io.IOException;
import java.util.List;

/** What a flight recorder tells of the virtual threads of a service. */
final class PinnedThreads {

    /** Proves that it records, and that the service has such threads at all. */
    static final String STARTED = "jdk.VirtualThreadStart";

    private final RecordedParks parks = new RecordedParks();
    private long submitFailed;
    private long started;
    private Throwable failure;

    /** Events may come from a thread of the recorder. */
    synchronized void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case RecordedParks.PINNED -> parks.add(event);
            case RecordedParks.SUBMIT_FAILED -> submitFailed++;
            case STARTED -> started++;
            default -> {
                // The recorder's own bookkeeping.
            }
        }
    }

    /** It may have missed some. */
    synchronized void failed(Throwable why) {
        failure = why;
    }

    /**
     * All of it, in so many requests.
     *
     * @throws IOException if not all was read, no virtual thread started, or no request was answered
     */
    synchronized Pins in(long requests) throws IOException {
        if (failure != null) {
            throw new IOException("what its flight recorder saw cannot be read: " + failure, failure);
        }
        if (started == 0 || requests == 0) {
            throw new IOException("its flight recorder saw " + started + " virtual threads start in " + requests
                    + " requests");
        }
        return parks.in(requests, submitFailed, List.of());
    }
}
