package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.regatta.workload.Dialect;

import java.util.Objects;

/**
 * One client running one workload on one database: the unit that gets a verdict. Prints as
 * {@code postgresql/pgjdbc+hikari/virtual/select-1}.
 */
public record CellId(Dialect database, ClientId client, String workload) implements Comparable<CellId> {

    /** Checks that every part is present. */
    public CellId {
        Objects.requireNonNull(database);
        Objects.requireNonNull(client);
        Objects.requireNonNull(workload);
    }

    /**
     * The cell written as {@code database/stack/threading/workload}.
     *
     * @throws IllegalArgumentException naming what was expected
     */
    @JsonCreator
    public static CellId of(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException(
                    "cell '" + text + "' is not of the form database/client/threading/workload, "
                            + "like postgresql/pgjdbc+hikari/virtual/select-1");
        }
        return new CellId(Dialect.of(parts[0]), ClientId.of(parts[1] + "/" + parts[2]), parts[3]);
    }

    /** This cell on the JDK of this feature release. */
    public CellId on(int feature) {
        return new CellId(database, client.on(feature), workload);
    }

    /** This cell without its JDK, see {@link ClientId#onAnyJdk()}. */
    public CellId onAnyJdk() {
        return new CellId(database, client.onAnyJdk(), workload);
    }

    @Override
    public int compareTo(CellId other) {
        return toString().compareTo(other.toString());
    }

    @JsonValue
    @Override
    public String toString() {
        return database.id() + "/" + client + "/" + workload;
    }
}
