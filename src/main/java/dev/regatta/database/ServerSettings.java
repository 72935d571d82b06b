package dev.regatta.database;

import dev.regatta.protocol.Inputs;
import dev.regatta.workload.Dialect;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The settings this project gives a server, the same in a container and embedded. Addresses, ports and folders are not
 * among them. They take the disk, the background work and every cache of results out of the measurement; no setting
 * that affects speed is inherited from an image or a wrapper.
 *
 * @param dialect whose settings
 * @param values  names to values, sorted
 */
record ServerSettings(Dialect dialect, SortedMap<String, String> values) {

    /**
     * Connections a server accepts unless told otherwise: more than any pool times the workers that are warm at once.
     */
    static final int CONNECTIONS = 200;
    private static final String MAX_CONNECTIONS = "max_connections";
    private static final String TLS = "ssl";

    /** Copies the settings. */
    ServerSettings {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** The settings of {@code dialect}. */
    static ServerSettings of(Dialect dialect) {
        return new ServerSettings(dialect, new TreeMap<>(switch (dialect) {
            case POSTGRESQL -> postgresql();
            case MARIADB -> mariadb();
        }));
    }

    /** These settings with as many connections as the properties ask for, and with TLS if they do. */
    ServerSettings asked(Function<String, Optional<String>> properties) {
        var more = new TreeMap<>(values);
        properties.apply(Databases.CONNECTIONS_PROPERTY).ifPresent(number -> more.put(MAX_CONNECTIONS, number));
        if (Databases.encrypted(properties)) {
            more.put(TLS, on());
        }
        return new ServerSettings(dialect, more);
    }

    /** Whether the server speaks TLS, and so needs a certificate. */
    boolean encrypted() {
        return on().equals(values.get(TLS));
    }

    private String on() {
        return switch (dialect) {
            case POSTGRESQL -> "on";
            case MARIADB -> "1";
        };
    }

    /** The settings as command-line arguments, in order of their names. */
    List<String> arguments() {
        return values.entrySet().stream().flatMap(setting -> switch (dialect) {
            case POSTGRESQL -> Stream.of("-c", setting.getKey() + "=" + setting.getValue());
            case MARIADB -> Stream.of("--" + setting.getKey() + "=" + setting.getValue());
        }).toList();
    }

    /** First 12 hexadecimal digits of the SHA-256 of all settings. */
    String hash() {
        return Inputs.sha256(String.join("\n", arguments()).getBytes(StandardCharsets.UTF_8)).substring(0, 12);
    }

    private static Map<String, String> postgresql() {
        return Map.ofEntries(Map.entry(MAX_CONNECTIONS, Integer.toString(CONNECTIONS)),
                Map.entry("password_encryption", "scram-sha-256"), Map.entry(TLS, "off"),
                Map.entry("shared_buffers", "128MB"), Map.entry("huge_pages", "off"),
                // In the data folder, which is memory: nothing is left in /dev/shm by a server that was killed.
                Map.entry("dynamic_shared_memory_type", "mmap"),
                // No disk.
                Map.entry("fsync", "off"), Map.entry("synchronous_commit", "off"),
                Map.entry("full_page_writes", "off"), Map.entry("wal_level", "minimal"),
                Map.entry("max_wal_senders", "0"), Map.entry("max_wal_size", "512MB"),
                // No background work within a run.
                Map.entry("autovacuum", "off"), Map.entry("checkpoint_timeout", "1d"),
                Map.entry("bgwriter_lru_maxpages", "0"),
                // One plan, one process.
                Map.entry("jit", "off"), Map.entry("max_parallel_workers_per_gather", "0"),
                Map.entry("timezone", "UTC"));
    }

    private static Map<String, String> mariadb() {
        return Map.ofEntries(Map.entry(MAX_CONNECTIONS, Integer.toString(CONNECTIONS)), Map.entry(TLS, "0"),
                Map.entry("character-set-server", "utf8mb4"), Map.entry("collation-server", "utf8mb4_general_ci"),
                Map.entry("default-time-zone", "+00:00"),
                // No name look-ups, and no blocking of a host whose forks were killed.
                Map.entry("skip-name-resolve", "1"), Map.entry("host-cache-size", "0"),
                // No disk.
                Map.entry("innodb-flush-log-at-trx-commit", "0"), Map.entry("innodb-doublewrite", "0"),
                Map.entry("innodb-use-native-aio", "0"), Map.entry("skip-log-bin", "1"),
                Map.entry("innodb-log-file-size", "256M"), Map.entry("innodb-buffer-pool-size", "256M"),
                Map.entry("innodb-buffer-pool-dump-at-shutdown", "0"),
                Map.entry("innodb-buffer-pool-load-at-startup", "0"),
                // No answer that was not computed, nothing counted on the side.
                Map.entry("query-cache-type", "0"), Map.entry("query-cache-size", "0"),
                Map.entry("performance-schema", "0"), Map.entry("slow-query-log", "0"),
                Map.entry("general-log", "0"),
                // A thread per connection, kept for the next one.
                Map.entry("thread-handling", "one-thread-per-connection"),
                Map.entry("thread-cache-size", Integer.toString(CONNECTIONS)));
    }
}
