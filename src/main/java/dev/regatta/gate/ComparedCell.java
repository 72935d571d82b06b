package dev.regatta.gate;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Tail;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A sound measurement with something to compare it to. Its verdict is made of what its times decide, what was read
 * beside them, and the numbers that a report shows of both.
 *
 * @param measurement the measurement
 * @param comparison  candidate against baseline or book
 * @param reached     the first decision; empty while there is none
 * @param now         where it was measured
 * @param candidate   the candidate's driver and version
 * @param baseline    the baseline's
 */
record ComparedCell(CellMeasurement measurement, Comparison comparison, Optional<Comparison.Decision> reached,
        Fingerprint now, String candidate, String baseline) implements Judgement {

    /**
     * Whether {@code more} begins with the pairs of this, as the last one tells, and has the same tail: the first pairs
     * choose it, and it may change while they are few.
     */
    boolean begins(CellMeasurement more, Comparison others) {
        int known = measurement.pairs().size();
        return more.pairs().size() >= known && more.pairs().get(known - 1).equals(measurement.pairs().getLast())
                && comparison.ratios().tail().equals(others.ratios().tail());
    }

    /** The looks up to this number of pairs decide nothing. */
    int undecided() {
        return reached.map(decision -> decision.look().pairs() - 1).orElse(measurement.pairs().size());
    }

    @Override
    public boolean wantsFreshSet() {
        return comparison instanceof Duel duel && new FreshSet(duel, duel.look(measurement.pairs().size()),
                FreshSet.nanos(measurement)).isWanted();
    }

    @Override
    public CellVerdict verdict() {
        var decision = reached.orElseGet(
                () -> comparison.undecided(measurement.pairs().size(), measurement.timed().outOfBudget()));
        Look look = decision.look();
        var pairs = measurement.pairs().subList(0, look.pairs());
        var figures = new CellFigures(Figures.of(pairs, Arm.CANDIDATE, comparison.ratios().tail().percentile()),
                shareOfWire(pairs), Bound.of(pairs, now));
        var untimed = UntimedEvidence.of(measurement, comparison, now);
        var profiles = new Profiles(measurement);
        return new CellVerdict(measurement.cell(), untimed.ruled(decision.verdict(), look),
                decision.decided() || look.pairs() >= Looks.ESTIMATE && !untimed.settled().isEmpty(),
                Optional.of(compared()), candidate, baseline, look.pairs(),
                (int) pairs.stream().mapToInt(Pair::set).distinct().count(), readings(look),
                untimed.counters().readings(),
                Optional.of(figures),
                Stream.of(warnings(look), untimed.notes(), profiles.notes()).flatMap(List::stream).toList(),
                profiles.grown());
    }

    private Compared compared() {
        return switch (comparison) {
            case Duel duel -> new Compared(duel.how(),
                    Versions.of(measurement, measurement.baseline().orElseThrow()), List.of(), List.of());
            case ShortCheck check -> new Compared(check.how(), Versions.of(measurement, check.entry()),
                    now.changesFrom(check.environment().fingerprint()),
                    check.environment().changedInputs(measurement, now));
        };
    }

    private SortedMap<Metric, MetricReading> readings(Look look) {
        var readings = new TreeMap<Metric, MetricReading>();
        look.estimates().forEach((metric, estimate) -> readings.put(metric,
                MetricReading.of(estimate, ToldInterval.of(estimate, comparison),
                        comparison.detectable(estimate, look.pairs()))));
        return readings;
    }

    private static OptionalDouble shareOfWire(List<Pair> pairs) {
        var both = pairs.stream().filter(pair -> pair.slices().stream()
                .anyMatch(slice -> slice.arm() == Arm.REFERENCE)).toList();
        return both.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(PairedRatios.shareOfThroughput(both, Arm.CANDIDATE, Arm.REFERENCE));
    }

    /** What the other of two clients did: the table has the numbers of the candidate. */
    private String beside(ClientId client, Look look) {
        Tail tail = comparison.ratios().tail();
        Figures figures = Figures.of(measurement.pairs().subList(0, look.pairs()), Arm.BASELINE, tail.percentile());
        return String.format(Locale.ROOT,
                "in the same pairs %s did %,.0f operations per second, with a %s of %,.0f µs and %.1f µs of client CPU each",
                client, figures.operationsPerSecond(), tail.label(), figures.tailMicros(), figures.clientCpuMicros());
    }

    private List<String> warnings(Look look) {
        var warnings = new ArrayList<String>();
        if (comparison instanceof Duel duel) {
            duel.rival().ifPresent(client -> warnings.add(beside(client, look)));
        }
        if (comparison instanceof ShortCheck check && !check.timed()) {
            warnings.add("no raw wire runs this workload: only results and counts were checked, no times");
        }
        Tail tail = comparison.ratios().tail();
        if (tail.percentile() < 99) {
            warnings.add("the tail is " + tail.label() + ": slices hold too few operations for p99");
        }
        if (look.noisy()) {
            warnings.add(look.disturbance().words() + (comparison instanceof Duel
                    ? ": sets that this made uncertain weigh little"
                    : ": a set of which more than a quarter was disturbed shows no loss"));
        }
        if (look.disturbance().unread() > 0) {
            warnings.add("disturbance could not be fully read in " + look.disturbance().unread() + " of "
                    + look.disturbance().slices() + " slices: they do not count as quiet, nor as disturbed");
        }
        measurement.timed().standstills().forEach(still -> warnings.add("the forks of set " + still.set()
                + " were replaced: " + still.words()));
        var raced = measurement.forks().stream()
                .filter(fork -> comparison instanceof Duel && comparison.how().versions().contains(fork.arm()))
                .toList();
        long unsteady = raced.stream().filter(fork -> !fork.steady()).count();
        if (unsteady > 0) {
            warnings.add(unsteady + " of " + raced.size() + " forks " + (unsteady == 1 ? "was" : "were")
                    + " still warming up when timing began");
        }
        return warnings;
    }
}
