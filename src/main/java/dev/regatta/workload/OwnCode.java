package dev.regatta.workload;

import java.util.regex.Pattern;

/**
 * A method of a project's own code. Its client is the class that has it. What it asks of the database is known to
 * nobody, nor what it returns: the same for the same draw, and the same in both arms of a race.
 *
 * @param id the method's name and {@code ()}: {@code openOrders()}
 */
public record OwnCode(String id) implements Workload {

    /** So many different draws there are: as many as the results that a worker remembers. */
    public static final int DRAWS = 16_384;

    private static final Pattern FORM = Pattern.compile("[\\w$]+\\(\\)");

    /** Checks the form. */
    public OwnCode {
        if (!is(id)) {
            throw new IllegalArgumentException("'" + id + "' is not the name of a method followed by ()");
        }
    }

    /** The workload of a method. */
    public static OwnCode of(String method) {
        return new OwnCode(method + "()");
    }

    /** Whether a workload with this id is one of a project's own. */
    public static boolean is(String id) {
        return FORM.matcher(id).matches();
    }

    /** The method's name. */
    public String method() {
        return id.substring(0, id.length() - 2);
    }

    @Override
    public String summary() {
        return "a project's own " + id;
    }

    /** One: it seeds the draw. */
    @Override
    public int keys() {
        return 1;
    }

    @Override
    public int ids() {
        return DRAWS;
    }

    @Override
    public boolean foretold() {
        return false;
    }

    @Override
    public long expected(int[] keys) {
        throw new IllegalStateException("what " + id + " returns is known to nobody before it ran");
    }
}
