package dev.regatta.protocol;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The server that an arm raced on.
 *
 * @param product  with its version: {@code PostgreSQL 18.6}
 * @param choice   how a user names it: the artifact's version, or the image with its digest; empty where nobody could
 *                 start it
 * @param settings the hash of what it was told; empty where that is not known
 */
public record ServerName(String product, Optional<String> choice, Optional<String> settings) {

    /** Checks that there is a product. */
    public ServerName {
        Objects.requireNonNull(product);
        Objects.requireNonNull(choice);
        Objects.requireNonNull(settings);
    }

    /** The first of the three that differs from {@code older}'s and is known of both, digests with 12 digits. */
    public Optional<Change> changeFrom(ServerName older) {
        return Stream.of(change("server", Optional.of(older.product), Optional.of(product)),
                change("server", older.choice, choice), change("server settings", older.settings, settings))
                .flatMap(Optional::stream).findFirst();
    }

    private static Optional<Change> change(String what, Optional<String> older, Optional<String> newer) {
        return older.flatMap(was -> newer.filter(is -> !is.equals(was))
                .map(is -> new Change(what, shortened(was), shortened(is))));
    }

    private static String shortened(String server) {
        return server.replaceAll("(sha256:[0-9a-f]{12})[0-9a-f]{52}", "$1");
    }
}
