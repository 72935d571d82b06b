package dev.regatta.explore;

import dev.regatta.host.Placement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What an exploration answers to somebody who has a load: one row for each client, those that carry most first. */
public final class Advice {

    private Advice() {
    }

    /**
     * A client.
     *
     * @param client      which
     * @param group       letters; clients that share one cannot be told apart by the load that they carry: all pairs share
     *                    one error. Empty where that load is not known
     * @param carried     operations per second within the limit of latency, on the client's CPUs of this machine
     * @param expected    the same on as many CPUs as were asked for, calculated: empty where that cannot be known
     * @param held        how often the load that was asked for was within the limit
     * @param p99         nanoseconds at that load
     * @param clientCpu   CPUs that the client needs for that load: calculated from its CPU time for an operation
     * @param serverCpu   the same of the server
     * @param connections how many operations are in flight on average at that load: calculated from the median latency
     *                    (J. Little, "A proof for the queuing formula L = lambda W", 1961). In a pool that has no
     *                    more connections than that, operations wait. Empty where these are more than its pool has:
     *                    operations waited for a connection, and their latency does not tell how many the load needs
     * @param memory      bytes that only its process uses
     */
    public record Row(ClientId client, String group, Curves.Carried carried,
            Optional<ConfidenceInterval> expected, Held held, Optional<ConfidenceInterval> p99,
            Optional<ConfidenceInterval> clientCpu,
            Optional<ConfidenceInterval> serverCpu, OptionalDouble connections, OptionalDouble memory) {}

    /**
     * How often a load was within the limit of latency.
     *
     * @param within points of which it was
     * @param told   points that tell: the others missed the limit where the generator was late, which tells nothing of
     *               the client
     * @param points all that were measured at that load
     */
    public record Held(int within, int told, int points) {

        private static Held of(List<Point> points, Sla sla) {
            return new Held((int) points.stream().filter(point -> point.within(sla)).count(),
                    (int) points.stream().filter(point -> point.within(sla) || point.onTime(sla)).count(),
                    points.size());
        }
    }

    /** The rows. */
    public static List<Row> of(Ask ask, Exploration exploration) {
        Plan plan = exploration.facts().plan();
        var curves = new Curves(exploration);
        Conditions conditions = plan.conditions();
        List<ClientId> ranked = new ArrayList<>(plan.clients());
        ranked.sort(Comparator.comparingDouble(
                client -> -curves.carried(client, conditions).load().map(ConfidenceInterval::value).orElse(0.0)));
        List<ClientId> known = ranked.stream()
                .filter(client -> curves.carried(client, conditions).load().isPresent()).toList();
        int pairs = known.size() * (known.size() - 1) / 2;
        List<String> letters = RankLetters.of(known, (one, other) -> !curves
                .carriedRatio(one, other, conditions, pairs).map(ratio -> ratio.covers(1)).orElse(true));
        List<Row> rows = new ArrayList<>();
        for (ClientId client : ranked) {
            int rank = known.indexOf(client);
            rows.add(row(ask, exploration, curves, client, rank < 0 ? "" : letters.get(rank)));
        }
        return rows;
    }

    /** How many CPUs the client has here; 0 where it has none of its own. */
    public static int clientCpus(Exploration exploration) {
        return Placement.of(exploration.facts().environment().fact(Fingerprint.PLACEMENT)).clientCpus().size();
    }

    private static Row row(Ask ask, Exploration exploration, Curves curves, ClientId client, String letters) {
        Conditions conditions = exploration.facts().plan().conditions();
        Curves.Carried carried = curves.carried(client, conditions);
        List<Point> atLoad = exploration.of(client, conditions, PointId.Kind.LOAD)
                .filter(point -> point.rate() == ask.rate()).toList();
        Map<Quantity, ConfidenceInterval> readings = curves.of(client).stream()
                .filter(position -> position.x() == ask.rate())
                .findFirst()
                .map(Curves.Position::readings).orElse(Map.of());
        return new Row(client, letters, carried,
                expected(ask, clientCpus(exploration), carried),
                Held.of(atLoad, ask.sla()),
                Optional.ofNullable(readings.get(Quantity.P99)),
                Optional.ofNullable(readings.get(Quantity.CLIENT_CPU)).map(nanos -> nanos.times(ask.rate() / 1e9)),
                Optional.ofNullable(readings.get(Quantity.SERVER_CPU)).map(nanos -> nanos.times(ask.rate() / 1e9)),
                connections(client, conditions, ask.rate(), readings.get(Quantity.P50)),
                curves.memory(client, conditions));
    }

    private static OptionalDouble connections(ClientId client, Conditions conditions, double rate,
            ConfidenceInterval median) {
        double inFlight = median == null ? Double.NaN : rate * median.value() / 1e9;
        return Double.isNaN(inFlight) || inFlight > conditions.connections(client)
                ? OptionalDouble.empty()
                : OptionalDouble.of(inFlight);
    }

    /** What is bound by the client's CPUs grows with them, as long as nothing else becomes the bound. */
    private static Optional<ConfidenceInterval> expected(Ask ask, int here, Curves.Carried carried) {
        if (ask.cores().isEmpty() || here == 0) {
            return Optional.empty();
        }
        if (ask.cores().getAsInt() == here) {
            return carried.load();
        }
        return carried.limit().equals(Optional.of(Limit.CLIENT))
                ? carried.load().map(load -> load.times((double) ask.cores().getAsInt() / here))
                : Optional.empty();
    }
}
