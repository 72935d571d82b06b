package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.client.wire.Admin;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.GivenDatabase;
import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.Forks;
import dev.regatta.host.Placement;
import dev.regatta.recipe.Jdk;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

class RunningServersIT {

    @Test
    void aServerOfWhichNothingCanBeToldIsEndedWithItsRelay(@TempDir Path folder) {
        var properties = new Properties();
        properties.putAll(Map.of("regatta.database", "embedded", "regatta.latency", "1ms", "regatta.results",
                folder.toString()));
        var settings = new Settings(properties);
        try (var forks = new Forks(Placement.NONE, folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS)) {
            var servers = new RunningServers(settings, Placement.NONE, Jdk.running(), forks, Map.of(), line -> {
                if (line.endsWith(", 1 ms away")) {
                    assertThat(children()).anyMatch(command -> command.contains("RelayMain"))
                            .anyMatch(command -> command.contains("bin/postgres"));
                    throw new IllegalArgumentException("planted");
                }
            });
            assertThatThrownBy(() -> servers.of(Dialect.POSTGRESQL, Optional.empty())).hasMessage("planted");
            assertThat(children()).noneMatch(command -> command.contains("RelayMain"))
                    .noneMatch(command -> command.contains("bin/postgres"));
        }
    }

    /** A suite whose classes each give a server kept the relays to all of them until its end. */
    @Test
    void theRelaysToAGivenServerEndWithItsUse(@TempDir Path folder) throws Exception {
        var properties = new Properties();
        properties.putAll(Map.of("regatta.results", folder.toString()));
        try (Database theirs = Databases.start(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED, Placement.NONE,
                name -> Optional.empty(), line -> {
                });
                var forks = new Forks(Placement.NONE, folder.resolve("logs"),
                        new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS);
                Admin admin = Admin.connect(theirs.endpoint())) {
            admin.run("CREATE DATABASE theirs");
            var servers = new RunningServers(new Settings(properties), Placement.NONE, Jdk.running(), forks, Map.of(),
                    line -> {
                    });
            var place = new GivenDatabase.Place(theirs.endpoint().in("theirs"), Optional.empty(), "Races.server()");
            servers.give(Dialect.POSTGRESQL, Optional.of(place));
            servers.holding(Dialect.POSTGRESQL, Optional.empty(), Duration.ofMillis(20));
            servers.away(Dialect.POSTGRESQL, Duration.ofMillis(1));
            assertThat(children()).filteredOn(command -> command.contains("RelayMain")).hasSize(2);
            servers.give(Dialect.POSTGRESQL, Optional.empty());
            assertThat(children()).noneMatch(command -> command.contains("RelayMain"));
        }
    }

    private static List<String> children() {
        return ProcessHandle.current().descendants().flatMap(child -> child.info().commandLine().stream()).toList();
    }
}
