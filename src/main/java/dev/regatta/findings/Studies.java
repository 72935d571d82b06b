package dev.regatta.findings;

import dev.regatta.explore.Conditions;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Estimate;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Limit;
import dev.regatta.explore.Quantity;
import dev.regatta.protocol.ClientId;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The stored explorations.
 *
 * @param byId by the id of their studies; some may be missing
 */
public record Studies(Map<String, Exploration> byId) {

    /** Copies the map. */
    public Studies {
        byId = Map.copyOf(byId);
    }

    /** The exploration of a study, if it is stored and complete. */
    public Optional<Exploration> of(Study study) {
        return Optional.ofNullable(byId.get(study.id())).filter(exploration -> exploration.facts().complete());
    }

    /** Compares a quantity of two clients at a value of the axis; the claim is that the first has more than {@code atLeast} times. */
    Comparison compare(Study study, String what, String client, String other, double x, Quantity quantity,
            double atLeast) {
        Optional<Curves> curves = of(study).map(Curves::new);
        Optional<Estimate> ratio = curves
                .flatMap(known -> known.ratio(ClientId.of(client), ClientId.of(other), x, quantity));
        Optional<Limit> one = curves.flatMap(known -> limit(known, client, x));
        Optional<Limit> two = curves.flatMap(known -> limit(known, other, x));
        return new Comparison(what, ratio, atLeast, Double.POSITIVE_INFINITY, bound(one, two),
                server(one) && server(two));
    }

    private static Optional<Limit> limit(Curves curves, String client, double x) {
        return curves.of(ClientId.of(client)).stream().filter(step -> step.x() == x).findFirst()
                .flatMap(Curves.Step::limit);
    }

    /** Compares what a client carries at two values of the axis; the claim is that it is more than {@code atLeast} times at the first. */
    Comparison compare(Study study, String what, String client, double x, double other, double atLeast) {
        Optional<Curves> curves = of(study).map(Curves::new);
        Optional<Limit> one = curves.flatMap(known -> limit(known, client, x));
        Optional<Limit> two = curves.flatMap(known -> limit(known, client, other));
        return new Comparison(what,
                curves.flatMap(known -> known.ratio(ClientId.of(client), x, other, Quantity.ACHIEVED)), atLeast,
                Double.POSITIVE_INFINITY, bound(one, two), server(one) && server(two));
    }

    /** Compares the loads that two clients carry within the limit of latency. */
    Comparison carried(Study study, String what, String client, String other, double atLeast) {
        return carried(study, what, client, other, atLeast, Double.POSITIVE_INFINITY);
    }

    /** The same where the claim is that there is little difference: the ratio is between {@code atLeast} and {@code atMost}. */
    Comparison carried(Study study, String what, String client, String other, double atLeast, double atMost) {
        Optional<Curves> curves = of(study).map(Curves::new);
        Optional<Conditions> conditions = of(study).map(known -> known.facts().plan().conditions());
        Optional<Limit> one = curves
                .flatMap(known -> known.carried(ClientId.of(client), conditions.orElseThrow()).limit());
        Optional<Limit> two = curves
                .flatMap(known -> known.carried(ClientId.of(other), conditions.orElseThrow()).limit());
        return new Comparison(what, curves.flatMap(
                known -> known.carriedRatio(ClientId.of(client), ClientId.of(other), conditions.orElseThrow())),
                atLeast, atMost, bound(one, two), server(one) && server(two));
    }

    private static boolean server(Optional<Limit> limit) {
        return limit.equals(Optional.of(Limit.SERVER));
    }

    private static String bound(Optional<Limit> one, Optional<Limit> other) {
        return String.join(" / ", Stream.of(one, other).flatMap(Optional::stream).filter(Objects::nonNull)
                .map(Limit::toString).toList());
    }
}
