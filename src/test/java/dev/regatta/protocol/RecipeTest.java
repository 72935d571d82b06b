package dev.regatta.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;

class RecipeTest {

    private static Recipe recipe(String... coordinates) {
        return new Recipe("shop.Races", Arrays.stream(coordinates)
                .map(jar -> new Artifact(jar, "0".repeat(64))).toList(), Collections.emptySortedMap());
    }

    @Test
    void versionsThatAreNewOrGoneAreChanges() {
        assertThat(Change.words(recipe("g:driver:2", "g:new:1").changesFrom(recipe("g:driver:1", "g:gone:1"))))
                .isEqualTo("driver 1 -> 2, new none -> 1, gone 1 -> none");
    }

    /** As on the class path of a project that has a jar from elsewhere. */
    @Test
    void twoVersionsOfAModuleInBothAreNoChange() {
        Recipe both = recipe("g:lib:1.0.1", "g:driver:2", "g:lib:1.0.0");
        assertThat(both.changesFrom(both)).isEmpty();
        assertThat(Change.words(both.changesFrom(recipe("g:lib:1.0.1", "g:driver:1", "g:lib:1.0.0"))))
                .isEqualTo("driver 1 -> 2");
    }
}
