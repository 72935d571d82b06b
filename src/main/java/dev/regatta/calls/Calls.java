package dev.regatta.calls;

import dev.regatta.relay.Traffic;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;

/**
 * Calls of a database.
 *
 * @param counts     each count
 * @param statements normalised texts, each with how often it was executed, at least once
 */
record Calls(Map<CallCount, Long> counts, SortedMap<String, Long> statements) {

    /** No calls. */
    static final Calls NONE = of(Traffic.NONE, Map.of());

    /** Checks that every count is there. */
    Calls {
        counts = Collections.unmodifiableMap(new EnumMap<>(counts));
        statements = Collections.unmodifiableSortedMap(new TreeMap<>(statements));
        if (counts.size() != CallCount.values().length) {
            throw new IllegalArgumentException("of " + Arrays.toString(CallCount.values()) + " only " + counts);
        }
    }

    /** What went through a relay. */
    static Calls of(Traffic traffic, Map<String, Long> statements) {
        return new Calls(Arrays.stream(CallCount.values())
                .collect(Collectors.toMap(count -> count, count -> count.of(traffic))), new TreeMap<>(statements));
    }

    /** How many. */
    long of(CallCount count) {
        return counts.get(count);
    }

    /** How often a statement was executed. */
    long of(String statement) {
        return statements.getOrDefault(statement, 0L);
    }

    /** This and {@code other}. */
    Calls plus(Calls other) {
        return with(other, Long::sum);
    }

    /** What came after {@code earlier}. */
    Calls since(Calls earlier) {
        return with(earlier, (now, was) -> now - was);
    }

    /** The larger of each number. */
    Calls most(Calls other) {
        return with(other, Math::max);
    }

    /** The smaller of each number. */
    Calls least(Calls other) {
        return with(other, Math::min);
    }

    private Calls with(Calls other, LongBinaryOperator operator) {
        var both = new EnumMap<CallCount, Long>(CallCount.class);
        counts.forEach((count, number) -> both.put(count, operator.applyAsLong(number, other.of(count))));
        var texts = new TreeMap<>(other.statements);
        texts.putAll(statements);
        texts.replaceAll((text, any) -> operator.applyAsLong(of(text), other.of(text)));
        texts.values().removeIf(times -> times == 0);
        return new Calls(both, texts);
    }
}
