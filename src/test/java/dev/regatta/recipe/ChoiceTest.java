package dev.regatta.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.recipe.Choice.Replacement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;

class ChoiceTest {

    private static final List<String> ROOTS = List.of("com.mysql:mysql-connector-j:26.10.0",
            "com.zaxxer:HikariCP:7.1.0");

    @Test
    void aBareVersionIsTheDrivers() {
        assertThat(replacements("8.4.0"))
                .isEqualTo(Map.of(0, new Replacement("com.mysql:mysql-connector-j:8.4.0", true)));
    }

    @Test
    void coordinatesReplaceTheRootTheyBelongTo() {
        assertThat(replacements("com.zaxxer:HikariCP:7.0.2"))
                .isEqualTo(Map.of(1, new Replacement("com.zaxxer:HikariCP:7.0.2", false)));
    }

    @Test
    void severalAreSeparatedByCommas() {
        assertThat(replacements("8.4.0, com.zaxxer:HikariCP:7.0.2")).containsOnlyKeys(0, 1);
    }

    @Test
    void aModuleThatMovedIsKnownByItsFormerName() {
        assertThat(replacements("mysql:mysql-connector-java:5.1.49"))
                .isEqualTo(Map.of(0, new Replacement("mysql:mysql-connector-java:5.1.49", false)));
        assertThat(replacements("org.fork:HikariCP:1.0")).containsOnlyKeys(1);
    }

    @Test
    void whatBelongsToNoRootIsAnErrorThatNamesThem() {
        assertThatThrownBy(() -> replacements("org.postgresql:postgresql:42.7.9"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'org.postgresql:postgresql:42.7.9' replaces no part of x+y, which is made of "
                        + "com.mysql:mysql-connector-j:26.10.0 and com.zaxxer:HikariCP:7.1.0: give a version of the driver, "
                        + "or coordinates of one of these");
    }

    @Test
    void onePartHasOneVersion() {
        assertThatThrownBy(() -> replacements("8.4.0,mysql:mysql-connector-java:8.0.28"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("replaces com.mysql:mysql-connector-j:26.10.0 twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "8.4.0,", "a:b", "a:b:c:d", "8 4", "[1,2)", "${x}"})
    void whatIsNeitherAVersionNorCoordinatesIsNamed(String text) {
        assertThatThrownBy(() -> replacements(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is neither a version, like 42.7.9, nor coordinates");
    }

    private static SortedMap<Integer, Replacement> replacements(String text) {
        return Choice.of(text).replacements("x+y", ROOTS);
    }
}
