package dev.regatta.gate;

import dev.regatta.protocol.Counter;

import java.util.Objects;
import java.util.Optional;

/**
 * Why the candidate is worse by what was read beside the times.
 *
 * @param counter what was counted; empty for pinned virtual threads
 * @param what    what there is more of, {@code 2.0 round trips per operation, was 1.0}
 * @param where   where it happens, as the end of a sentence; empty where that is not known
 * @param cost    whether it matters for what it costs here, so that a gain in time makes up for it; what costs more where
 *                the database is further away, or holds a thread up, is more than that
 */
public record Cause(Optional<Counter> counter, String what, String where, boolean cost) {

    /** Checks that every part is present. */
    public Cause {
        Objects.requireNonNull(counter);
        Objects.requireNonNull(what);
        Objects.requireNonNull(where);
    }

    /** Whether virtual threads were pinned more often. */
    public boolean pins() {
        return counter.isEmpty();
    }
}
