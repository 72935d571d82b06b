package dev.regatta.calls;

import dev.regatta.relay.Language;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL of a database, taken apart where its address is.
 *
 * @param before   what is in front of the address
 * @param language what its server speaks
 * @param server   the address
 * @param after    what is behind it
 */
record DatabaseUrl(String before, Language language, InetSocketAddress server, String after) {

    private static final Pattern FORM = Pattern.compile(
            "((?:jdbc:|r2dbc:(?:pool:)?|vertx-reactive:)?(postgresql|postgres|mariadb|mysql)://(?:[^@/?]*@)?)"
                    + "(\\[[^]]+]|[^:/?,\\[\\]]+)(?::(\\d{1,5}))?([/?].*)?");

    /** Takes {@code url} apart. */
    static DatabaseUrl of(String url) {
        Matcher form = FORM.matcher(url);
        if (!form.matches()) {
            throw new IllegalArgumentException("DatabaseCalls does not understand the URL " + withoutSecrets(url)
                    + "; expected one server, for example jdbc:postgresql://localhost:5432/shop,"
                    + " r2dbc:mariadb://localhost:3306/shop or postgresql://localhost:5432/shop");
        }
        Language language = form.group(2).startsWith("postgres") ? Language.POSTGRESQL : Language.MARIADB;
        int port = form.group(4) != null
                ? Integer.parseInt(form.group(4))
                : language == Language.POSTGRESQL ? 5432 : 3306;
        String host = form.group(3).replaceAll("[\\[\\]]", "");
        return new DatabaseUrl(form.group(1), language, new InetSocketAddress(host, port),
                form.group(5) == null ? "" : form.group(5));
    }

    /** This URL with another address. */
    String at(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return before + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + after;
    }

    private static String withoutSecrets(String url) {
        return url.replaceAll("//.*@", "//…@").replaceAll("[?;].*", "");
    }
}
