package dev.regatta.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What carries the operations of a closed loop. */
public enum Threading {
    /** One platform thread per logical worker. */
    PLATFORM,
    /** One virtual thread per logical worker. */
    VIRTUAL,
    /** The driver's own event loop: the completion of an operation starts the next. */
    EVENT_LOOP;

    /** The name in a client's id: {@code platform}, {@code virtual}, {@code event-loop}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The threading with this {@link #id()}.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static Threading of(String id) {
        return Arrays.stream(values()).filter(threading -> threading.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown threading '" + id + "', expected one of "
                        + Arrays.stream(values()).map(Threading::id).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return id();
    }
}
