package dev.regatta.explore;

import java.time.Duration;
import java.util.Locale;

/**
 * How long an exploration will take, as far as that is known before it begins, and what its budget is enough for.
 *
 * @param plan what is measured
 * @param left what is to be done yet
 * @param all  what the whole plan takes
 */
record Forecast(Plan plan, Work left, Work all) {

    /** The 99th percentile of so many operations rests on five of them. */
    private static final double FEWEST_OPERATIONS = 500;
    /** The same of the 99.9th. */
    private static final double FEWEST_OF_P999 = 5000;
    /** But it lasts at most this many times as long as the plan says. */
    static final double LONGEST = 5;
    /** The share of a point's time in which its load builds up; it is not counted. */
    static final int DROPPED = 5;
    /** What starting, checking and warming up a client takes, as far as is known before the first. */
    static final long OPENING_NANOS = 20_000_000_000L;
    /** What starting a service on its own and ending it takes, likewise. */
    static final long START_NANOS = 6_000_000_000L;

    /**
     * What is to be done.
     *
     * @param starts   of services on their own, before any set
     * @param points   to measure
     * @param openings of clients to start
     */
    record Work(int starts, int points, int openings) {

        /** Nanoseconds, with points that last so long. */
        double nanos(double point) {
            return (double) START_NANOS * starts + ofSets(point);
        }

        /** The same without what is before any set. */
        double ofSets(double point) {
            return point * points + (double) OPENING_NANOS * Math.max(0, openings);
        }
    }

    /** A point lasts until so many operations were due, for a percentile that rests on some of them. */
    static double fewestOperations(Plan plan) {
        return plan.sla().filter(sla -> sla.percentile() == Percentile.P999).isPresent()
                ? FEWEST_OF_P999
                : FEWEST_OPERATIONS;
    }

    /** The first line of an exploration: how much there is to measure, how long that takes, and from when on nothing begins. */
    String words(Duration budget) {
        double point = plan.pointNanos() * (1 + 1.0 / DROPPED);
        double least = left.nanos(point);
        String longest = plan.sla().isEmpty()
                ? ""
                : String.format(Locale.ROOT, ", and up to %d min where a client carries less than %.0f/s",
                        minutes(left.nanos(plan.pointNanos() * LONGEST)),
                        fewestOperations(plan) * 1e9 / plan.pointNanos());
        return String.format(Locale.ROOT, "%s%d points to measure in %d sets of fresh JVMs, about %d min%s; ",
                left.starts() == 0 ? "" : left.starts() + " starts and ", left.points(), plan.sets(), minutes(least),
                longest)
                + (budget.toNanos() >= least
                        ? (plan.within().isPresent()
                                ? "sets are added while a ratio is wider than was asked for; "
                                : "")
                                + "it begins nothing after " + words((double) budget.toNanos()) + " (--budget)"
                        : "its budget of " + words((double) budget.toNanos()) + " is too short for that: expect "
                                + expected(budget, point, least) + ". --budget " + minutes(least)
                                + "m or more measures all, and --resume goes on");
    }

    /** What there will be when a budget is over that is too short. */
    private String expected(Duration budget, double point, double least) {
        double set = all.ofSets(point) / plan.sets();
        int sets = (int) ((all.ofSets(point) - least + budget.toNanos()) / set);
        return sets <= 0
                ? "less than one set, with no load within a limit"
                : sets < Plan.FEWEST_SETS
                        ? "one set, which gives estimates without intervals"
                        : sets + " sets, which give wider intervals";
    }

    private static String words(double nanos) {
        return nanos < 2 * 6e10
                ? String.format(Locale.ROOT, "%.0f s", nanos / 1e9)
                : String.format(Locale.ROOT, "%.0f min", nanos / 6e10);
    }

    /** Minutes, at least one. */
    static long minutes(double nanos) {
        return Math.max(1, Math.round(nanos / 6e10));
    }
}
