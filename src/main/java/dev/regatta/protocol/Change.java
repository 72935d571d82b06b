package dev.regatta.protocol;

import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One thing that is not what it was.
 *
 * @param what   its name: a jar without its group, a fact of an environment, an input, a number
 * @param before its value then; empty where there was none, and where people can read neither value
 * @param after  its value now; the same as {@code before} where only contents differ
 */
public record Change(String what, String before, String after) {

    /** Checks that there is a name. */
    public Change {
        Objects.requireNonNull(what);
        Objects.requireNonNull(before);
        Objects.requireNonNull(after);
    }

    /** Something whose values people cannot read. */
    public static Change of(String what) {
        return new Change(what, "", "");
    }

    /** For people: {@code postgresql 42.7.13 -> 42.7.14}. */
    @Override
    public String toString() {
        if (after.isEmpty()) {
            return what;
        }
        return what + " " + (before.isEmpty()
                ? after
                : before.equals(after) ? after + " with other contents" : before + " -> " + after);
    }

    /** All of them for people, separated by commas. */
    public static String words(Collection<Change> changes) {
        return changes.stream().map(Change::toString).collect(Collectors.joining(", "));
    }
}
