package dev.regatta.report;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Baselines;
import dev.regatta.gate.Cause;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Compared;
import dev.regatta.gate.ComparisonKind;
import dev.regatta.gate.CountReading;
import dev.regatta.gate.Doubt;
import dev.regatta.gate.Flaw;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.PinnedParks;
import dev.regatta.gate.SetsToPass;
import dev.regatta.gate.Standstills;
import dev.regatta.gate.StatedLoss;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.gate.Versions;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pins;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sentence of a verdict, which users read when a build breaks: what was found, and how certain it is. */
public final class VerdictWords {

    /** So many changes are named in a sentence; four fit as well as three and a number. */
    private static final int CHANGES = 3;

    private static final String AGAIN = "; run it again when less else runs";

    /** So many counts that moved with a loss are named, those that moved furthest. */
    private static final int MOVED = 3;

    private VerdictWords() {
    }

    /** One sentence that begins with the cell's name. */
    public static String sentence(CellVerdict cell) {
        return cell.cell() + ": " + reason(cell);
    }

    /** The sentence without the cell's name in front of it. */
    public static String reason(CellVerdict cell) {
        return betweenClients(cell).orElseGet(() -> ofOneClient(cell));
    }

    /**
     * What the times say of two clients, with all three ratios: which client is the better one depends on what somebody
     * needs. Empty for another race, and where times say nothing.
     */
    private static Optional<String> betweenClients(CellVerdict cell) {
        if (cell.rival().isEmpty() || cell.readings().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> conclusion = Optional.ofNullable(switch (cell.verdict()) {
            case Verdict.Regressed lost when lost.standstills().isEmpty() ->
                "worse in " + listed(lost.metrics()) + LossWords.beyond(cell, lost.metrics());
            case Verdict.Improved better when better.standstills().isEmpty() ->
                "better in " + listed(better.metrics()) + "; nothing is worse by more than its limit";
            case Verdict.Unchanged same when same.atTheEnd() -> "nothing is worse by more than its limit";
            case Verdict.Unchanged same ->
                "alike: nothing is worse by more than its limit, and nothing seems better by so much";
            case Verdict.Inconclusive(Doubt.Undecided(Doubt.End end)) ->
                "undecided " + end(cell, end) + LossWords.reachingLimits(cell) + LossWords.notRuledOut(cell);
            case Verdict.Inconclusive(Doubt.Noisy(String seen)) ->
                "undecided, machine too noisy: " + seen + AGAIN;
            default -> null;
        });
        return conclusion.map(words -> times(cell, "", List.copyOf(cell.readings().keySet())) + "; " + words);
    }

    private static String listed(List<Metric> metrics) {
        return metrics.stream().map(Metric::words).collect(Collectors.joining(", "));
    }

    private static String ofOneClient(CellVerdict cell) {
        return switch (cell.verdict()) {
            case Verdict.Unchanged same -> same.declared()
                    .map(lost -> loss(cell, lost) + ", and a loss larger than that plus the limit is ruled out")
                    .orElseGet(() -> times(cell, same.atTheEnd() ? "not worse: " : "", List.of(Metric.values())));
            case Verdict.Improved better -> gain(cell, better);
            case Verdict.NotRaced checked -> checked.spared()
                    .map(digest -> "inputs are those of the base (" + digest + "); not measured")
                    .orElseGet(() -> (checked.changed().isEmpty()
                            ? "same inputs as the baseline's " + versions(cell)
                            : unraced(checked.changed()))
                            + "; " + ruledOut(cell));
            case Verdict.Regressed lost -> loss(cell, lost)
                    + (lost.claim().isEmpty() ? "" : ", but a loss larger than that plus the limit is not ruled out");
            case Verdict.Inconclusive undecided -> doubt(cell, undecided.doubt());
            case Verdict.Invalid invalid -> flaw(cell, invalid.flaw());
        };
    }

    /** The first changes, and how many more there are: {@code a 1 -> 2, b 1 -> 2, c 1 -> 2 and 9 more}. */
    public static String changes(List<Change> changes) {
        int more = changes.size() - CHANGES;
        return more < 2
                ? Change.words(changes)
                : Change.words(changes.subList(0, CHANGES)) + " and " + more + " more";
    }

    /** Why races of a client take too long to pass, and what to do. */
    public static String passesTooLate(ClientId client, SetsToPass sets) {
        return String.format(Locale.ROOT, "%s: the %s of its forks differs by %.1f %%, so that a race of equal releases"
                + " needs %d sets to pass, and more than %d take too long: calibrate it on a quieter machine, or with the results of"
                + " several calibrations", client, sets.metric().words(), 100 * sets.betweenForks(), sets.needed(),
                SetsToPass.MOST);
    }

    /** The noise of a baseline file with which races take too long to pass: where, and what to do. */
    public static Stream<String> passesTooLate(Baseline baseline) {
        return baseline.environments().stream().flatMap(environment -> environment.noise().entrySet().stream()
                .flatMap(noise -> SetsToPass.tooMany(noise.getValue()).stream()
                        .map(sets -> baseline.database().id() + ".json: noise in " + environment.where() + ": "
                                + passesTooLate(noise.getKey(), sets))));
    }

    /** When a measurement ended without a decision: {@code when the time budget ended}. */
    static String end(CellVerdict cell, Doubt.End end) {
        return switch (end) {
            case ALL_PAIRS -> "after all " + cell.pairs() + " pairs";
            case BUDGET -> "when the time budget ended";
            case STOPPED -> "when measuring stopped";
        };
    }

    private static String gain(CellVerdict cell, Verdict.Improved better) {
        if (better.standstills().isPresent()) {
            return standstills(better.standstills().get());
        }
        return (better.metrics().isEmpty()
                ? "plainly better in time " + versions(cell)
                : times(cell, "", better.metrics()) + LossWords.besides(cell, better.metrics(), false))
                + (better.costs().isEmpty() ? "" : "; " + what(better.costs()) + ", which this makes up for");
    }

    private static String loss(CellVerdict cell, Verdict.Regressed lost) {
        return found(cell, lost) + lost.claim().map(VerdictWords::claim).orElse("");
    }

    private static String found(CellVerdict cell, Verdict.Regressed lost) {
        if (lost.standstills().isPresent()) {
            return (lost.causes().isEmpty() ? "" : what(lost.causes()) + "; ") + standstills(lost.standstills().get());
        }
        String places = lost.causes().stream()
                .map(cause -> cause instanceof Cause.Pinned(Pins now, double was) ? PinnedParks.place(now) : "")
                .collect(Collectors.joining());
        if (lost.metrics().isEmpty() && lost.doubt().equals(Optional.of(new Doubt.Undecided(Doubt.End.STOPPED)))
                && !cell.readings().isEmpty()) {
            return what(lost.causes()) + places + "; that decides, and the times are an estimate of its cost: "
                    + times(cell, "", List.copyOf(cell.readings().keySet()));
        }
        List<Change> changed = cell.compared().map(Compared::unraced).orElse(List.of());
        if (lost.metrics().isEmpty()) {
            return what(lost.causes()) + " " + versions(cell) + places + "; by its timing alone "
                    + timing(lost.timing()) + (changed.isEmpty() ? "" : "; " + unraced(changed));
        }
        return times(cell, "", lost.metrics()) + LossWords.beyond(cell, lost.metrics())
                + LossWords.besides(cell, lost.metrics(), true)
                + (cell.how().equals(Optional.of(ComparisonKind.SHORT_CHECK))
                        ? "; " + (changed.isEmpty()
                                ? "the inputs are the baseline's, so suspect the machine first"
                                : unraced(changed) + ", so suspect that or the machine")
                        : "")
                + (lost.causes().isEmpty() ? "" : "; " + what(lost.causes()) + places)
                + moved(cell.counts().values(), lost.causes());
    }

    private static String unraced(List<Change> changed) {
        return "could not race the old form of " + Change.words(changed);
    }

    /** What the times alone say; those of a short check rule out a collapse. */
    private static String timing(VerdictKind alone) {
        return alone == VerdictKind.NOT_RACED ? "no collapse" : alone.word();
    }

    private static String what(List<Cause> causes) {
        return causes.stream().map(Cause::words).collect(Collectors.joining(", "));
    }

    /**
     * What moved together with times that became worse, in either direction: a cause, or another consequence of one.
     * Empty when there is nothing to compare, or what moved has been named among the causes.
     */
    static String moved(Collection<CountReading> counts, List<Cause> causes) {
        if (counts.stream().allMatch(reading -> reading.before().isEmpty())) {
            return "";
        }
        List<CountReading> moved = counts.stream().filter(CountReading::moved)
                .filter(reading -> !causes.contains(new Cause.Counted(reading)))
                .sorted(Comparator.comparingDouble(CountReading::distance).reversed()).toList();
        if (!moved.isEmpty()) {
            return "; also changed: "
                    + moved.stream().limit(MOVED).map(CountReading::words).collect(Collectors.joining(", "));
        }
        return !causes.isEmpty() ? "" : "; no count changed";
    }

    private static String claim(StatedLoss claim) {
        String claimed = claim.losses().isEmpty()
                ? "no loss of throughput, tail latency or client CPU"
                : claim.losses().entrySet().stream()
                        .map(loss -> "a loss of " + percent(loss.getKey().fraction(loss.getValue())) + " in "
                                + loss.getKey().words())
                        .collect(Collectors.joining(", "));
        return "; the branch's entry claims " + claimed + " (its reason: " + claim.reason() + ")";
    }

    private static String standstills(Standstills standstills) {
        return standstills.last().words() + " " + versions(standstills.versions()) + ", in " + standstills.sets()
                + " sets";
    }

    private static String doubt(CellVerdict cell, Doubt doubt) {
        return switch (doubt) {
            case Doubt.Undecided(Doubt.End end) ->
                times(cell, "undecided " + end(cell, end) + ": ", List.copyOf(cell.readings().keySet()))
                        + LossWords.notRuledOut(cell)
                        + "; smallest losses that it would have failed with 95 % probability: "
                        + cell.readings().values().stream()
                                .map(reading -> reading.metric().words() + " " + percent(reading.smallestChange()))
                                .collect(Collectors.joining(", "))
                        + (end == Doubt.End.BUDGET && cell.how().equals(Optional.of(ComparisonKind.DUEL))
                                ? "; a larger budget finds smaller ones"
                                : "");
            case Doubt.Noisy(String seen) -> "machine too noisy: " + seen + AGAIN;
            case Doubt.Unreached() -> "the time budget ended before it was measured: raise it";
            case Doubt.TooFew(int pairs, int needed) ->
                tooFew(pairs, needed) + " and the time budget ended: raise it";
            case Doubt.Unread unread -> "by its timing " + timing(unread.others()) + ", but "
                    + String.join("; ", unread.missing())
                    + "; more of that than before cannot be ruled out";
            case Doubt.BesideClaim(Verdict.Regressed lost, Doubt rest) ->
                loss(cell, lost) + "; that covers what is worse, but " + doubt(cell, rest);
            case Doubt.NoYardstick(List<Change> changed) ->
                "could not race the old form of " + Change.words(changed)
                        + ", and no raw wire runs the workload, so that"
                        + " its times are compared with nothing: " + Baselines.HOW_TO_MEASURE;
            case Doubt.Incomparable(Fingerprint now, List<Fingerprint> stored) ->
                "measured with " + Fingerprint.DATABASE_MODE + " " + world(now) + ", the baseline holds "
                        + stored.stream().map(VerdictWords::world).distinct().sorted()
                                .collect(Collectors.joining(", "))
                        + " only: " + Baselines.HOW_TO_MEASURE;
        };
    }

    private static String flaw(CellVerdict cell, Flaw flaw) {
        return switch (flaw) {
            case Flaw.Unsound(String problem) -> problem;
            case Flaw.Unmeasured() -> "was not judged: the run holds no measurement of it";
            case Flaw.Repeated(int times) -> "was measured " + times + " times in one run";
            case Flaw.Nowhere() -> "the run does not say where it was measured";
            case Flaw.TooFew(int pairs, int needed) -> tooFew(pairs, needed) + ": run it again";
            case Flaw.NoBaseline() ->
                "there is no baseline of " + cell.cell().database() + ": " + Baselines.HOW_TO_MEASURE;
            case Flaw.NoEntry() -> "the baseline has no entry: " + Baselines.HOW_TO_MEASURE;
            case Flaw.OtherRecipe(Versions versions) -> "the baseline's recipe differs " + versions(versions)
                    + " and its arm did not race: measure again";
        };
    }

    private static String tooFew(int pairs, int needed) {
        return Words.counted(pairs, "pair") + ", at least " + needed + " are needed";
    }

    /**
     * {@code throughput is 0.109 [0.105, 0.113] of the baseline's (versions), client CPU is …; 16 pairs from 2 sets}.
     */
    private static String times(CellVerdict cell, String opening, List<Metric> metrics) {
        return opening + MetricReading.words(metrics.stream().map(cell.readings()::get).toList(), whose(cell)) + "; "
                + size(cell) + elsewhere(cell, "compared with");
    }

    /** {@code a short check rules out at least 34 % less throughput, …}: at least 1 %, rounded up. */
    private static String ruledOut(CellVerdict cell) {
        if (cell.readings().isEmpty()) {
            return "results and counts were checked, and no times, because no raw wire runs the workload";
        }
        return "a short check rules out at least " + cell.readings().values().stream()
                .map(reading -> String.format(Locale.ROOT, "%.0f %% %s %s",
                        Math.max(1, Math.ceil(100 * reading.metric()
                                .fraction(reading.metric().lossOfRatio(reading.worst())))),
                        reading.metric() == Metric.THROUGHPUT ? "less" : "more", reading.metric().words()))
                .collect(Collectors.joining(", ")) + "; " + size(cell)
                + elsewhere(cell, "stored in");
    }

    private static String elsewhere(CellVerdict cell, String verb) {
        return cell.compared().map(Compared::differences).filter(facts -> !facts.isEmpty())
                .map(facts -> "; " + verb + " another environment: " + Change.words(facts)).orElse("");
    }

    private static String size(CellVerdict cell) {
        return Words.counted(cell.pairs(), "pair") + " from " + Words.counted(cell.sets(), "set");
    }

    /** {@code the baseline's (postgresql 42.7.14 -> 42.2.21)}, or {@code pgjdbc+hikari/platform's}. */
    private static String whose(CellVerdict cell) {
        return cell.rival().map(client -> client + "'s" + (cell.changes().isEmpty()
                ? ""
                : " (" + changes(cell.changes()) + ")")).orElseGet(() -> "the baseline's " + versions(cell));
    }

    /** What the cells of a client are compared with, in a title: what changed, what it is, or the other client. */
    public static String title(CellVerdict cell) {
        String changes = changes(cell.changes());
        if (cell.rival().isEmpty()) {
            return changes.isEmpty() ? cell.candidate() : changes;
        }
        ClientId rival = cell.rival().get();
        boolean sameStack = cell.cell().client().stack().equals(rival.stack());
        String drivers = sameStack ? cell.candidate() : cell.candidate() + " against " + cell.baseline();
        return "against " + rival + ": " + (sameStack && !cell.candidate().equals(cell.baseline())
                ? changes
                : drivers + (changes.isEmpty() ? "" : ", " + changes));
    }

    private static String versions(CellVerdict cell) {
        return versions(cell.compared().orElseThrow().versions());
    }

    /** {@code (postgresql 42.7.14 -> 42.2.21)}. */
    private static String versions(Versions versions) {
        return Stream.of(versions.rival().map(client -> "against " + client),
                versions.sameDriver().map(driver -> driver + " before and after"),
                Optional.of(changes(versions.changes())).filter(words -> !words.isEmpty()),
                versions.stored().map(entry -> "stored " + entry.date() + " at commit " + entry.commit()))
                .flatMap(Optional::stream).collect(Collectors.joining(", ", "(", ")"));
    }

    /** The facts without which times cannot be compared. */
    private static String world(Fingerprint fingerprint) {
        return Stream.concat(Stream.of(fingerprint.fact(Fingerprint.DATABASE_MODE)),
                Stream.of(Fingerprint.LATENCY, Fingerprint.TLS).filter(fingerprint.facts()::containsKey)
                        .map(name -> name + " " + fingerprint.fact(name)))
                .collect(Collectors.joining(" with "));
    }

    static String percent(double fraction) {
        return fraction > Words.LARGE ? Words.percent(fraction) : Words.number("%.1f %%", 100 * fraction);
    }
}
