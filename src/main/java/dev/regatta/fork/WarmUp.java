package dev.regatta.fork;

import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timetable;
import dev.regatta.stats.Median;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells when a fork has stopped getting faster: the median throughput of the last window of slices is no longer above
 * that of the window before it, and the compilers were quiet meanwhile. A window is as long as so many slices of 100 ms.
 * A slice that waits for a long operation lasts longer, and fewer of them make a window.
 */
public final class WarmUp {

    /** A rise of the median by less than this between two neighbouring windows is no trend. */
    private static final double TREND = 0.02;
    /** The compilers are quiet when they use less than this share of the time that the slices take. */
    private static final double QUIET = 0.05;

    /**
     * No window has fewer slices, unless it was planned with fewer: a median of this many bears two odd ones, and two
     * such windows reach beyond {@link Timetable#REST_ROUND}. Where being nearly warm will do, one slice that lasts as
     * long as a window is one.
     */
    private static final int FEWEST = 5;

    /** All slices together may take this many times as long as planned before time ends the warm-up. */
    private static final double LONGER = 1.5;

    /** A fork that is not even {@link #flat} when its time is over may have this many times as much. */
    private static final int MORE = 3;
    private static final int FLAT_WINDOW = 4;
    private static final double NEARLY = 0.10;
    private static final double FLAT_TREND = 0.05;
    private static final double FLAT_QUIET = 0.20;

    private final int window;
    private final int cap;
    private final int most;
    private final boolean brief;
    private final List<Taken> slices = new ArrayList<>();
    private long nanos;
    private boolean over;
    private boolean steady;

    /** A slice, and how long it took until its last operation had ended. */
    private record Taken(Slice slice, long nanos) {}

    private WarmUp(int window, int cap, int most, boolean brief) {
        this.window = window;
        this.cap = cap;
        this.most = most;
        this.brief = brief;
    }

    private static WarmUp of(int window, int cap) {
        return new WarmUp(window, cap, MORE * cap, false);
    }

    private static WarmUp brief(int window, int cap) {
        return new WarmUp(window, cap, cap, true);
    }

    /**
     * For a fork that has run nothing yet: at least 2 s and ten slices, at most 16 s in slices of 100 ms, and 48 s while
     * it is not even flat.
     */
    public static WarmUp ofFreshFork() {
        return of(10, 160);
    }

    /**
     * For a whole service that has answered nothing yet, whose framework has several times as much to compile: at least
     * 2 s, at most 60 s, or 90 s where its slices are slow.
     */
    public static WarmUp ofFreshService() {
        return new WarmUp(10, 600, 600, false);
    }

    /**
     * For a short check of a fork that has run nothing yet, which only has to rule a collapse out: until it has stopped
     * getting faster by much, whatever still compiles; at most 4 s.
     */
    static WarmUp briefOfFreshFork() {
        return brief(4, 40);
    }

    /** The same for another workload: at most 1 s. */
    static WarmUp briefOfNewWorkload() {
        return brief(2, 10);
    }

    /** For another workload in a fork that is warm: at least 1 s, at most 8 s, and 24 s while it is not even flat. */
    static WarmUp ofNewWorkload() {
        return of(5, 80);
    }

    /** For a workload this fork has been warm for before: connections and caches only. */
    static WarmUp ofKnownWorkload() {
        return of(2, 20);
    }

    /**
     * Adds the next slice. A slice with long operations lasts longer, and then time is the cap, not the number of
     * slices.
     *
     * @param tookNanos how long it took until its last operation had ended
     */
    public void add(Slice slice, long tookNanos) {
        slices.add(new Taken(slice, tookNanos));
        nanos += tookNanos;
        if (!over) {
            int count = slicesOfWindow();
            steady = flat(count, TREND, QUIET);
            over = steady || brief && roseLittle(count, NEARLY) || took(cap) && flat() || took(most);
        }
    }

    /** Whether there were so many slices, or they took as long as so many may. */
    private boolean took(int planned) {
        return slices.size() >= planned || nanos >= LONGER * planned * Timetable.WARM_UP_SLICE_NANOS;
    }

    /**
     * Whether it has stopped getting faster by much and compiles little: more warm-up would not make it several times
     * faster.
     */
    public boolean flat() {
        return flat(Math.clamp(slices.size() / 2, 1, FLAT_WINDOW), FLAT_TREND, FLAT_QUIET);
    }

    /**
     * Whether the last {@code count} slices were little faster than those before them, and compiling took less than this
     * share of their time.
     */
    private boolean flat(int count, double trend, double compiling) {
        return roseLittle(count, trend)
                && last(count).stream().mapToLong(taken -> taken.slice().compileMillis()).sum() * 1e6 < compiling
                        * last(count).stream().mapToLong(Taken::nanos).sum();
    }

    /** How many of the last slices last as long as a window. */
    private int slicesOfWindow() {
        long planned = window * Timetable.WARM_UP_SLICE_NANOS;
        int count = 0;
        for (long took = 0; count < Math.min(window, slices.size()) && took < planned; count++) {
            took += slices.get(slices.size() - 1 - count).nanos();
        }
        return Math.max(count, brief ? 1 : Math.min(window, FEWEST));
    }

    /**
     * Whether the median of the last {@code count} slices is above that of those before them by less than this share.
     */
    private boolean roseLittle(int count, double share) {
        return slices.size() >= 2 * count
                && medianThroughput(last(count)) < medianThroughput(last(2 * count).subList(0, count)) * (1 + share);
    }

    private List<Taken> last(int count) {
        return slices.subList(slices.size() - count, slices.size());
    }

    /** Whether this ended because there was no trend left, and not because the cap was reached. */
    public boolean steady() {
        return steady;
    }

    /** Whether this fork needs no more slices. Once that is true, it stays true. */
    public boolean over() {
        return over;
    }

    /** Slices taken so far. */
    public int slices() {
        return slices.size();
    }

    /** Median throughput of the last window, in operations per second; 0 before the first slice. */
    public double throughput() {
        return slices.isEmpty() ? 0 : medianThroughput(last(Math.min(slicesOfWindow(), slices.size())));
    }

    /** How many latencies an operation has: as many as it has callers; 1 before an operation has ended. */
    public int latencies() {
        int ended = slices.stream().mapToInt(taken -> taken.slice().allOperations()).sum();
        int latencies = slices.stream().mapToInt(taken -> taken.slice().latencies().count()).sum();
        return ended == 0 ? 1 : Math.max(1, Math.round((float) latencies / ended));
    }

    private static double medianThroughput(List<Taken> slices) {
        return Median.of(slices.stream().mapToDouble(taken -> taken.slice().throughput()).toArray());
    }
}
