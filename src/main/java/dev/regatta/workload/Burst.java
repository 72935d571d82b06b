package dev.regatta.workload;

import java.util.Objects;
import java.util.Optional;

/**
 * An operation that starts many tasks at once and waits for all of them: on threads of an executor made for it, or in
 * flight on an event loop. Each task borrows a connection of its own.
 *
 * @param id          the workload's name
 * @param summary     one sentence for reports
 * @param task        what each task does, without parameters
 * @param tasks       how many there are, at least 2
 * @param connections how many connections the tasks share; 0 for as many as the run has
 */
public record Burst(String id, String summary, Reading task, int tasks, int connections) implements Workload {

    /** Checks the shape. */
    public Burst {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        if (task.keys() > 0 || tasks < 2 || connections < 0) {
            throw new IllegalArgumentException(
                    "workload " + id + ": a burst has at least 2 tasks, and they take no parameters");
        }
    }

    @Override
    public Optional<Integer> ownConnections() {
        return connections == 0 ? Optional.empty() : Optional.of(connections);
    }

    @Override
    public int atOnce() {
        return tasks;
    }

    /** The digest after that of one more task, in the order in which they were started. */
    public long with(long digest, long ofTask) {
        return Digest.mix(Digest.mix(digest, (int) (ofTask >> Integer.SIZE)), (int) ofTask);
    }

    @Override
    public long expected(int[] keys) {
        long digest = Digest.EMPTY;
        for (int i = 0; i < tasks; i++) {
            digest = with(digest, task.expected(keys));
        }
        return digest;
    }
}
