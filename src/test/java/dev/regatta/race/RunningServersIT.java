package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    private static List<String> children() {
        return ProcessHandle.current().descendants().flatMap(child -> child.info().commandLine().stream()).toList();
    }
}
