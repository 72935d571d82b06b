package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The server that an arm raced on; in files as one text, {@code PostgreSQL 18.6, artifact 18.6.0, settings cf457b840846}.
 *
 * @param product  with its version
 * @param form     {@code artifact} with its version, or {@code image} with name and digest; empty where nobody could
 *                 start it
 * @param settings the hash of what it was told; empty where that is not known
 */
public record ServerName(String product, Optional<String> form, Optional<String> settings) {

    private static final String SETTINGS = "settings ";

    /** Checks that there is a product. */
    public ServerName {
        Objects.requireNonNull(product);
        Objects.requireNonNull(form);
        Objects.requireNonNull(settings);
    }

    /** The server with this text. */
    @JsonCreator
    public static ServerName of(String text) {
        List<String> parts = List.of(text.split(", "));
        return new ServerName(parts.getFirst(),
                parts.stream().skip(1).filter(part -> !part.startsWith(SETTINGS)).findFirst(),
                parts.stream().filter(part -> part.startsWith(SETTINGS))
                        .map(part -> part.substring(SETTINGS.length())).findFirst());
    }

    /** How a command names it: the form without its first word. */
    public Optional<String> choice() {
        return form.map(words -> words.substring(words.indexOf(' ') + 1));
    }

    /** The first of the three that differs from {@code older}'s and is known of both, digests with 12 digits. */
    public Optional<Change> changeFrom(ServerName older) {
        return Stream.of(change("server", Optional.of(older.product), Optional.of(product)),
                change("server", older.form, form), change("server settings", older.settings, settings))
                .flatMap(Optional::stream).findFirst();
    }

    private static Optional<Change> change(String what, Optional<String> older, Optional<String> newer) {
        return older.flatMap(was -> newer.filter(is -> !is.equals(was))
                .map(is -> new Change(what, shortened(was), shortened(is))));
    }

    private static String shortened(String server) {
        return server.replaceAll("(sha256:[0-9a-f]{12})[0-9a-f]{52}", "$1");
    }

    @JsonValue
    @Override
    public String toString() {
        return product + form.map(made -> ", " + made).orElse("")
                + settings.map(hash -> ", " + SETTINGS + hash).orElse("");
    }
}
