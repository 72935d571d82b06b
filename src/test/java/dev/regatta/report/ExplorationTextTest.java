package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.Exploration;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.gate.Outside;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class ExplorationTextTest {

    @Test
    void theTextIsTheSameEverywhere() throws Exception {
        Golden.everywhere(getClass(), "exploration.txt",
                () -> text(SimulatedExploration.overLoad()) + "\n" + text(SimulatedExploration.overLatency()));
    }

    @Test
    void anIncompleteExplorationSaysSoFirst() {
        assertThat(text(SimulatedExploration.interrupted())).startsWith("The exploration is incomplete: ")
                .contains("(one set)", "nothing was measured of it", "not measured")
                .doesNotContainPattern("/\\S+ +not found");
    }

    @Test
    void oneSetGivesEstimatesWithoutIntervals() {
        String text = text(SimulatedExploration.endedInTheSecondSet());
        assertThat(text.lines().filter(line -> line.matches("  [0-9,]+/s .*"))).hasSize(2 * 3 * 7)
                .allSatisfy(line -> assertThat(line).contains(" (one set) ").doesNotContain("±", "[", " - "));
        assertThat(text).contains("(one set) not told apart");
    }

    @Test
    void memoryNeverStandsWithoutItsJvmOptions() {
        assertThat(text(SimulatedExploration.overLoad()).replaceAll("\\s+", " ")
                .split("(to itself|process has), with -Xms256m -Xmx256m -XX:\\+UseSerialGC\\.", -1)).hasSize(1 + 1 + 3);
        assertThat(text(SimulatedExploration.overConcurrency()).replaceAll("\\s+", " ")
                .split("process has, with -Xms256m -Xmx256m -XX:\\+UseSerialGC\\.", -1)).hasSize(1 + 2);
    }

    @Test
    void whatComesFromOutsideStartsNoLineAndIsNoCommand() {
        String text = text(SimulatedExploration.outside(Outside.HOSTILE));
        assertThat(text).doesNotContain("\u001b", "\r", "\u0000", "##[error]").doesNotContainPattern("(?m)^::");
        assertThat(text).contains("<script>");
    }

    private static String text(Exploration exploration) {
        return new ExplorationText(exploration, ExplorationWords.RESUME).text();
    }
}
