package dev.regatta.client.wire;

/** How databases write the parameters of a statement. */
public final class Placeholders {

    private Placeholders() {
    }

    /**
     * {@code sql} with its {@code ?} placeholders numbered {@code $1}, {@code $2}, … as PostgreSQL's protocol demands.
     * The statements of the catalog have no {@code ?} in literals or operators.
     */
    public static String numbered(String sql) {
        var numbered = new StringBuilder();
        int parameter = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '?') {
                numbered.append('$').append(++parameter);
            } else {
                numbered.append(c);
            }
        }
        return numbered.toString();
    }
}
