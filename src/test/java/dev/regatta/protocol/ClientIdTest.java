package dev.regatta.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

class ClientIdTest {

    private static final ClientId CLIENT = ClientId.of("pgjdbc+hikari/virtual");

    @Test
    void itsJdkIsReadBack() {
        assertThat(CLIENT.on(21)).hasToString("pgjdbc+hikari/virtual@21").isNotEqualTo(CLIENT);
        assertThat(ClientId.of("pgjdbc+hikari/virtual@21")).isEqualTo(CLIENT.on(21));
        assertThat(CellId.of("postgresql/pgjdbc+hikari/virtual@21/select-1").onAnyJdk())
                .hasToString("postgresql/pgjdbc+hikari/virtual/select-1");
        assertThat(CLIENT.on(21).onAnyJdk()).isEqualTo(CLIENT);
    }

    @Test
    void theSizeOfItsPoolIsReadBack() {
        assertThat(CLIENT.with(4)).hasToString("pgjdbc+hikari~4/virtual").isNotEqualTo(CLIENT);
        assertThat(ClientId.of("pgjdbc+hikari~4/virtual@21")).isEqualTo(CLIENT.with(4).on(21));
        assertThat(CellId.of("postgresql/pgjdbc+hikari~4/virtual/select-1").client()).isEqualTo(CLIENT.with(4));
    }

    @Test
    void aMalformedPoolIsNamed() {
        for (String pool : new String[]{"", "0", "x", "4~4", "10000"}) {
            assertThatThrownBy(() -> ClientId.of("pgjdbc+hikari~" + pool + "/virtual"))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("pgjdbc+hikari~4/virtual");
        }
    }

    @Test
    void aMalformedJdkIsNamed() {
        assertThatThrownBy(() -> ClientId.of("pgjdbc+hikari/virtual@")).hasMessageContaining("pgjdbc+hikari/virtual@'")
                .hasMessageContaining("pgjdbc+hikari/virtual@21");
        assertThatThrownBy(() -> ClientId.of("pgjdbc+hikari/virtual@x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itsEnvironmentHasItsJdk() {
        var here = new Fingerprint(new TreeMap<>(Map.of("cpu.model", "x", Fingerprint.JDK, "25")));
        assertThat(here.of(CLIENT.on(21)).changesFrom(here)).containsExactly(new Change("jdk", "25", "21"));
        assertThat(here.of(CLIENT)).isEqualTo(here);
    }

    @Test
    void aClassOfAProjectIsAClient() {
        assertThat(ClientId.of("shop.Orders$Races_2/event-loop")).hasToString("shop.Orders$Races_2/event-loop");
        assertThatThrownBy(() -> ClientId.of("shop Orders/virtual")).hasMessageContaining("is not of the form");
    }
}
