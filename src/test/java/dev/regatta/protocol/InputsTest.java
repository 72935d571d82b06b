package dev.regatta.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class InputsTest {

    private static final Inputs OLD = inputs(Map.of("jars", "a".repeat(64), "classes", "b".repeat(64), "jdk", "25",
            "server", "PostgreSQL 18.6"));

    @Test
    void equalFactsHaveOneDigestAndNoDifference() {
        Inputs same = inputs(new TreeMap<>(OLD.facts()));
        assertThat(same.digest()).isEqualTo(OLD.digest()).matches("[0-9a-f]{64}");
        assertThat(same.changesFrom(OLD)).isEmpty();
        assertThat(OLD.with("jdk", "26").digest()).isNotEqualTo(OLD.digest());
    }

    @Test
    void factsThatRunIntoEachOtherAreApart() {
        assertThat(inputs(Map.of("a", "1\nb=2")).digest()).isNotEqualTo(inputs(Map.of("a", "1", "b", "2")).digest());
        assertThat(Inputs.sha256(List.of("ab", "c"))).isNotEqualTo(Inputs.sha256(List.of("a", "bc")));
    }

    @Test
    void differencesAreNamedAndOnlyValuesThatPeopleReadAreShown() {
        assertThat(OLD.with("classes", "c".repeat(64)).with("server", "PostgreSQL 18.7").changesFrom(OLD))
                .extracting(Change::toString)
                .containsExactly("classes", "server PostgreSQL 18.6 -> PostgreSQL 18.7");
    }

    @Test
    void whatOnlyOneOfThemHasDiffersButForTheWire() {
        assertThat(OLD.with("classes", "").changesFrom(OLD)).extracting(Change::toString)
                .containsExactly("classes bbbbbbbb -> unknown");
        assertThat(OLD.with("wire", "d").changesFrom(OLD)).isEmpty();
        assertThat(OLD.changesFrom(OLD.with("wire", "d"))).isEmpty();
        assertThat(OLD.with("wire", "e").changesFrom(OLD.with("wire", "d"))).extracting(Change::what)
                .containsExactly("wire");
        assertThat(OLD.only(List.of("jdk")).facts()).containsOnlyKeys("jdk");
    }

    @Test
    void jarsAndOptionsAreToldByTheirRecipes() {
        Recipe before = new Recipe("s", List.of(new Artifact("g:postgresql:42.7.14", "0".repeat(64))), new TreeMap<>());
        Recipe after = new Recipe("s", List.of(new Artifact("g:postgresql:42.7.13", "1".repeat(64))),
                new TreeMap<>(Map.of("a", "b")));
        assertThat(Inputs.named(OLD.with("jars", "1").with("options", "2").changesFrom(OLD.with("options", "none")),
                after, before)).extracting(Change::toString)
                .containsExactly("postgresql 42.7.14 -> 42.7.13", "options {} -> {a=b}");
    }

    @Test
    void theSentenceSaysWhatToGiveToHaveItRaced() {
        assertThat(Inputs.unraced(OLD.with("classes", "c").changesFrom(OLD))).isEqualTo("classes differ from the"
                + " baseline's: give -Dregatta.base=<checkout of the base branch> to race them");
        assertThat(Inputs.unraced(OLD.with("server", "PostgreSQL 18.7").changesFrom(OLD))).startsWith(
                "server PostgreSQL 18.6 -> PostgreSQL 18.7 differs from the baseline's: ")
                .contains("a server races another one that can be had")
                .doesNotContain("regatta.base=");
        assertThat(Inputs.unraced(OLD.with("classes", "c").with("jdk", "26").changesFrom(OLD)))
                .contains("classes, jdk 25 -> 26 differ from", "regatta.base=", "another one that is installed");
    }

    @Test
    void aFactWithoutAValueIsRefused() {
        assertThatThrownBy(() -> inputs(Map.of("jdk", " "))).hasMessage("the input 'jdk' has no value");
        assertThat(Json.read("{\"jdk\":\"25\"}", Inputs.class, "x")).isEqualTo(inputs(Map.of("jdk", "25")));
        assertThatThrownBy(() -> Json.read("{\"jdk\":null}", Inputs.class, "x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.read("{\"jdk\":\"25\",\"jdk\":\"26\"}", Inputs.class, "x"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("jdk");
    }

    private static Inputs inputs(Map<String, String> facts) {
        return new Inputs(new TreeMap<>(facts));
    }
}
