package dev.regatta.results;

import dev.regatta.analysis.EncodedHistogram;
import dev.regatta.analysis.UnreadableLatencies;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The latencies of a cell's slices. A verdict needs the tail of each slice or block of slices; a page shows the
 * distribution over all. So the tail is kept slice by slice, and what is below it fork by fork.
 *
 * @param tails  a text for each slice in run order, {@code 312 8432 5 0*3 17}: the number of its operations below its
 *               tail, the bucket (see {@link EncodedHistogram}) at which the tail begins, and the buckets of the
 *               operations in the tail, ascending, each as the distance from the one before, with {@code *3} for three
 *               operations; or {@code =} and its latencies as they are
 * @param bodies what is below the tails
 */
record LatencyColumn(List<String> tails, List<Body> bodies) {

    private static final String AS_IT_IS = "=";

    /**
     * What is below the tails of an arm's slices in one fork.
     *
     * @param from   the lowest bucket
     * @param counts operations of that bucket and of those after it
     */
    record Body(Arm arm, int stage, int from, List<Long> counts) {}

    /** An arm's slices of one fork. */
    private record ForkArm(Arm arm, int stage) {}

    /** The latencies of a measurement. */
    static LatencyColumn of(CellMeasurement cell) {
        Optional<Map<Arm, List<EncodedHistogram>>> readable = readable(cell.pairs());
        Map<Arm, int[]> exactFrom = readable.map(latencies -> Thinning.of(cell, latencies)).orElse(Map.of());
        var tails = new ArrayList<String>();
        var bodies = new LinkedHashMap<ForkArm, SortedMap<Integer, Long>>();
        var next = new EnumMap<Arm, Integer>(Arm.class);
        for (Pair pair : cell.pairs()) {
            for (ArmSlice slice : pair.slices()) {
                Arm arm = slice.arm();
                int number = next.merge(arm, 1, Integer::sum) - 1;
                tails.add(slice.slice().allOperations() == 0 || !exactFrom.containsKey(arm)
                        ? AS_IT_IS + slice.slice().latencies()
                        : tail(readable.orElseThrow().get(arm).get(number), exactFrom.get(arm)[number],
                                bodies.computeIfAbsent(new ForkArm(arm, pair.stage()), any -> new TreeMap<>())));
            }
        }
        bodies.values().removeIf(SortedMap::isEmpty);
        return new LatencyColumn(tails,
                bodies.entrySet().stream().map(body -> body(body.getKey(), body.getValue())).toList());
    }

    /** The latencies of each arm's slices by bucket; empty where those of a slice cannot be written as buckets. */
    private static Optional<Map<Arm, List<EncodedHistogram>>> readable(List<Pair> pairs) {
        var readable = new EnumMap<Arm, List<EncodedHistogram>>(Arm.class);
        for (Pair pair : pairs) {
            for (ArmSlice slice : pair.slices()) {
                Optional<EncodedHistogram> buckets = buckets(slice.slice());
                if (buckets.isEmpty()) {
                    return Optional.empty();
                }
                readable.computeIfAbsent(slice.arm(), arm -> new ArrayList<>()).add(buckets.get());
            }
        }
        return Optional.of(readable);
    }

    private static Optional<EncodedHistogram> buckets(Slice slice) {
        try {
            String text = slice.latencies().isEmpty() && slice.operations() == 0
                    ? EncodedHistogram.NAMED
                    : slice.latencies();
            return Optional.of(EncodedHistogram.of(text)).filter(EncodedHistogram::nameable);
        } catch (UnreadableLatencies e) {
            return Optional.empty();
        }
    }

    /** The tail of a slice; what is below is added to the body. */
    private static String tail(EncodedHistogram latencies, int exactFrom, Map<Integer, Long> body) {
        var words = new StringJoiner(" ");
        long below = 0;
        int last = exactFrom;
        for (int i = 0; i < latencies.size(); i++) {
            int bucket = latencies.bucket(i);
            long count = latencies.count(i);
            if (bucket < exactFrom) {
                below += count;
                body.merge(bucket, count, Long::sum);
            } else {
                words.add(word(bucket - last, count));
                last = bucket;
            }
        }
        return (below + " " + exactFrom + " " + words).strip();
    }

    /** A bucket, with how many operations it holds unless that is one. */
    private static String word(int bucket, long count) {
        return count == 1 ? Integer.toString(bucket) : bucket + "*" + count;
    }

    private static Body body(ForkArm of, SortedMap<Integer, Long> counts) {
        return new Body(of.arm(), of.stage(), counts.firstKey(),
                IntStream.rangeClosed(counts.firstKey(), counts.lastKey())
                        .mapToObj(bucket -> counts.getOrDefault(bucket, 0L)).toList());
    }

    /**
     * The latencies of each slice as {@link Slice#latencies()} tells them.
     *
     * @param stages of each slice
     * @param arms  of each slice
     * @throws IllegalArgumentException if this column is of another number of slices
     */
    List<String> texts(List<Integer> stages, List<Arm> arms) {
        if (tails.size() != arms.size()) {
            throw new IllegalArgumentException(tails.size() + " latencies of " + arms.size() + " slices");
        }
        var texts = new String[tails.size()];
        var thinned = new HashMap<ForkArm, List<Thinned>>();
        for (int i = 0; i < texts.length; i++) {
            if (tails.get(i).startsWith(AS_IT_IS)) {
                texts[i] = tails.get(i).substring(AS_IT_IS.length());
            } else {
                thinned.computeIfAbsent(new ForkArm(arms.get(i), stages.get(i)), any -> new ArrayList<>())
                        .add(Thinned.of(i, tails.get(i).split(" ")));
            }
        }
        var dealers = new HashMap<ForkArm, Dealer>();
        bodies.forEach(body -> dealers.put(new ForkArm(body.arm(), body.stage()), new Dealer(body)));
        // The lowest tail first: each slice then gets what is below its own.
        thinned.forEach((of, slices) -> slices.stream().sorted(Comparator.comparing(Thinned::exactFrom))
                .forEach(slice -> texts[slice.number()] = slice.text(Optional.ofNullable(dealers.get(of)))));
        return List.of(texts);
    }

    /**
     * A slice whose latencies below its tail are in a body.
     *
     * @param number its place in run order
     * @param words  of its tail
     */
    private record Thinned(int number, long below, int exactFrom, List<String> words) {

        static Thinned of(int number, String[] words) {
            return new Thinned(number, Long.parseLong(words[0]), Integer.parseInt(words[1]),
                    List.of(words).subList(2, words.length));
        }

        String text(Optional<Dealer> body) {
            var text = new StringJoiner(" ", EncodedHistogram.NAMED, "");
            if (below > 0) {
                body.orElseThrow().deal(below, text);
            }
            int bucket = exactFrom;
            for (String word : words) {
                int end = word.indexOf('*') < 0 ? word.length() : word.indexOf('*');
                bucket += Integer.parseInt(word, 0, end, 10);
                text.add(bucket + word.substring(end));
            }
            return text.toString();
        }
    }

    /** Deals a body out to the slices it was made of, the shortest latencies first. */
    private static final class Dealer {

        private final Body body;
        private int next;
        private long left;

        Dealer(Body body) {
            this.body = body;
            left = body.counts().getFirst();
        }

        void deal(long operations, StringJoiner text) {
            long wanted = operations;
            while (wanted > 0) {
                if (left == 0) {
                    next++;
                    left = body.counts().get(next);
                }
                long dealt = Math.min(wanted, left);
                if (dealt > 0) {
                    text.add(word(body.from() + next, dealt));
                }
                wanted -= dealt;
                left -= dealt;
            }
        }
    }
}
