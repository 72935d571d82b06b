package dev.regatta.protocol;

import java.util.List;
import java.util.Objects;

/**
 * One way in which virtual threads were pinned.
 *
 * @param count  how often it was seen, at least 1
 * @param reason why in the JVM's words, empty where it does not tell
 * @param frames the stack from the top, one frame each; frames that hold a monitor or are native end in
 *               {@code <== monitors:n} where that is known
 */
public record PinnedStack(long count, String reason, List<String> frames) {

    /** Checks the count. */
    public PinnedStack {
        Objects.requireNonNull(reason);
        frames = List.copyOf(frames);
        if (count < 1) {
            throw new IllegalArgumentException("a stack that was seen " + count + " times was not seen");
        }
    }
}
