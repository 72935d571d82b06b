package dev.regatta.explore;

import dev.regatta.protocol.ClientId;

import java.util.Objects;

/**
 * How many times the operations of another client a client ended in the closed loops of one turn, in which their short
 * slices took turns. What disturbs the machine meets both of a round, so that this is known far better than the ratio of
 * what each of them achieved.
 *
 * Where the sizes of a pool take turns, it is also how many times those that the same client ended with the plan's first size.
 *
 * @param client     the client; with the size of its pool where sizes are compared
 * @param other      the first client of the plan, or the client with the first size
 * @param conditions the setting of both, or of the client
 * @param set        1-based number of the set
 * @param turn       0-based number of the turn
 * @param ratio      from the 20 % trimmed mean of the rounds' logarithms
 * @param rounds     how many rounds there were
 * @param disturbed  in how many of them others used much of the machine meanwhile
 */
public record RatioReading(ClientId client, ClientId other, Conditions conditions, int set, int turn, double ratio,
        int rounds, int disturbed) {

    /** The same, under these names. */
    RatioReading between(ClientId one, ClientId another) {
        return new RatioReading(one, another, conditions, set, turn, ratio, rounds, disturbed);
    }

    /** Checks the ranges. */
    public RatioReading {
        Objects.requireNonNull(client);
        Objects.requireNonNull(other);
        Objects.requireNonNull(conditions);
        if (!(ratio > 0) || ratio == Double.POSITIVE_INFINITY || rounds < 1 || disturbed < 0 || disturbed > rounds) {
            throw new IllegalArgumentException("a ratio of " + ratio + " from " + rounds + " rounds, " + disturbed
                    + " of them disturbed, is none");
        }
    }
}
