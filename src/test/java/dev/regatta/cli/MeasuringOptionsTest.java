package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.DatabaseMode;
import dev.regatta.settings.Settings;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

class MeasuringOptionsTest {

    /** The largest was refused as a budget of 1.0E7s, and the smallest became none. */
    @Test
    void aBudgetIsTheOneThatWasGiven() {
        for (Duration budget : List.of(Duration.ofNanos(100_000), Duration.ofSeconds(90), Duration.ofHours(2778))) {
            assertThat(MeasuringOptions.over(new Settings(new Properties()), DatabaseMode.AUTO, Optional.empty(),
                    Optional.empty(), Optional.empty(), Optional.of(budget)).budget()).contains(budget);
        }
    }
}
