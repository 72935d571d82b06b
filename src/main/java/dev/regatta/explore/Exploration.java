package dev.regatta.explore;

import dev.regatta.protocol.ClientId;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * An exploration, or what there is of it.
 *
 * @param ratios of closed loops whose slices took turns; none in explorations from before there were any
 * @param starts of services; none of other clients
 */
public record Exploration(Facts facts, List<Point> points, List<FootprintReading> footprints,
        List<RatioReading> ratios, List<StartReading> starts) {

    /** Copies the lists. */
    public Exploration {
        Objects.requireNonNull(facts);
        points = List.copyOf(points);
        footprints = List.copyOf(footprints);
        ratios = List.copyOf(ratios);
        starts = List.copyOf(starts);
    }

    /** An exploration of clients that are no services. */
    public Exploration(Facts facts, List<Point> points, List<FootprintReading> footprints,
            List<RatioReading> ratios) {
        this(facts, points, footprints, ratios, List.of());
    }

    /** An exploration without ratios. */
    public Exploration(Facts facts, List<Point> points, List<FootprintReading> footprints) {
        this(facts, points, footprints, List.of());
    }

    /**
     * What counts of it. A set that was added to a complete exploration, and that is not measured to its end, does not
     * count yet.
     */
    public Exploration whole() {
        int sets = facts.plan().sets();
        return facts.complete()
                ? new Exploration(facts, points.stream().filter(point -> point.id().set() <= sets).toList(),
                        footprints.stream().filter(reading -> reading.set() <= sets).toList(),
                        ratios.stream().filter(reading -> reading.set() <= sets).toList(), starts)
                : this;
    }

    /** The points of a kind of a client at a setting, in the order of sets and turns. */
    public Stream<Point> of(ClientId client, Conditions conditions, PointId.Kind kind) {
        return points.stream().filter(point -> point.id().client().equals(client)
                && point.id().conditions().equals(conditions) && point.id().kind() == kind);
    }
}
