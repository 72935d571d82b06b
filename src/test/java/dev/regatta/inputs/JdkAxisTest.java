package dev.regatta.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.CellId;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;
import dev.regatta.recipe.RecipeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class JdkAxisTest {

    private static final CellId SELECT = CellId.of("postgresql/pgjdbc+hikari/virtual/select-1");
    private static final CellId POINT = CellId.of("postgresql/pgjdbc+hikari/virtual/point-select");

    @TempDir
    Path root;
    private Jdk running;
    private Jdks here;

    @BeforeEach
    void jdks() throws IOException {
        running = new Jdk(root.resolve("running"), 25, "25.0.1+8");
        Path java = Files.createDirectories(root.resolve("usr/lib/jvm/java-21/bin")).resolve("java");
        assertThat(Files.writeString(java, "").toFile().setExecutable(true)).isTrue();
        Files.writeString(root.resolve("usr/lib/jvm/java-21/release"), "JAVA_VERSION=\"21.0.8\"");
        here = new Jdks(running, Map.of(), root, root);
    }

    @Test
    void everyCellRunsOnceOnEachJdk() {
        var axis = JdkAxis.of(List.of(25, 21), here);
        assertThat(axis.each(List.of(SELECT, POINT))).extracting(CellId::toString).containsExactly(
                "postgresql/pgjdbc+hikari/virtual@21/select-1", "postgresql/pgjdbc+hikari/virtual@21/point-select",
                "postgresql/pgjdbc+hikari/virtual@25/select-1", "postgresql/pgjdbc+hikari/virtual@25/point-select");
        assertThat(axis.of(Optional.of(21)).version()).isEqualTo("21.0.8");
        assertThat(axis.found()).contains(
                "JDKs found: 25.0.1+8 in " + running.home() + ", 21.0.8 in " + root.resolve("usr/lib/jvm/java-21"));
    }

    @Test
    void withoutTheSettingCellsNameNoJdk() {
        var axis = JdkAxis.of(List.of(), here);
        assertThat(axis.each(List.of(SELECT))).containsExactly(SELECT);
        assertThat(axis.of(Optional.empty())).isEqualTo(Jdk.running());
        assertThat(axis.found()).isEmpty();
    }

    @Test
    void aJdkThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> JdkAxis.of(List.of(25, 24), here)).isInstanceOf(RecipeException.class)
                .hasMessageContainingAll("no JDK 24 was found", "~/.jdks", "only 25.0.1+8 in", "JAVA24_HOME");
    }

    @Test
    void aBookOfTheSameReleaseNeedsNoRace() {
        var axis = JdkAxis.of(List.of(), here);
        assertThat(axis.older(List.of(25, 21), running)).isEmpty();
        assertThat(axis.older(List.of(), running)).isEmpty();
    }

    @Test
    void aJdkBesideThatOfTheBooksIsNoChange() {
        var added = JdkAxis.of(List.of(21, 25), here);
        assertThat(added.older(List.of(25), added.of(Optional.of(21)))).isEmpty();
        var changed = JdkAxis.of(List.of(21), here);
        assertThat(changed.older(List.of(25), changed.of(Optional.of(21)))).hasValueSatisfying(
                older -> assertThat(older.jdk()).contains(running));
    }

    @Test
    void theJdkOfTheBooksRacesWhereItIsInstalled() {
        var older = JdkAxis.of(List.of(), here).older(List.of(24, 21), running).orElseThrow();
        assertThat(older.jdk().orElseThrow().feature()).isEqualTo(21);
    }

    @Test
    void aJdkOfTheBooksThatIsNotInstalledIsToldOf() {
        var older = JdkAxis.of(List.of(), here).older(List.of(24), running).orElseThrow();
        assertThat(older.jdk()).isEmpty();
        assertThat(older.missing()).isEqualTo("the baseline was measured on JDK 24, which was not found here: compared "
                + "with its book as with one of another environment, within wide limits; to race the two, install a "
                + "JDK 24 and set JAVA24_HOME to its folder");
    }
}
