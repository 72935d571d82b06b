package dev.regatta.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.CellId;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class SelectionTest {

    private static final CellId PLATFORM = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    private static final CellId VIRTUAL = CellId.of("postgresql/pgjdbc+hikari/virtual/select-1");
    private static final CellId OTHER = CellId.of("mariadb/mariadb+hikari/platform/point-select");
    private static final List<CellId> ALL = List.of(PLATFORM, VIRTUAL, OTHER);

    @Test
    void aStarStaysWithinOnePart() {
        assertThat(chosen("postgresql/pgjdbc+hikari/*/select-1")).containsExactly(PLATFORM, VIRTUAL);
        assertThatThrownBy(() -> chosen("*/select-1")).hasMessageContaining("matches none of the 3 cells");
    }

    @Test
    void twoStarsCrossPartsAndBracesListChoices() {
        assertThat(chosen("**/select-1")).containsExactly(PLATFORM, VIRTUAL);
        assertThat(chosen("{mariadb,postgresql}/*/platform/*")).containsExactly(PLATFORM, OTHER);
    }

    @Test
    void withoutAPatternEverythingIsChosen() {
        assertThat(Selection.of(Optional.empty()).of(ALL)).isEqualTo(ALL);
    }

    @Test
    void aPatternThatMatchesNothingIsAnErrorThatShowsTheForm() {
        assertThatThrownBy(() -> chosen("postgres/*/*/*")).hasMessageContaining("postgres/*/*/*")
                .hasMessageContaining(PLATFORM.toString());
    }

    @Test
    void theCellsThatAreWrittenMostLikeItAreNamedFirst() {
        assertThatThrownBy(() -> chosen("mariadb/mariadb+hikary/*/point-select")).hasMessage(
                "-Dregatta.cells=mariadb/mariadb+hikary/*/point-select matches none of the 3 cells; they are named"
                        + " database/client/threading/workload, for example " + OTHER + ", " + PLATFORM + ", " + VIRTUAL
                        + " (quote a pattern with * in the shell)");
        assertThatThrownBy(() -> chosen("**/virtual/select-2")).hasMessageContaining("for example " + VIRTUAL + ", ");
    }

    @Test
    void aBrokenGlobIsAnError() {
        assertThatThrownBy(() -> chosen("{postgresql")).hasMessageContaining("is not a glob");
    }

    private static List<CellId> chosen(String glob) {
        return Selection.of(Optional.of(glob)).of(ALL);
    }
}
