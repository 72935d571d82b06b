package dev.regatta.explore;

import dev.regatta.protocol.ClientId;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A ratio that is not known as precisely as the plan asks for: to the plan's first client, or to the client itself with the
 * first size of its pool.
 *
 * @param client     the client
 * @param conditions its setting, and that of the first client
 * @param of         what it is a ratio of
 * @param ratio      what is known; empty where a search told too little, which more sets do not change
 */
public record OpenRatio(ClientId client, Conditions conditions, Of of, Optional<ConfidenceInterval> ratio) {

    /** What clients are compared in. */
    public enum Of {
        /** Operations of closed loops whose slices took turns. */
        CLOSED_LOOP,
        /** The same, of a client with the first size of its pool. */
        FIRST_POOL,
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
        ClientId first = plan.clients().getFirst();
        List<OpenRatio> all = new ArrayList<>();
        for (Conditions conditions : plan.allConditions()) {
            for (ClientId client : plan.clients().subList(1, plan.clients().size())) {
                if (plan.axis() != Axis.LOAD) {
                    curves.closedRatio(client, first, conditions).ifPresent(
                            ratio -> all.add(new OpenRatio(client, conditions, Of.CLOSED_LOOP, Optional.of(ratio))));
                }
                if (searched(curves, client, conditions) && searched(curves, first, conditions)) {
                    all.add(new OpenRatio(client, conditions, Of.LOAD_WITHIN_THE_LIMIT,
                            curves.carriedRatio(client, first, conditions)));
                }
            }
        }
        Conditions smallest = plan.allConditions().getFirst();
        plan.allConditions().stream().skip(1).forEach(conditions -> plan.clients().forEach(client -> curves
                .poolRatio(client, conditions, smallest)
                .ifPresent(ratio -> all.add(new OpenRatio(client, conditions, Of.FIRST_POOL, Optional.of(ratio))))));
        return all.stream().filter(
                open -> open.ratio().map(ratio -> isWider(ratio, plan.within().getAsDouble())).orElse(true)).toList();
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
