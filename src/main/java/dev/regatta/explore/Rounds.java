package dev.regatta.explore;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.Disturbance;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.stats.TrimmedMean;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * One turn: in every round each client has run one short slice. Together the slices of a client are its point; round by
 * round those of closed loops tell the ratio to another client.
 *
 * @param slices of each client, one for each round
 */
record Rounds(Map<ClientId, List<LoadReading>> slices) {

    /** Copies the map. */
    Rounds {
        slices = Map.copyOf(slices);
    }

    /** The slices of a client as if they were one. */
    LoadReading joined(ClientId client) {
        List<LoadReading> all = slices.get(client);
        List<Slice> parts = all.stream().map(reading -> reading.offering().slice()).toList();
        Slice joined = new Slice(total(parts), sum(parts, Slice::windowNanos),
                Math.toIntExact(sum(parts, Slice::allOperations)), sum(parts, Slice::cpuNanos),
                Math.toIntExact(sum(parts, Slice::errors)), Math.toIntExact(sum(parts, Slice::wrong)),
                parts.stream().map(Slice::problem).filter(problem -> !problem.isEmpty()).findFirst().orElse(""),
                sum(parts, Slice::compileMillis), Latencies.merged(parts.stream().map(Slice::latencies).toList()),
                resources(parts));
        List<Surroundings> around = all.stream().map(LoadReading::surroundings).toList();
        // The readings around a short slice take time as well, in which no CPU is used.
        long elapsed = all.stream().mapToLong(
                reading -> Bound.loadNanos(reading.offering().slice(), reading.surroundings())).sum();
        List<Offering> offerings = all.stream().map(LoadReading::offering).toList();
        return new LoadReading(
                new Offering(joined, sum(offerings, Offering::offered), sum(offerings, Offering::refused),
                        offerings.stream().mapToInt(Offering::mostInFlight).max().orElseThrow(),
                        Latencies.merged(offerings.stream().map(Offering::lateness).toList())),
                new Surroundings(elapsed,
                        around.stream().allMatch(one -> one.serverCpuNanos().isPresent())
                                ? OptionalLong.of(sum(around, one -> one.serverCpuNanos().getAsLong()))
                                : OptionalLong.empty(),
                        mean(around, Surroundings::foreignOnClientCpus),
                        mean(around, Surroundings::foreignOnDatabaseCpus), mean(around, Surroundings::steal),
                        around.stream().mapToLong(Surroundings::probeLateNanos).max().orElseThrow()),
                sum(all, LoadReading::relayNanos));
    }

    /** How many times the operations of {@code other} a client ended. */
    RatioReading ratio(ClientId client, ClientId other, Conditions conditions, int set, int turn) {
        List<LoadReading> ones = slices.get(client);
        List<LoadReading> others = slices.get(other);
        double[] logarithms = IntStream.range(0, ones.size())
                .mapToDouble(round -> Math.log(ones.get(round).offering().slice().throughput()
                        / others.get(round).offering().slice().throughput()))
                .toArray();
        long disturbed = IntStream.range(0, ones.size())
                .filter(round -> Disturbance.disturbed(ones.get(round).surroundings())
                        || Disturbance.disturbed(others.get(round).surroundings()))
                .count();
        return new RatioReading(client, other, conditions, set, turn, Math.exp(TrimmedMean.estimateOf(logarithms)),
                ones.size(), (int) disturbed);
    }

    private static Optional<Resources> resources(List<Slice> parts) {
        List<Resources> known = parts.stream().flatMap(part -> part.resources().stream()).toList();
        return known.size() < parts.size()
                ? Optional.empty()
                : Optional.of(new Resources(sum(known, Resources::allocatedBytes),
                        sum(known, Resources::contextSwitches), sum(known, Resources::collections),
                        sum(known, Resources::collectionMillis)));
    }

    private static <T> long sum(List<T> parts, ToLongFunction<T> reading) {
        return parts.stream().mapToLong(reading).sum();
    }

    private static double total(List<Slice> parts) {
        return parts.stream().mapToDouble(Slice::operations).sum();
    }

    /** Weighted with the time of each slice; empty where one has no reading. */
    private static OptionalDouble mean(List<Surroundings> around, Function<Surroundings, OptionalDouble> reading) {
        double elapsed = Math.max(1, sum(around, Surroundings::elapsedNanos));
        return around.stream().map(reading).allMatch(OptionalDouble::isPresent)
                ? OptionalDouble.of(around.stream()
                        .mapToDouble(one -> one.elapsedNanos() * reading.apply(one).getAsDouble()).sum() / elapsed)
                : OptionalDouble.empty();
    }
}
