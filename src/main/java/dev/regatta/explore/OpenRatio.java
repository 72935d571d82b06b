package dev.regatta.explore;

import dev.regatta.protocol.ClientId;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A ratio that is not known as precisely as the plan asks for: of two clients at one setting, or of a client with one size of
 * its pool to the same client with another.
 *
 * @param client     the client
 * @param conditions its setting
 * @param other      what it is compared to: a client that comes before it in the plan, or itself
 * @param otherwise  the setting of the other
 * @param of         what it is a ratio of
 * @param ratio      what is known; empty where a search found no load, which more sets do not change
 */
public record OpenRatio(ClientId client, Conditions conditions, ClientId other, Conditions otherwise, Of of,
        Optional<ConfidenceInterval> ratio) {

    /** What is compared. */
    public enum Of {
        /** Operations of closed loops whose slices took turns. */
        CLOSED_LOOP,
        /** The loads within the limit of latency. */
        LOAD_WITHIN_THE_LIMIT
    }

    /** No exploration adds sets to more than these: each takes a minute or more, and the next tells little more. */
    public static final int MOST_SETS = 24;

    /** A ratio beyond this is plain: no second digit of it is asked for. */
    private static final double PLAIN = 2;

    /** The ratios of an exploration that are wider than its plan asks for; none where it does not say. */
    public static List<OpenRatio> of(Exploration exploration) {
        Plan plan = exploration.facts().plan();
        if (plan.within().isEmpty()) {
            return List.of();
        }
        var curves = new Curves(exploration);
        List<OpenRatio> all = new ArrayList<>();
        for (Conditions conditions : plan.allConditions()) {
            for (int i = 1; i < plan.clients().size(); i++) {
                for (ClientId other : plan.clients().subList(0, i)) {
                    all.addAll(ofClients(curves, plan, plan.clients().get(i), other, conditions));
                }
            }
        }
        all.addAll(ofPools(curves, plan));
        return all.stream().filter(
                open -> open.ratio().map(ratio -> isWider(ratio, plan.within().getAsDouble())).orElse(true)).toList();
    }

    private static List<OpenRatio> ofClients(Curves curves, Plan plan, ClientId client, ClientId other,
            Conditions conditions) {
        List<OpenRatio> all = new ArrayList<>();
        if (plan.axis() != Axis.LOAD) {
            curves.closedRatio(client, other, conditions).ifPresent(ratio -> all.add(
                    new OpenRatio(client, conditions, other, conditions, Of.CLOSED_LOOP, Optional.of(ratio))));
        }
        if (searched(curves, client, conditions) && searched(curves, other, conditions)) {
            all.add(new OpenRatio(client, conditions, other, conditions, Of.LOAD_WITHIN_THE_LIMIT,
                    curves.carriedRatio(client, other, conditions)));
        }
        return all;
    }

    private static List<OpenRatio> ofPools(Curves curves, Plan plan) {
        List<OpenRatio> all = new ArrayList<>();
        List<Conditions> sizes = plan.allConditions();
        for (int i = 1; i < sizes.size(); i++) {
            for (Conditions other : sizes.subList(0, i)) {
                for (ClientId client : plan.clients()) {
                    Conditions one = sizes.get(i);
                    curves.poolRatio(client, one, other).ifPresent(ratio -> all.add(
                            new OpenRatio(client, one, client, other, Of.CLOSED_LOOP, Optional.of(ratio))));
                }
            }
        }
        return all;
    }

    /** Whether more sets would make a ratio as narrow as the plan asks for, and may be added. */
    public static boolean wantsSets(Exploration exploration) {
        return exploration.facts().plan().sets() < MOST_SETS
                && of(exploration).stream().anyMatch(open -> open.ratio().isPresent());
    }

    private static boolean searched(Curves curves, ClientId client, Conditions conditions) {
        return curves.carried(client, conditions).searched() > 0;
    }

    private static boolean isWider(ConfidenceInterval ratio, double within) {
        boolean plain = ratio.low() > PLAIN || ratio.high() < 1 / PLAIN;
        return !plain && ratio.relativeHalfWidth() > within;
    }
}
