package dev.regatta.explore;

import dev.regatta.protocol.ClientId;

import java.util.ArrayList;
import java.util.List;

/**
 * A ratio that is not known as precisely as the plan asks for: to the plan's first client, or to the client itself with the
 * first size of its pool.
 *
 * @param client     the client
 * @param conditions its setting, and that of the first client
 * @param of         what it is a ratio of
 * @param ratio      what is known
 */
public record OpenRatio(ClientId client, Conditions conditions, Of of, ConfidenceInterval ratio) {

    /** What clients are compared in. */
    public enum Of {
        /** Operations of closed loops whose slices took turns. */
        CLOSED_LOOP,
        /** The same, of a client with the first size of its pool. */
        FIRST_POOL,
        /** The loads within the limit of latency. */
        LOAD_WITHIN_THE_LIMIT
    }

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
                    curves.closedRatio(client, first, conditions)
                            .ifPresent(ratio -> all.add(new OpenRatio(client, conditions, Of.CLOSED_LOOP, ratio)));
                }
                curves.carriedRatio(client, first, conditions).ifPresent(
                        ratio -> all.add(new OpenRatio(client, conditions, Of.LOAD_WITHIN_THE_LIMIT, ratio)));
            }
        }
        Conditions smallest = plan.allConditions().getFirst();
        plan.allConditions().stream().skip(1).forEach(conditions -> plan.clients().forEach(client -> curves
                .poolRatio(client, conditions, smallest)
                .ifPresent(ratio -> all.add(new OpenRatio(client, conditions, Of.FIRST_POOL, ratio)))));
        return all.stream().filter(open -> open.isWiderThan(plan.within().getAsDouble())).toList();
    }

    private boolean isWiderThan(double within) {
        boolean plain = ratio.low() > PLAIN || ratio.high() < 1 / PLAIN;
        return !plain && ratio.relativeHalfWidth() > within;
    }
}
