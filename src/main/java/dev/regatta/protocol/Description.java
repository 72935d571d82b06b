package dev.regatta.protocol;

import dev.regatta.workload.Dialect;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a checkout says of itself: all that its cells depend on and that neither its jars nor the files of its classes
 * tell. Two checkouts are compared by their descriptions, and none of them looks into the other.
 *
 * @param clients    what its catalog says of each client stack, for people: {@code api JDBC, pool HIKARI}
 * @param jvmOptions of its workers where a run names none
 * @param databases  what it runs on each database
 */
public record Description(SortedMap<String, String> clients, List<String> jvmOptions,
        SortedMap<Dialect, Database> databases) {

    /**
     * The number of the form in which the workers of a checkout describe it and answer. It grows with each change of these
     * records, of how the texts in them are made, or of an {@link Answer}.
     */
    public static final int SCHEMA = 2;

    /** Copies the collections. */
    public Description {
        clients = Collections.unmodifiableSortedMap(new TreeMap<>(clients));
        jvmOptions = List.copyOf(jvmOptions);
        databases = Collections.unmodifiableSortedMap(new TreeMap<>(databases));
    }

    /**
     * What runs on a database.
     *
     * @param workloads by their ids, those that there are on this database
     * @param data      SHA-256 of the statements that make the dataset
     * @param server    the server it starts
     */
    public record Database(SortedMap<String, Workload> workloads, String data, Server server) {

        /** Copies the workloads. */
        public Database {
            workloads = Collections.unmodifiableSortedMap(new TreeMap<>(workloads));
            Objects.requireNonNull(data);
            Objects.requireNonNull(server);
        }
    }

    /**
     * Digests of a workload.
     *
     * @param definition SHA-256 of its record without the summary, for this database, of the statements that reset it,
     *                   and of the results it expects
     * @param results    SHA-256 of the results it expects: two definitions that differ in them cannot race
     */
    public record Workload(String definition, String results) {

        /** Checks that both are there. */
        public Workload {
            Objects.requireNonNull(definition);
            Objects.requireNonNull(results);
        }
    }

    /**
     * The server of a database where a run names none.
     *
     * @param artifact    version of the artifact that an embedded one is unpacked from: {@code 18.6.0}
     * @param image       a container's image: {@code postgres:18}
     * @param pinnedImage the image that dependency bots bump, which CI names: {@code postgres:18@sha256:…}
     * @param settings    what it is told, names to values
     */
    public record Server(String artifact, String image, String pinnedImage, SortedMap<String, String> settings) {

        /** Copies the settings. */
        public Server {
            Objects.requireNonNull(artifact);
            Objects.requireNonNull(image);
            Objects.requireNonNull(pinnedImage);
            settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        }
    }

    /** What the catalog says of a client stack; empty if it has no such stack. */
    public Optional<String> client(String stack) {
        return Optional.ofNullable(clients.get(stack));
    }

    /** The database of a cell; empty if the checkout does not know it, or not the cell's workload on it. */
    public Optional<Database> database(CellId cell) {
        return Optional.ofNullable(databases.get(cell.database()))
                .filter(database -> database.workloads().containsKey(cell.workload()));
    }

    /** The workload of a cell; empty if there is none. */
    public Optional<Workload> workload(CellId cell) {
        return database(cell).map(database -> database.workloads().get(cell.workload()));
    }
}
