package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseModeTest {

    @ParameterizedTest
    @EnumSource
    void everyModeIsFoundByItsId(DatabaseMode mode) {
        assertThat(DatabaseMode.of(mode.id())).isEqualTo(mode);
    }

    @Test
    void anUnknownModeIsAnsweredWithTheChoices() {
        assertThatThrownBy(() -> DatabaseMode.of("docker"))
                .hasMessage("regatta.database is 'docker', expected one of auto, container, embedded, external");
    }
}
