package dev.regatta.untimed;

import dev.regatta.fork.WrongResults;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long the relay that counts holds answers. A client that was interrupted while it sent one request after another
 * looks as if it had waited for an answer. Where counts differ between operations, the operations are therefore counted
 * again with a longer hold.
 */
public final class AnswerHold {

    /** In the order in which they are tried. */
    private static final List<Duration> ALL = List.of(Duration.ofMillis(1), Duration.ofMillis(4),
            Duration.ofMillis(16));

    private AnswerHold() {
    }

    /** Counts the operations of one arm. */
    interface Teller {
        /**
         * The counts; without values where nothing could be counted.
         *
         * @param hold     how long answers are held
         * @param baseline what was counted last of the baseline; empty for itself, and where none runs
         */
        Counts of(Arm arm, Duration hold, Optional<Counts> baseline) throws WrongResults;
    }

    /**
     * The counts of each arm, made with the first hold that gives the same counts in every operation. If the candidate
     * then does more than the baseline, both are counted again with the same longer hold, so that a difference between
     * the holds is not taken for a difference between the clients. Where that cannot be done, what was counted with equal holds, the
     * same in every operation, stands.
     */
    static List<Counts> counted(Collection<Arm> arms, Teller teller) throws WrongResults {
        List<Counts> all = new ArrayList<>();
        int longest = 0;
        int shortest = ALL.size();
        for (Arm arm : arms) {
            int hold = 0;
            Counts counts = teller.of(arm, ALL.get(hold), of(all, Arm.BASELINE));
            while (!settled(counts) && hold + 1 < ALL.size()) {
                counts = teller.of(arm, ALL.get(++hold), of(all, Arm.BASELINE));
            }
            all.add(counts);
            longest = Math.max(longest, hold);
            shortest = Math.min(shortest, hold);
        }
        for (int hold = Math.max(1, longest); hold < ALL.size() && moreThanBefore(all); hold++) {
            List<Counts> again = new ArrayList<>();
            for (Arm arm : arms) {
                again.add(teller.of(arm, ALL.get(hold), of(again, Arm.BASELINE)));
            }
            boolean alike = shortest == longest && all.stream().allMatch(AnswerHold::settled);
            if (alike && again.stream().anyMatch(counts -> counts.values().isEmpty())) {
                break;
            }
            all = again;
            shortest = longest = hold;
            if (all.stream().allMatch(AnswerHold::settled)) {
                break;
            }
        }
        return all;
    }

    /** Whether the candidate does more than the baseline of anything of which any increase decides. */
    public static boolean moreThanBefore(List<Counts> all) {
        return Stream.of(Counter.values()).filter(counter -> counter.weight() == Counter.Weight.EXACT)
                .anyMatch(counter -> of(all, Arm.CANDIDATE, counter).flatMap(now -> of(all, Arm.BASELINE, counter)
                        .filter(before -> now.perOperation() > before.perOperation())).isPresent());
    }

    private static Optional<Count> of(List<Counts> all, Arm arm, Counter counter) {
        return of(all, arm).flatMap(counts -> counts.of(counter));
    }

    private static Optional<Counts> of(List<Counts> all, Arm arm) {
        return all.stream().filter(counts -> counts.arm() == arm).findFirst();
    }

    private static boolean settled(Counts counts) {
        boolean written = counts.of(Counter.WRITES).map(AnswerHold::whole)
                .orElse(!CountingSlice.ELSEWHERE.equals(counts.absences().get(Counter.WRITES)));
        return counts.values().isEmpty()
                || written && counts.of(Counter.ROUND_TRIPS).map(AnswerHold::whole)
                        .orElse(counts.absences().containsKey(Counter.ROUND_TRIPS));
    }

    private static boolean whole(Count count) {
        return count.total() % count.operations() == 0;
    }
}
