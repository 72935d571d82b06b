package dev.regatta.database;

import dev.regatta.host.ProcessTree;
import dev.regatta.workload.Endpoint;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/** A running database server, from the moment it accepts logins until it is closed. */
public sealed interface Database extends AutoCloseable
        permits ContainerDatabase, EmbeddedDatabase, ExternalDatabase, GivenDatabase {

    /** Fact: the image's name and what identifies its content; of a container only. */
    String IMAGE_FACT = "database.image";
    /** Fact: file name of the artifact the server was unpacked from; of an embedded server only. */
    String ARTIFACT_FACT = "embedded.artifact";
    /**
     * Fact: {@code batch} where no thread of the server takes the CPU from another when it wakes up, {@code default}
     * otherwise.
     */
    String SCHEDULING_FACT = "database.scheduling";
    /** Fact: first 12 hexadecimal digits of the SHA-256 of the settings this project gave the server. */
    String SETTINGS_FACT = "database.settings";

    /**
     * What workers connect to. Its user owns its database and logs in by password (SCRAM, or MariaDB's native
     * password).
     */
    Endpoint endpoint();

    /**
     * The fingerprint's facts about this server: {@code database.mode}, {@code database.version}, {@code network.path},
     * {@value #SETTINGS_FACT}, {@value #SCHEDULING_FACT}, and {@value #IMAGE_FACT} or {@value #ARTIFACT_FACT}. A fact
     * that cannot be known without logging in is left out.
     */
    Map<String, String> facts();

    /** The settings this project gave the server, names to values; empty where they are the server's own. */
    default SortedMap<String, String> settings() {
        return Collections.emptySortedMap();
    }

    /** The server's processes; empty where they cannot be seen: another host, or no {@code /proc}. */
    default Optional<ProcessTree> processes() {
        return Optional.empty();
    }

    /**
     * CPU time in nanoseconds that the server's processes have used since they started; only differences between two
     * calls mean something. It never goes backwards. What a process used between the last call before its end and its
     * end is missing, so call it around every slice. Empty where the processes cannot be seen.
     */
    default OptionalLong cpuNanos() {
        return processes().map(ProcessTree::cpuNanos).orElseGet(OptionalLong::empty);
    }

    /** Bytes of memory of the server's processes; empty where they cannot be seen. */
    default OptionalLong memoryBytes() {
        return processes().map(ProcessTree::memoryBytes).orElseGet(OptionalLong::empty);
    }

    /**
     * One sentence saying which server ended how, with its last log lines; empty while it is alive, and where nobody
     * tells whether it is.
     */
    Optional<String> death();

    /** One line for people: product, version, mode, address and CPUs. */
    String describe();

    /** Stops the server and removes what it left: processes, container, folder. Closing again does nothing. */
    @Override
    void close();

    /** Closes it after {@code failure}, which is told even if it cannot be closed. */
    default void close(Exception failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
