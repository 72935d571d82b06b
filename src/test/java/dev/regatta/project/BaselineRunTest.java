package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.operations.OperationCase;
import dev.regatta.operations.OperationRaces;
import dev.regatta.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

class BaselineRunTest {

    private static final OperationCase OPEN = new OperationCase("postgresql", "shop.Races", "open", "virtual", 5);

    /** Nothing is stored either, and the file need not be there. */
    @Test
    void whereNoOperationIsChosenThatIsSaid(@TempDir Path folder) {
        var properties = new Properties();
        properties.setProperty("regatta.baseline", "update");
        properties.setProperty("regatta.baselines", folder.resolve("baselines").toString());
        properties.setProperty("regatta.cells", "postgresql/shop.Misspelt/*/*");
        List<String> said = new ArrayList<>();
        ProjectCode code = new ProjectCode.Reader(Optional.empty(), new Checksums(Optional.empty()))
                .of(List.of(folder), folder);
        var checkout = new BaseCheckout(folder, folder.resolve("store"), Optional.empty(), List.of(), said::add);
        try (OperationRaces.Run run = BaselineRun.open(Settings.ofProject(properties), code, checkout, List.of(OPEN),
                said::add)) {
            assertThat(run.race(OPEN, Optional.empty())).isInstanceOf(OperationRaces.Ruling.Undecided.class);
        }
        assertThat(said).containsExactly("nothing is measured: -Dregatta.cells chooses no operation");
    }
}
