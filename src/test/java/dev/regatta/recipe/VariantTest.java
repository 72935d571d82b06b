package dev.regatta.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantTest {

    @ParameterizedTest
    @CsvSource({"42.2.20, '', false", "42.2.20.jre7, jre7, false", "42.2.20.jre6, jre6, false",
            "0.8.3.RELEASE, '', false", "4.1.112.Final, '', false", "0.9.0.M2, '', true", "1.0.0.RC1, '', true",
            "8.0.7-dmr, '', true", "8.0.9-rc, '', true", "0.8.1-alpha1, '', true", "1.1.0-beta, '', true",
            "1.0-SNAPSHOT, '', true", "9.4-1206-jdbc42, jdbc42, false", "9.4.1212.jre7, jre7, false",
            "33.1.0-android, android, false", "26.10.0, '', false", "1.0.0-beta.2, '', true"})
    void aVersionSaysWhatKindItIs(String version, String name, boolean milestone) {
        assertThat(Variant.of(version)).isEqualTo(new Variant(name, milestone));
    }
}
