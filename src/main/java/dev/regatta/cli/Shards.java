package dev.regatta.cli;

import dev.regatta.baseline.Baseline;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Results;
import dev.regatta.report.ResultsFile;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The parts of one run that was split over several machines or jobs, read as one run: its manifest is that of all parts, it
 * is complete when all are, and its error is shared by all cells. What a job decided with the error of its own cells, and
 * stopped measuring for, stands: the pairs that the whole would have asked for were never measured.
 */
final class Shards {

    private final SortedMap<Dialect, Fingerprint> environments = new TreeMap<>();
    private final List<Results> parts;
    private final List<CellId> manifest;

    private Shards(SortedMap<Dialect, Fingerprint> environments, List<Results> parts, List<CellId> manifest) {
        this.environments.putAll(environments);
        this.parts = List.copyOf(parts);
        this.manifest = List.copyOf(manifest);
    }

    private Shards(Map<String, Results> byName) {
        this.parts = List.copyOf(byName.values());
        var first = byName.entrySet().iterator().next();
        var cells = new LinkedHashSet<CellId>();
        var origins = new HashMap<CellId, String>();
        byName.forEach((name, part) -> {
            same("version of Regatta", first.getKey(), first.getValue().tool(), name, part.tool());
            same("commit", first.getKey(), first.getValue().commit(), name, part.commit());
            part.environments().forEach((database, here) -> {
                Fingerprint there = environments.putIfAbsent(database, here);
                if (there != null && !there.equals(here)) {
                    throw new IllegalArgumentException(name + ": " + database
                            + " ran in another environment than in the files before it ("
                            + String.join(", ", here.differencesFrom(there))
                            + "): parts of one run are measured in equal ones, judge these apart");
                }
            });
            cells.addAll(part.manifest());
            for (CellMeasurement measured : part.cells()) {
                String other = origins.putIfAbsent(measured.cell(), name);
                if (other != null) {
                    throw new IllegalArgumentException(measured.cell() + " was measured in " + other
                            + (other.equals(name) ? " twice" : " and in " + name)
                            + ": parts of one run share no cell, and which measurement counts is not for the judge to"
                            + " choose");
                }
            }
        });
        byName.values().stream().flatMap(part -> part.cells().stream()).map(CellMeasurement::cell).forEach(cells::add);
        this.manifest = List.copyOf(cells);
    }

    /**
     * The parts in these files.
     *
     * @throws IllegalArgumentException naming the file that cannot be read or does not belong to the others, and why
     */
    static Shards read(List<Path> files) {
        var byName = new LinkedHashMap<String, Results>();
        for (Path file : files) {
            if (byName.put(file.toString(), ResultsFile.read(file)) != null) {
                throw new IllegalArgumentException(file + " is given twice");
            }
        }
        return of(byName);
    }

    /** The parts by their names, at least one. */
    static Shards of(Map<String, Results> byName) {
        if (byName.isEmpty()) {
            throw new IllegalArgumentException("no results are given");
        }
        return new Shards(new LinkedHashMap<>(byName));
    }

    /** The same parts of a run that had to judge every cell of these baselines as well, each on one JDK at least. */
    Shards expecting(Collection<Baseline> baselines) {
        var cells = new LinkedHashSet<>(manifest);
        var judged = manifest.stream().map(CellId::onAnyJdk).collect(Collectors.toSet());
        baselines.stream().flatMap(baseline -> baseline.environments().stream())
                .flatMap(environment -> environment.cells().keySet().stream()).filter(cell -> !judged.contains(cell))
                .sorted().forEach(cells::add);
        return new Shards(environments, parts, List.copyOf(cells));
    }

    /** Where each database ran. */
    SortedMap<Dialect, Fingerprint> environments() {
        return environments;
    }

    /** The cells that must be judged. */
    List<CellId> manifest() {
        return manifest;
    }

    /** The databases of the manifest. */
    List<Dialect> databases() {
        return manifest.stream().map(CellId::database).distinct().sorted().toList();
    }

    /** All parts as one run; its seed is the first part's, for nothing that is drawn depends on it any more. */
    Results merged() {
        Results first = parts.getFirst();
        return new Results(Results.SCHEMA, first.tool(), started(), first.commit(), first.seed(), complete(), manifest,
                environments, settings(), parts.stream().flatMap(part -> part.cells().stream()).toList());
    }

    /**
     * The verdicts on all cells of the manifest. Each part is judged with the seed it was measured with and with the error of
     * the whole; a cell that is undecided so, but was decided for its own job and stopped there, keeps that verdict.
     *
     * @param baselines the baselines there are
     */
    GateReport judge(Map<Dialect, Baseline> baselines) {
        var verdicts = new HashMap<CellId, CellVerdict>();
        for (Results part : parts) {
            var measured = part.cells().stream().map(CellMeasurement::cell).toList();
            var own = stoppedDecided(part, baselines);
            Gate.judge(whole(part), baselines).cells().stream()
                    .filter(verdict -> measured.contains(verdict.cell()) || !verdicts.containsKey(verdict.cell()))
                    .forEach(verdict -> verdicts.put(verdict.cell(),
                            verdict.decided() ? verdict : own.getOrDefault(verdict.cell(), verdict)));
        }
        Results first = parts.getFirst();
        return new GateReport(first.tool(), started(), first.commit(), complete(), environments,
                manifest.stream().map(verdicts::get).toList());
    }

    /** The part's own verdicts on the cells that it measured until they were decided, and no longer; none if it broke off. */
    private static Map<CellId, CellVerdict> stoppedDecided(Results part, Map<Dialect, Baseline> baselines) {
        if (!part.complete()) {
            return Map.of();
        }
        var pairs = part.cells().stream()
                .collect(Collectors.toMap(CellMeasurement::cell, measured -> measured.pairs().size()));
        return Gate.judge(part, baselines).cells().stream()
                .filter(verdict -> verdict.decided() && pairs.containsKey(verdict.cell())
                        && verdict.pairs() == pairs.get(verdict.cell()))
                .collect(Collectors.toMap(CellVerdict::cell, verdict -> verdict));
    }

    /** One part that knows of all cells. */
    private Results whole(Results part) {
        return new Results(Results.SCHEMA, part.tool(), part.started(), part.commit(), part.seed(), part.complete(),
                manifest, environments, settings(), part.cells());
    }

    /** What the servers were told; equal environments were told the same. */
    private SortedMap<Dialect, SortedMap<String, String>> settings() {
        var settings = new TreeMap<Dialect, SortedMap<String, String>>();
        parts.forEach(part -> settings.putAll(part.settings()));
        return settings;
    }

    private String started() {
        return parts.stream().map(Results::started).sorted().findFirst().orElseThrow();
    }

    private boolean complete() {
        return parts.stream().allMatch(Results::complete);
    }

    private static void same(String what, String firstName, String first, String name, String value) {
        if (!first.equals(value)) {
            throw new IllegalArgumentException(name + " is of " + what + " " + value + ", but " + firstName + " of "
                    + first + ": judge them apart");
        }
    }
}
