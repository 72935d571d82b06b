package dev.regatta.baseline;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The book of one environment class.
 *
 * @param fingerprint where it was measured
 * @param noise       the noise of each client there; a client may be absent
 * @param cells       the entries
 * @param noiseReason why a calibration measured the noise again; empty if none did
 */
public record Environment(Fingerprint fingerprint, SortedMap<ClientId, SortedMap<Metric, Noise>> noise,
        SortedMap<CellId, BookEntry> cells, Optional<String> noiseReason) {

    /** The facts of an environment that a cell depends on wherever it runs. */
    private static final Set<String> INPUTS = Set.of(Fingerprint.DATABASE_VERSION, Fingerprint.JDK, "jvm.options",
            "database.image", "database.settings", "embedded.artifact");

    /** Copies the maps. */
    public Environment {
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(noiseReason, "noiseReason");
        var copies = new TreeMap<ClientId, SortedMap<Metric, Noise>>();
        noise.forEach((client, metrics) -> copies.put(client,
                Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(metrics)))));
        cells.keySet().stream().filter(cell -> cell.client().jdk().isPresent()).findFirst().ifPresent(cell -> {
            throw new IllegalArgumentException(
                    "cell " + cell + " names a JDK, which is the fact '" + Fingerprint.JDK + "' of its environment");
        });
        noise = Collections.unmodifiableSortedMap(copies);
        cells = Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(cells)));
    }

    /** The book of an environment whose noise no calibration measured. */
    public Environment(Fingerprint fingerprint, SortedMap<ClientId, SortedMap<Metric, Noise>> noise,
            SortedMap<CellId, BookEntry> cells) {
        this(fingerprint, noise, cells, Optional.empty());
    }

    /** The noise of a client's metric, whichever JDK the client names; empty when it was not estimated. */
    public Optional<Noise> noise(ClientId client, Metric metric) {
        return Optional.ofNullable(noise.get(client.onAnyJdk())).map(metrics -> metrics.get(metric));
    }

    /** What another environment may take for the noise of a client: not what runs differ by, which is of this one alone. */
    SortedMap<Metric, Noise> noiseForOthers(ClientId client) {
        var lent = new TreeMap<>(noise.get(client));
        lent.replaceAll((metric, known) -> new Noise(known.pairSigma(), known.betweenForks(), OptionalDouble.empty()));
        return lent;
    }

    /** In a few words: {@code container on AMD EPYC}. */
    public String where() {
        return fingerprint.fact(Fingerprint.DATABASE_MODE) + " on " + fingerprint.fact("cpu.model");
    }

    /** The entry of a cell, whichever JDK its client names. */
    public Optional<BookEntry> entry(CellId cell) {
        return Optional.ofNullable(cells.get(cell.onAnyJdk()));
    }

    /**
     * The inputs of a measured cell that are not those of its entry. An older entry holds no inputs; the facts of
     * this environment then stand for them.
     *
     * @param now where it was measured
     */
    public List<Change> changedInputs(CellMeasurement measurement, Fingerprint now) {
        var stored = entry(measurement.cell()).flatMap(BookEntry::inputs);
        var inputs = measurement.inputs(Arm.CANDIDATE);
        return inputs.isPresent() && stored.isPresent()
                ? inputs.get().changesFrom(stored.get())
                : now.changesFrom(fingerprint).stream().filter(change -> INPUTS.contains(change.what())).toList();
    }
}
