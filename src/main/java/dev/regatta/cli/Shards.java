package dev.regatta.cli;

import dev.regatta.baseline.Baseline;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Secrets;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.results.RunFacts;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The parts of one run that was split over several machines or jobs, read as one run: its manifest is that of all
 * parts, and it is complete when all are. The verdict of a job stands, with the error of its own cells.
 */
final class Shards {

    private final SortedMap<Dialect, Fingerprint> environments = new TreeMap<>();
    private final List<MeasuredRun> parts;
    private final List<CellId> manifest;

    private Shards(SortedMap<Dialect, Fingerprint> environments, List<MeasuredRun> parts, List<CellId> manifest) {
        this.environments.putAll(environments);
        this.parts = List.copyOf(parts);
        this.manifest = List.copyOf(manifest);
    }

    private Shards(Map<String, MeasuredRun> byName) {
        this.parts = List.copyOf(byName.values());
        var first = byName.entrySet().iterator().next();
        var cells = new LinkedHashSet<CellId>();
        var origins = new HashMap<CellId, String>();
        byName.forEach((name, part) -> {
            same("version of Regatta", first.getKey(), first.getValue().facts().tool(), name, part.facts().tool());
            same("commit", first.getKey(), first.getValue().facts().commit(), name, part.facts().commit());
            part.facts().environments().forEach((database, here) -> {
                Fingerprint there = environments.putIfAbsent(database, here);
                if (there != null && !there.equals(here)) {
                    throw new IllegalArgumentException(name + ": " + database
                            + " ran in another environment than in the files before it ("
                            + Change.words(here.changesFrom(there))
                            + "): parts of one run are measured in equal ones, judge these apart");
                }
            });
            cells.addAll(part.facts().manifest());
            for (CellId measured : part.ids()) {
                String other = origins.putIfAbsent(measured, name);
                if (other != null) {
                    throw new IllegalArgumentException(measured + " was measured in " + other
                            + (other.equals(name) ? " twice" : " and in " + name)
                            + ": parts of one run share no cell, and which measurement counts is not for the judge to"
                            + " choose");
                }
            }
        });
        byName.values().forEach(part -> cells.addAll(part.ids()));
        this.manifest = List.copyOf(cells);
    }

    /**
     * The parts in these files.
     *
     * @throws IllegalArgumentException naming the file that cannot be read or does not belong to the others, and why
     */
    static Shards read(List<Path> files) {
        var byName = new LinkedHashMap<String, MeasuredRun>();
        for (Path file : files) {
            if (byName.put(file.toString(), ResultsFile.read(file)) != null) {
                throw new IllegalArgumentException(file + " is given twice");
            }
        }
        return of(byName);
    }

    /** The parts by their names, at least one. */
    static Shards of(Map<String, MeasuredRun> byName) {
        if (byName.isEmpty()) {
            throw new IllegalArgumentException("no results are given");
        }
        return new Shards(new LinkedHashMap<>(byName));
    }

    /** The same parts of a run that had to judge every cell of these baselines as well, each on one JDK at least. */
    Shards expecting(Collection<Baseline> baselines) {
        var cells = new LinkedHashSet<>(manifest);
        var judged = manifest.stream().map(CellId::onAnyJdk).collect(Collectors.toSet());
        baselines.stream().flatMap(Baseline::cells).filter(cell -> !judged.contains(cell)).sorted().forEach(cells::add);
        return new Shards(environments, parts, List.copyOf(cells));
    }

    /**
     * Checks that every part was measured with what is set here. A branch can set more for its own run, in
     * {@code .mvn/maven.config} for example, and both arms of its races have it.
     *
     * @param files    the parts were read from
     * @param settings those of the command that judges
     * @throws IllegalArgumentException naming the first file that was measured with others
     */
    void measuredWith(List<Path> files, Settings settings) {
        SortedMap<String, String> here = Secrets.of(settings::get, System.getenv()).hidden(settings.shaping());
        for (int i = 0; i < files.size(); i++) {
            Path name = files.get(i);
            SortedMap<String, String> there = Settings.shaping(parts.get(i).facts().given());
            if (!there.equals(here)) {
                throw new IllegalArgumentException(name + " was measured with " + words(there)
                        + ", and this command has " + words(here) + ": both arms of a race have such a setting, which"
                        + " may hide a loss; measure again without it, or give this command the same");
            }
        }
    }

    private static String words(SortedMap<String, String> given) {
        return given.isEmpty()
                ? "none of these settings"
                : given.entrySet().stream().map(set -> "-D" + set.getKey() + "=" + set.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** The cells that must be judged. */
    List<CellId> manifest() {
        return manifest;
    }

    /** The reason of an update that all parts were given. */
    Optional<String> reason() {
        var given = parts.stream().map(part -> Optional.ofNullable(part.facts().given().get("regatta.baseline.reason")))
                .distinct().toList();
        return given.size() == 1 ? given.getFirst() : Optional.empty();
    }

    /** The databases of the manifest. */
    List<Dialect> databases() {
        return manifest.stream().map(CellId::database).distinct().sorted().toList();
    }

    /** All parts as one run. */
    MeasuredRun merged() {
        return new MeasuredRun(facts(), parts.stream().flatMap(part -> part.cells().stream()).toList());
    }

    /**
     * The verdicts on all cells of the manifest. Each part is judged as its job judged it, with the error of its own
     * cells.
     *
     * @param baselines the baselines there are
     */
    GateReport judge(Map<Dialect, Baseline> baselines) {
        RunFacts facts = facts();
        var verdicts = new LinkedHashMap<CellId, CellVerdict>();
        Gate.judge(new MeasuredRun(facts, List.of()), baselines).cells()
                .forEach(unmeasured -> verdicts.put(unmeasured.cell(), unmeasured));
        for (MeasuredRun part : parts) {
            var measured = Set.copyOf(part.ids());
            Gate.judge(part, baselines).cells().stream().filter(verdict -> measured.contains(verdict.cell()))
                    .forEach(verdict -> verdicts.put(verdict.cell(), verdict));
        }
        return new GateReport(facts.tool(), facts.started(), facts.commit(), facts.complete(), environments,
                List.copyOf(verdicts.values()));
    }

    /** The seed is that of the first part, since nothing is drawn from it any more. */
    private RunFacts facts() {
        RunFacts first = parts.getFirst().facts();
        return new RunFacts(RunFacts.SCHEMA, first.tool(), started(), first.commit(), first.seed(), complete(),
                manifest, environments, settings(), given());
    }

    /** What every part was given. */
    private SortedMap<String, String> given() {
        var given = new TreeMap<>(parts.getFirst().facts().given());
        parts.forEach(part -> given.entrySet().retainAll(part.facts().given().entrySet()));
        return given;
    }

    /** What the servers were told; equal environments were told the same. */
    private SortedMap<Dialect, SortedMap<String, String>> settings() {
        var settings = new TreeMap<Dialect, SortedMap<String, String>>();
        parts.forEach(part -> settings.putAll(part.facts().settings()));
        return settings;
    }

    private String started() {
        return parts.stream().map(part -> part.facts().started()).sorted().findFirst().orElseThrow();
    }

    private boolean complete() {
        return parts.stream().allMatch(part -> part.facts().complete());
    }

    private static void same(String what, String firstName, String first, String name, String value) {
        if (!first.equals(value)) {
            throw new IllegalArgumentException(name + " is of " + what + " " + value + ", but " + firstName + " of "
                    + first + ": judge them apart");
        }
    }
}
