package dev.regatta.gate;

import dev.regatta.analysis.Rival;
import dev.regatta.baseline.BookEntry;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pinned parks per operation, an exact metric: a driver that parks where its thread is pinned does so in nearly every
 * operation, on any machine, however noisy. More of them than before is a regression by itself; fewer are shown, and
 * what they are worth shows in the throughput.
 *
 * @param now      what was recorded of the candidate; empty where nothing was
 * @param before   parks per operation of the baseline, where they can be compared
 * @param baseline what was recorded of the baseline's arm of a duel
 * @param since    why nothing is compared with the book; empty in a duel
 * @param absences what could not be recorded, of either arm
 * @param missing  what decides of these
 * @param rival    the client of the baseline's arm, where two clients raced: then nothing decides
 */
public record PinnedParks(Optional<Pins> now, Optional<Double> before, Optional<Pins> baseline, String since,
        List<String> absences, List<String> missing, Optional<ClientId> rival) {

    /**
     * An increase per operation up to this is tolerated: initialising a class pins once on every JDK (drivers that do
     * not pin had 0.0002).
     */
    public static final double SLACK = 0.01;

    /**
     * A relative increase up to this is tolerated: how often an answer has arrived before it is read, so that no thread
     * parks, differs from run to run.
     */
    public static final double RELATIVE_SLACK = 0.25;

    /**
     * Fewer parks than this in a slice are tolerated: in a slice of few operations a single park exceeds
     * {@link #SLACK}.
     */
    public static final int FEWEST = 4;

    /** Frames of the JDK say how a thread parked, not who made it. */
    private static final Predicate<String> OF_THE_JDK = Pattern
            .compile("(?:java\\.base/)?(?:java|javax|jdk|sun|com\\.sun)\\..*").asMatchPredicate();
    private static final int SHOWN_FRAMES = 3;

    static PinnedParks of(CellMeasurement measurement, Comparison comparison, Fingerprint here) {
        var absences = comparison.how().versions().stream()
                .flatMap(arm -> absence(measurement, arm).stream()).toList();
        Optional<Pins> now = pins(measurement, Arm.CANDIDATE);
        return switch (comparison) {
            case Duel duel when duel.rival().isPresent() -> new PinnedParks(now, Optional.empty(),
                    pins(measurement, Arm.BASELINE), "", absences, List.of(), duel.rival());
            case Duel duel -> {
                Optional<Pins> baseline = pins(measurement, Arm.BASELINE);
                boolean recordable = baseline.isPresent() || now.filter(PinnedParks::matter).isPresent()
                        || now.isEmpty() && duel.stored().flatMap(BookEntry::pinnedParks).isPresent();
                yield new PinnedParks(now, baseline.map(Pins::perOperation), baseline, "", absences,
                        recordable ? absences : List.of(), Optional.empty());
            }
            case ShortCheck book -> {
                String then = book.environment().fingerprint().fact(Fingerprint.JDK);
                // Whether something pins depends mostly on the JDK.
                boolean same = then.equals(here.fact(Fingerprint.JDK));
                Optional<Double> before = same ? book.entry().pinnedParks() : Optional.empty();
                yield new PinnedParks(now, before, Optional.empty(), same
                        ? "the baseline has no reading to compare with"
                        : "not compared, the baseline was measured on JDK " + then, absences,
                        before.isPresent() ? absences : List.of(), Optional.empty());
            }
        };
    }

    private static Optional<Pins> pins(CellMeasurement measurement, Arm arm) {
        return measurement.untimed().pinning(arm).flatMap(Pinning::pins);
    }

    private static Optional<String> absence(CellMeasurement measurement, Arm arm) {
        if (!Rival.client(measurement, arm).onVirtualThreads()) {
            return Optional.empty();
        }
        String of = "pinned threads of the " + arm + " arm ";
        return measurement.untimed().pinning(arm).map(reading -> reading.absence().isEmpty()
                ? Optional.<String>empty()
                : Optional.of(of + "could not be recorded: " + reading.absence()))
                .orElse(Optional.of(of + "were not recorded"));
    }

    /** Whether {@code pins} are more than the few that come and go. */
    public static boolean matter(Pins pins) {
        return increased(pins, 0);
    }

    /** The reading in words: how many per operation, and where most of them happen. */
    public static String words(Pins pins) {
        return number(pins.perOperation()) + " pinned parks per operation (" + pins.parks() + " in "
                + pins.operations() + ")" + place(pins);
    }

    private static boolean increased(Pins now, double before) {
        return now.parks() - before * now.operations() >= FEWEST
                && now.perOperation() > before + Math.max(SLACK, RELATIVE_SLACK * before);
    }

    private boolean increased() {
        return now.isPresent() && before.isPresent() && increased(now.get(), before.get());
    }

    /** More of them than before, beyond the slack; empty where there are not, or nothing can be compared. */
    List<Cause> causes() {
        return increased() ? List.of(new Cause.Pinned(now.orElseThrow(), before.orElseThrow())) : List.of();
    }

    /** What was seen, for the report. */
    List<String> notes() {
        Optional<String> others = rival.flatMap(client -> baseline.map(pins -> client + ": " + seen(pins)));
        return Stream.of(now.map(this::note).stream(), others.stream(), absences.stream()).flatMap(notes -> notes)
                .toList();
    }

    private static String seen(Pins pins) {
        return pins.perOperation() <= SLACK
                ? "virtual threads were not pinned: at most 0.01 pinned parks per operation"
                : words(pins);
    }

    private String note(Pins pins) {
        boolean few = pins.perOperation() <= SLACK;
        String seen = seen(pins);
        if (before.isPresent()) {
            return few && before.get() <= SLACK
                    ? seen
                    : seen + ", was " + baseline.map(PinnedParks::count).orElseGet(() -> number(before.get()));
        }
        return few || since.isEmpty() ? seen : seen + ", " + since;
    }

    private static String count(Pins pins) {
        return number(pins.perOperation()) + " (" + pins.parks() + " in " + pins.operations() + ")" + place(pins);
    }

    /**
     * Where most of them happen: the frames of the most frequent stack that are not the JDK's, the one that parked
     * first.
     */
    public static String place(Pins pins) {
        return pins.stacks().stream().findFirst().map(PinnedStack::frames)
                .map(frames -> frames.stream().filter(OF_THE_JDK.negate()).limit(SHOWN_FRAMES)
                        .collect(Collectors.joining(" < ")))
                .filter(frames -> !frames.isEmpty()).map(frames -> ", most at " + frames).orElse("");
    }

    /** Parks per operation, with as many digits as are needed. */
    public static String number(double perOperation) {
        return perOperation == 0
                ? "0"
                : String.format(Locale.ROOT, perOperation < SLACK ? "%.4f" : "%.2f", perOperation);
    }
}
