package dev.regatta.run;

import dev.regatta.protocol.CellId;

import java.util.List;

/** How long a run will take, from what such runs took before. */
public final class MeasuringMinutes {

    private static final double SECONDS_PER_CLIENT = 12;
    private static final double SECONDS_PER_BOOK_CELL = 6;
    private static final double SECONDS_PER_DUEL_CELL = 22;
    private static final double SECONDS_PER_BASELINE_CELL = 25;
    /** Recording the pinned virtual threads of one arm. */
    private static final double SECONDS_PER_RECORDING = 3;

    private MeasuringMinutes() {
    }

    /** Whole minutes, rounded up, for these cells of which {@code duels} race two recipes. */
    public static long minutes(List<CellId> cells, int duels, boolean update) {
        long clients = cells.stream().map(cell -> cell.database() + "/" + cell.client()).distinct().count();
        double measuring = update
                ? cells.size() * SECONDS_PER_BASELINE_CELL
                : (cells.size() - duels) * SECONDS_PER_BOOK_CELL + duels * SECONDS_PER_DUEL_CELL;
        long recordings = cells.stream().filter(cell -> cell.client().onVirtualThreads()).count();
        double recording = recordings * (1 + (double) duels / Math.max(1, cells.size())) * SECONDS_PER_RECORDING;
        return (long) Math.ceil((clients * SECONDS_PER_CLIENT + measuring + recording) / 60);
    }
}
