package dev.regatta.run;

import dev.regatta.inputs.ArmServer;
import dev.regatta.protocol.CellId;
import dev.regatta.race.Experiment;
import dev.regatta.race.Race;
import dev.regatta.report.Words;
import dev.regatta.workload.Dialect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run does with each of its cells.
 *
 * @param cells in the order of the report; no cell twice
 * @param said  what the command line was given that no setting tells, names to values; none of a suite
 */
public record RacePlan(List<PlannedCell> cells, SortedMap<String, String> said) {

    private static final double SECONDS_PER_CLIENT = 12;
    private static final double SECONDS_PER_BOOK_CELL = 6;
    private static final double SECONDS_PER_DUEL_CELL = 22;
    private static final double SECONDS_PER_BASELINE_CELL = 25;
    /** Recording the pinned virtual threads of one arm. */
    private static final double SECONDS_PER_RECORDING = 3;

    /** Copies the collections. */
    public RacePlan {
        cells = List.copyOf(cells);
        said = Collections.unmodifiableSortedMap(new TreeMap<>(said));
    }

    /** The plan of a suite. */
    public RacePlan(List<PlannedCell> cells) {
        this(cells, Collections.emptySortedMap());
    }

    /** A plan that measures each of these races. */
    public static RacePlan of(List<Race> races) {
        return new RacePlan(races.stream().map(race -> new PlannedCell(race, Optional.empty(), "")).toList());
    }

    /** The same plan, with options of the command line. */
    public RacePlan said(SortedMap<String, String> options) {
        return new RacePlan(cells, options);
    }

    /** All cells. */
    public List<CellId> manifest() {
        return cells.stream().map(PlannedCell::cell).toList();
    }

    /** The cells that have to be measured. */
    public List<CellId> measured() {
        return cells.stream().filter(cell -> cell.spared().isEmpty()).map(PlannedCell::cell).toList();
    }

    /** How many of the cells that have to be measured are duels. */
    public int duels() {
        return (int) cells.stream()
                .filter(cell -> cell.spared().isEmpty() && cell.race().baseline().isPresent()).count();
    }

    /** What is planned for {@code cell}, which must be one of the plan. */
    public PlannedCell of(CellId cell) {
        return cells.stream().filter(planned -> planned.cell().equals(cell)).findFirst().orElseThrow();
    }

    /** The servers of this database on which only the baselines race. */
    List<ArmServer> olderServers(Dialect dialect) {
        return cells.stream().filter(cell -> cell.cell().database() == dialect)
                .flatMap(cell -> cell.race().olderServer().stream()).distinct().toList();
    }

    /** How the cells are judged, for people: a line for all cells of a client that are judged in the same way. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        cells.stream().collect(Collectors.groupingBy(RacePlan::client, LinkedHashMap::new,
                Collectors.groupingBy(PlannedCell::how, LinkedHashMap::new, Collectors.counting())))
                .forEach((client, hows) -> hows
                        .forEach((how, count) -> lines.add("  " + client + " (" + Words.cells(count) + "): " + how)));
        return lines;
    }

    /** A client stack and its JDK, if it names one; the same stack on another database is the same client. */
    private static String client(PlannedCell planned) {
        return planned.cell().client().stack()
                + planned.cell().client().jdk().map(feature -> "@" + feature).orElse("");
    }

    /**
     * How long measuring will take in whole minutes, rounded up, from what such runs took before.
     *
     * @param update whether new baselines are measured
     */
    private long minutes(boolean update) {
        List<CellId> measured = measured();
        long clients = measured.stream().map(cell -> cell.database() + "/" + cell.client()).distinct().count();
        double measuring = update
                ? measured.size() * SECONDS_PER_BASELINE_CELL
                : (measured.size() - duels()) * SECONDS_PER_BOOK_CELL + duels() * SECONDS_PER_DUEL_CELL;
        long recordings = measured.stream().filter(cell -> cell.client().onVirtualThreads()).count();
        double recording = recordings * (1 + (double) duels() / Math.max(1, measured.size())) * SECONDS_PER_RECORDING;
        return (long) Math.ceil((clients * SECONDS_PER_CLIENT + measuring + recording) / 60);
    }

    /**
     * How long measuring may take on one JDK. A duel gets more time, because more pairs settle it. Against the book
     * more pairs would not help: the difference between runs limits what can be seen.
     *
     * @param update whether new baselines are measured
     */
    public Duration standardBudget(boolean update) {
        return Duration.ofMinutes(update ? 60 : duels() > 0 ? 24 : 8);
    }

    /** What will be measured and how long that may take, for people. */
    public String words(boolean update, Duration budget, Experiment experiment) {
        int measured = measured().size();
        return Words.cells(cells.size()) + ", "
                + (measured < cells.size() ? measured + " of them to be measured, " : "")
                + (measured == 0
                        ? "no database needed"
                        : "about " + minutes(update) + " min (at most "
                                + (budget.toSeconds() < 120
                                        ? budget.toSeconds() + " s"
                                        : Math.ceilDiv(budget.toSeconds(), 60) + " min")
                                + " of measuring), seed " + experiment.seed() + ", "
                                + Words.counted(experiment.connections(), "connection"));
    }
}
