package dev.regatta.report.html;

/**
 * The data of one SVG path in whole pixels, each point relative to the one before: a few characters a point, so that a
 * page of many plots stays small.
 */
final class Strokes {

    private final StringBuilder data = new StringBuilder();
    private long x;
    private long y;

    /** Goes on to a point with a line, from the second point on. */
    Strokes line(double toX, double toY) {
        go(toX, toY, "l");
        return this;
    }

    /** A dot; its shape is the stroke's. */
    Strokes dot(double atX, double atY) {
        go(atX, atY, "m");
        data.append("h0");
        return this;
    }

    /** Starts anew at a point. */
    Strokes from(double atX, double atY) {
        go(atX, atY, "m");
        return this;
    }

    private void go(double toX, double toY, String how) {
        long nextX = Math.round(toX);
        long nextY = Math.round(toY);
        long down = nextY - y;
        data.append(data.isEmpty() ? "M" : how).append(nextX - x).append(down < 0 ? "" : " ").append(down);
        x = nextX;
        y = nextY;
    }

    /** The path's data. */
    @Override
    public String toString() {
        return data.toString();
    }
}
