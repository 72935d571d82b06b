package dev.regatta.operations;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL of a database on one server, taken apart. What a driver understands beside user and password is left out.
 *
 * @param database {@code postgresql} or {@code mariadb}
 * @param user     what the URL has; empty if it has none
 * @param password what the URL has; empty if it has none
 */
record ServerUrl(String database, String host, int port, String name, Optional<String> user,
        Optional<String> password) {

    private static final Pattern FORM = Pattern.compile("(?:jdbc:|r2dbc:(?:pool:)?)?(postgresql|postgres|mariadb|mysql)"
            + "://(?:([^@/?:]*)(?::([^@/?]*))?@)?(\\[[^]]+]|[^:/?,\\[\\]]+)(?::(\\d{1,5}))?/([^/?]+)(?:\\?(.*))?");

    /**
     * Takes one apart.
     *
     * @throws IllegalArgumentException with one sentence that repeats no password, if it has another form
     */
    static ServerUrl of(String url) {
        Matcher form = FORM.matcher(url);
        if (!form.matches()) {
            throw new IllegalArgumentException("the URL " + withoutSecrets(url) + " is not understood; expected one"
                    + " server with a database, such as jdbc:postgresql://localhost:5432/shop?user=app&password=secret"
                    + " or jdbc:mariadb://…");
        }
        String database = form.group(1).startsWith("postgres") ? "postgresql" : "mariadb";
        String options = form.group(7) == null ? "" : form.group(7);
        return new ServerUrl(database, form.group(4).replaceAll("[\\[\\]]", ""),
                form.group(5) == null ? database.equals("mariadb") ? 3306 : 5432 : Integer.parseInt(form.group(5)),
                decoded(form.group(6)), Optional.ofNullable(form.group(2)).map(ServerUrl::decoded)
                        .or(() -> option(options, "user")),
                Optional.ofNullable(form.group(3)).map(ServerUrl::decoded).or(() -> option(options, "password")));
    }

    private static Optional<String> option(String options, String name) {
        return Arrays.stream(options.split("&")).filter(option -> option.startsWith(name + "=")).findFirst()
                .map(option -> decoded(option.substring(name.length() + 1)));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // It has a % and is not encoded; the exception would repeat what may be a part of a password.
            return text;
        }
    }

    /**
     * Where it leads.
     *
     * @param otherUser     counts before the URL's
     * @param otherPassword counts before the URL's
     * @throws IllegalArgumentException with one sentence, if nobody says who logs in
     */
    DatabaseAddress address(Optional<String> otherUser, Optional<String> otherPassword) {
        return new DatabaseAddress(database, host, port, name, otherUser.or(this::user).orElseThrow(this::nobody),
                otherPassword.or(this::password).orElseThrow(this::nobody));
    }

    private IllegalArgumentException nobody() {
        return new IllegalArgumentException("the URL of " + database + " on " + host + ":" + port
                + " names no user with a password: add ?user=…&password=…, or return a DatabaseAddress");
    }

    /** A text that may have a URL in it, without user and options. */
    static String withoutSecrets(String text) {
        return text.replaceAll("//\\S*@", "//…@").replaceAll("[?;]\\S*=\\S*", "");
    }

    /** Without user and password. */
    @Override
    public String toString() {
        return database + "://" + host + ":" + port + "/" + name;
    }
}
