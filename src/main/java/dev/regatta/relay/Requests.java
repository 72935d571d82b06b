package dev.regatta.relay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds the requests in what one client sends, and the text of their statements. TLS and compression are not
 * understood, but seen.
 */
abstract class Requests {

    /** Bytes of a message that are kept for its text; longer texts are cut off. */
    private static final int MOST_KEPT = 1 << 16;

    /** The text of a statement that the relay did not see prepared. */
    static final String UNKNOWN = "(prepared before it could be read)";

    private final Consumer<String> texts;
    private final Transactions transactions = new Transactions();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private Optional<String> unreadable = Optional.empty();
    private long statements;
    private long preparations;
    private long pings;

    /** Requests whose statements' normalised texts go to {@code texts}, once per execution. */
    Requests(Consumer<String> texts) {
        this.texts = texts;
    }

    /** Takes the next bytes of the client, which may end anywhere in a message. */
    final void read(byte[] bytes) {
        for (int i = 0; i < bytes.length && unreadable.isEmpty(); i++) {
            next(bytes[i] & 0xff);
        }
    }

    /** Takes the next bytes of the server, which may end anywhere in a message, before the client gets them. */
    final void answered(byte[] bytes) {
        if (unreadable.isEmpty()) {
            answers().read(bytes);
        }
    }

    /** Whether the server has something of what the client asked for still to answer, or the rest of an answer. */
    final boolean unanswered() {
        return unreadable.isEmpty() && answers().missing();
    }

    /** What the server answers to them; the same each time. */
    abstract Answers answers();

    /** Takes the next byte, 0 to 255. */
    abstract void next(int octet);

    /** What is in double quotes is a name, not a literal. */
    abstract boolean doubleQuotesName();

    /** Keeps a byte of a message until {@link #kept}. */
    final void keep(int octet) {
        if (kept.size() < MOST_KEPT) {
            kept.write(octet);
        }
    }

    /** What was kept, which is forgotten. */
    final byte[] kept() {
        byte[] bytes = kept.toByteArray();
        kept.reset();
        return bytes;
    }

    /** An execution; that of an empty statement only asks whether the server is there. */
    final void statement(String sql) {
        String text = SqlText.normalised(sql, doubleQuotesName());
        if (text.isEmpty()) {
            ping();
        } else {
            statements++;
            transactions.executed(sql, text);
            texts.accept(text);
        }
    }

    final void ping() {
        pings++;
    }

    /** Outside of a transaction, what was executed so far is one. */
    final void mayEndTransaction() {
        transactions.mayEnd();
    }

    final void preparation(String sql) {
        preparations += sql.isBlank() ? 0 : 1;
    }

    /** From here on nothing of this connection can be read. */
    final void unreadable(String why) {
        unreadable = Optional.of(why);
    }

    /** The requests so far, without anything else. */
    final Traffic traffic() {
        return new Traffic(0, 0, statements, preparations, transactions.ended(), pings, 0, 0, 0, 0);
    }

    /** Why this connection cannot be read, in a few words. */
    final Optional<String> unreadable() {
        return unreadable;
    }

    /** The text from {@code from} to the next zero byte, or to the end. */
    static String textAt(byte[] bytes, int from) {
        int end = endOfText(bytes, from);
        return from >= end ? "" : new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** Where the text from {@code from} ends. */
    static int endOfText(byte[] bytes, int from) {
        int end = from;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return end;
    }
}
