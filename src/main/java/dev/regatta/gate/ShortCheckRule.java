package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * What may be concluded of a candidate that runs beside the raw wire, with inputs that are the baseline's. Nothing in
 * the build can have become slower then. The stored ratio to the wire comes from another hour or another machine, so it
 * can only show a collapse or rule one out.
 *
 * <ul>
 * <li>A collapse is ruled out: in the set that is on, for every metric, a loss beyond {@link ShortCheck#COLLAPSE} is
 * ruled out with an error of {@value ShortCheck#PASS_ERROR}, and the loss as it is estimated is within the limit of the
 * environment. At the end it is enough that none is shown beyond that limit.
 * <li>Worse: two sets, each taken alone and each steady before it was timed, show a loss beyond the limit of
 * the environment, with the error that a hypothesis of the run may have.
 * </ul>
 *
 * @param book  the candidate beside the wire, and what is stored
 * @param error that a hypothesis of the run may have
 */
record ShortCheckRule(ShortCheck book, double error) implements Rule {

    private static final int SETS = 2;

    @Override
    public List<Integer> looks() {
        return Looks.SHORT;
    }

    @Override
    public Optional<LookOutcome> at(int look, SortedMap<Metric, Estimate> estimates) {
        var worse = Arrays.stream(Metric.values()).filter(metric -> setsThatShow(metric, look) >= SETS)
                .toList();
        if (!worse.isEmpty()) {
            return Optional.of(new LookOutcome.Worse(worse));
        }
        return passed(estimates);
    }

    /** Noise from outside hits the client and the wire alike: it can hide a loss and rarely makes one. */
    @Override
    public Optional<LookOutcome> inNoiseAt(int look, SortedMap<Metric, Estimate> estimates) {
        return passed(estimates);
    }

    /** What seems to lie beyond the limit must be looked at for longer: few pairs show nothing. */
    private Optional<LookOutcome> passed(SortedMap<Metric, Estimate> estimates) {
        return !book.timed()
                ? Optional.of(new LookOutcome.NoCollapse())
                : rulesOut(estimates, estimate -> estimate.theta() <= estimate.limit());
    }

    @Override
    public Optional<LookOutcome> atTheEnd(int look, SortedMap<Metric, Estimate> estimates) {
        return rulesOut(estimates, estimate -> !shows(estimate));
    }

    private static Optional<LookOutcome> rulesOut(SortedMap<Metric, Estimate> estimates, Predicate<Estimate> within) {
        boolean ruledOut = Rule.complete(estimates) && estimates.values().stream()
                .allMatch(estimate -> estimate.throughout().upper(ShortCheck.PASS_ERROR) < ShortCheck
                        .collapse(estimate.metric())
                        && within.test(estimate));
        return ruledOut ? Optional.of(new LookOutcome.NoCollapse()) : Optional.empty();
    }

    private int setsThatShow(Metric metric, int look) {
        return (int) book.steadySets(look).stream()
                .filter(set -> book.estimate(metric, look, set).filter(this::shows).isPresent()).count();
    }

    private boolean shows(Estimate estimate) {
        return estimate.throughout().lower(error) > estimate.limit();
    }
}
