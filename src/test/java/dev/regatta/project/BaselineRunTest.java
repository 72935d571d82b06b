package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.operations.OperationCase;
import dev.regatta.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

class BaselineRunTest {

    private static final OperationCase OPEN = new OperationCase("postgresql", "shop.Races", "open", "virtual", 5);

    private static final String REFUSAL = "-Dregatta.cells=postgresql/shop.Misspelt/*/* matches none of the 1 cells; they"
            + " are named database/client/threading/workload, for example postgresql/shop.Races/virtual/open()"
            + " (quote a pattern with * in the shell)";

    /** All tests would be skipped, and a skipped test is no failure even where -Dregatta.strict=true. */
    @Test
    void aChoiceThatChoosesNothingIsRefused(@TempDir Path folder) {
        var properties = new Properties();
        properties.setProperty("regatta.baseline", "update");
        properties.setProperty("regatta.baselines", folder.resolve("baselines").toString());
        properties.setProperty("regatta.cells", "postgresql/shop.Misspelt/*/*");
        List<String> said = new ArrayList<>();
        ProjectCode code = new ProjectCode.Reader(Optional.empty(), new Checksums(Optional.empty()))
                .of(List.of(folder), folder);
        var checkout = new BaseCheckout(folder, folder.resolve("store"), Optional.empty(), List.of(),
                () -> () -> {
                }, said::add);
        Settings settings = Settings.ofProject(properties);
        assertThatThrownBy(() -> BaselineRun.open(settings, code, checkout, List.of(OPEN), said::add))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(REFUSAL);
        assertThatThrownBy(() -> ProjectRun.open(settings, operation -> {
            throw new AssertionError("nothing is planned");
        }, List.of(OPEN), Collections.emptySortedMap(), said::add)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(REFUSAL);
        assertThat(said).isEmpty();
    }
}
