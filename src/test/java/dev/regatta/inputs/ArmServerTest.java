package dev.regatta.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Databases;
import dev.regatta.database.ServerForm;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the server of an arm is told. */
class ArmServerTest {

    private static final String CONNECTIONS = "max_connections";

    private final Properties properties = new Properties();

    @ParameterizedTest
    @EnumSource
    void itAcceptsAsManyConnectionsAsTheUserAsksFor(Dialect dialect) {
        properties.setProperty(Databases.CONNECTIONS_PROPERTY, "1000");
        SortedMap<String, String> told = find(dialect, Optional.empty()).settings().orElseThrow();
        assertThat(told).containsEntry(CONNECTIONS, "1000").hasSizeGreaterThan(10);
        told = new TreeMap<>(told);
        told.put(CONNECTIONS, Integer.toString(Databases.CONNECTIONS));
        assertThat(Databases.settingsHash(dialect, told)).isEqualTo(Databases.settingsHash(dialect));
    }

    /** The other arm's server, that of today, is started with the same setting. */
    @Test
    void anOlderServerAcceptsAsManyAsTodays() {
        properties.setProperty(Databases.CONNECTIONS_PROPERTY, "1000");
        assertThat(find(Dialect.MARIADB, Optional.of(new TreeMap<>(Map.of(CONNECTIONS, "200", "ssl", "0"))))
                .settings().orElseThrow()).containsExactly(Map.entry(CONNECTIONS, "1000"), Map.entry("ssl", "0"));
    }

    /** Both arms' servers: one that is known from before TLS was asked for as well. */
    @ParameterizedTest
    @EnumSource
    void itSpeaksTlsIfTheUserAsksForIt(Dialect dialect) {
        String on = dialect == Dialect.POSTGRESQL ? "on" : "1";
        assertThat(find(dialect, Optional.empty()).settings()).isEmpty();
        properties.setProperty(Databases.TLS_PROPERTY, "true");
        assertThat(find(dialect, Optional.empty()).settings().orElseThrow()).containsEntry("ssl", on)
                .hasSizeGreaterThan(10);
        assertThat(find(dialect, Optional.of(new TreeMap<>(Map.of("ssl", "0")))).settings().orElseThrow())
                .containsExactly(Map.entry("ssl", on));
        properties.setProperty(Databases.TLS_PROPERTY, "false");
        assertThat(find(dialect, Optional.empty()).settings()).isEmpty();
    }

    @Test
    void withoutTheSettingItIsToldWhatIsKnown() {
        var known = new TreeMap<>(Map.of(CONNECTIONS, "7"));
        assertThat(find(Dialect.MARIADB, Optional.of(known)).settings()).contains(known);
        assertThat(find(Dialect.MARIADB, Optional.empty()).settings()).isEmpty();
    }

    private ArmServer find(Dialect dialect, Optional<SortedMap<String, String>> told) {
        return ArmServer.find(ServerForm.of(dialect, "9.9.9"), told, new Settings(properties)::get,
                artifact -> Path.of("a.jar"), notice -> {
                });
    }
}
