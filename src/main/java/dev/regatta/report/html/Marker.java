package dev.regatta.report.html;

/** Shapes of marks, so that clients can be told apart without their colours. */
enum Marker {
    CIRCLE("m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"), SQUARE("m-3.5-3.5h7v7h-7z"), TRIANGLE(
            "m0-4.8l4.6 8.2h-9.2z"), DIAMOND("m0-5.2l5.2 5.2l-5.2 5.2l-5.2-5.2z"), TIP("m0 4.8l4.6-8.2h-9.2z");

    /** Colours of {@code plot.css}: more than shapes, so that a colour does not always come with the same shape. */
    private static final int COLOURS = 6;

    private final String path;

    Marker(String path) {
        this.path = path;
    }

    /** The marker of the line of this number, from 0. */
    static Marker of(int line) {
        return values()[line % values().length];
    }

    /** The style class of the colour of this line. */
    static String colour(int line) {
        return "c" + line % COLOURS;
    }

    /** Draws it around a point. */
    void draw(Markup page, double x, double y, String type) {
        page.empty("path", "class", type, "d", "M" + Scale.pixels(x) + " " + Scale.pixels(y) + path);
    }
}
