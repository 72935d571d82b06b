package dev.regatta.workload;

import java.util.List;
import java.util.Objects;

/**
 * An operation that stores a large text with one prepared insert and finds it with one prepared select, both of which
 * take the text as a parameter. The select returns the id of the row that holds exactly this text, which is the digest.
 * The insert replaces the row of the same id, so that the table stays as small as it is.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 * @param texts   what an operation draws its text from, at least 1; more than one, or a database may see that nothing
 *                changes
 */
public record LargeParameter(String id, String summary, List<String> texts) implements Workload {

    /** Checks the shape. */
    public LargeParameter {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        texts = List.copyOf(texts);
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("workload " + id + ": at least one text is needed");
        }
    }

    /** The insert: the id, then the text. */
    public String insert(Dialect dialect) {
        return "INSERT INTO document (id, content) VALUES (?, ?) " + switch (dialect) {
            case POSTGRESQL -> "ON CONFLICT (id) DO UPDATE SET content = excluded.content";
            case MARIADB -> "ON DUPLICATE KEY UPDATE content = VALUES(content)";
        };
    }

    /** The select: the id, then the text. */
    public String select() {
        return "SELECT id FROM document WHERE id = ? AND content = ?";
    }

    /** Which of {@link #texts()} an operation with these parameters takes, from 0. */
    public int choice(int[] keys) {
        return keys[1] % texts.size();
    }

    /** The id, and a number that chooses the text. */
    @Override
    public int keys() {
        return 2;
    }

    @Override
    public int ids() {
        return World.LARGE_ROWS;
    }

    @Override
    public boolean ownIds() {
        return true;
    }

    @Override
    public long expected(int[] keys) {
        return Digest.mix(Digest.EMPTY, keys[0]);
    }
}
