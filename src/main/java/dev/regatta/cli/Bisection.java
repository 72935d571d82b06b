package dev.regatta.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Finds where good turns into bad along a line of versions, with as few probes as halving needs. Both ends are probed
 * first. A version about which nothing can be said is passed over for its nearest neighbours, as
 * {@code git bisect skip} does; what remains between them stays a suspect.
 */
final class Bisection {

    /** What a probe found. */
    enum Trial {
        /** Not slower than the good end. */
        GOOD,
        /** Slower than the good end. */
        BAD,
        /** It cannot be told. */
        UNKNOWN
    }

    /**
     * A version that was probed, and what was found.
     *
     * @param version what was probed
     * @param answer  the finding
     * @param detail  the numbers behind it, in a few words
     */
    record Attempt(String version, Trial answer, String detail) {}

    /** How a search ended. */
    sealed interface Outcome {

        /**
         * The change lies between two neighbours.
         *
         * @param good the last good version on the way
         * @param bad  the first bad one, right behind it
         */
        record Found(Attempt good, Attempt bad) implements Outcome {}

        /**
         * Nothing can be said about the versions in between.
         *
         * @param good     the last version known to be good
         * @param bad      the first known to be bad
         * @param suspects the versions that may be the first bad one, {@code bad} included
         */
        record Narrowed(Attempt good, Attempt bad, List<String> suspects) implements Outcome {}

        /**
         * An end is not what it was said to be: there is nothing to search for.
         *
         * @param attempt  the end
         * @param expected what it should have been
         */
        record WrongEnd(Attempt attempt, Trial expected) implements Outcome {}
    }

    private final List<String> versions;
    private final Function<String, Attempt> probe;
    private final Consumer<Attempt> path;
    private final SortedMap<Integer, Attempt> known = new TreeMap<>();

    private Bisection(List<String> versions, Function<String, Attempt> probe, Consumer<Attempt> path) {
        this.versions = versions;
        this.probe = probe;
        this.path = path;
    }

    /**
     * Searches.
     *
     * @param versions the good end, what lies between, the bad end; at least two
     * @param probe    asks about one version
     * @param path     receives each attempt when it was made
     */
    static Outcome search(List<String> versions, Function<String, Attempt> probe, Consumer<Attempt> path) {
        if (versions.size() < 2) {
            throw new IllegalArgumentException("a search needs two ends, got " + versions);
        }
        return new Bisection(List.copyOf(versions), probe, path).search();
    }

    private Outcome search() {
        int good = 0;
        int bad = versions.size() - 1;
        // The bad end first: where nothing is wrong, that is the shortest way to say so.
        if (ask(bad).answer() != Trial.BAD) {
            return new Outcome.WrongEnd(known.get(bad), Trial.BAD);
        }
        if (ask(good).answer() != Trial.GOOD) {
            return new Outcome.WrongEnd(known.get(good), Trial.GOOD);
        }
        for (Optional<Integer> next = next(good, bad); next.isPresent(); next = next(good, bad)) {
            int middle = next.get();
            switch (ask(middle).answer()) {
                case GOOD -> good = middle;
                case BAD -> bad = middle;
                case UNKNOWN -> {
                    // next() passes it over.
                }
            }
        }
        Attempt before = known.get(good);
        Attempt after = known.get(bad);
        return bad - good == 1
                ? new Outcome.Found(before, after)
                : new Outcome.Narrowed(before, after, versions.subList(good + 1, bad + 1));
    }

    private Attempt ask(int index) {
        Attempt attempt = probe.apply(versions.get(index));
        known.put(index, attempt);
        path.accept(attempt);
        return attempt;
    }

    /** The version nearest to the middle that was not probed yet. */
    private Optional<Integer> next(int good, int bad) {
        int middle = (good + bad) / 2;
        var open = new ArrayList<>(IntStream.range(good + 1, bad).filter(index -> !known.containsKey(index)).boxed()
                .toList());
        return open.stream().min((one, other) -> Integer.compare(Math.abs(one - middle), Math.abs(other - middle)));
    }
}
