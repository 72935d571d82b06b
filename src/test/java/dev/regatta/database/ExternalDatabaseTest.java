package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

class ExternalDatabaseTest {

    private final Map<String, String> properties = new HashMap<>(
            Map.of("regatta.url.postgresql", "postgresql://db.example:5433/bench", "regatta.user.postgresql", "me",
                    "regatta.password.postgresql", "hush"));
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void urlUserAndPasswordMakeAnEndpoint() {
        assertThat(endpoint()).isEqualTo(
                new Endpoint(Dialect.POSTGRESQL, "db.example", 5433, "bench", "me", "hush"));
    }

    @Test
    void anIpv6AddressLosesItsBrackets() {
        properties.put("regatta.url.postgresql", "postgresql://[::1]:5432/bench");
        assertThat(endpoint().host()).isEqualTo("::1");
    }

    @Test
    void thePasswordMayComeFromTheEnvironment() {
        properties.remove("regatta.password.postgresql");
        environment.put("REGATTA_PASSWORD_POSTGRESQL", "secret");
        assertThat(endpoint().password()).isEqualTo("secret");
    }

    @Test
    void aMissingPasswordNamesBothPlaces() {
        properties.remove("regatta.password.postgresql");
        assertThatThrownBy(this::endpoint).hasMessageContaining("regatta.password.postgresql")
                .hasMessageContaining("REGATTA_PASSWORD_POSTGRESQL");
    }

    @Test
    void aMissingUrlNamesThePropertyAndItsForm() {
        properties.remove("regatta.url.postgresql");
        assertThatThrownBy(this::endpoint).hasMessageContaining("regatta.url.postgresql is missing")
                .hasMessageContaining("postgresql://host:port/database");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb://db:1/x", "postgresql://db/x", "postgresql://db:5432", "postgresql://db:5432/",
            "db:5432/x", "postgresql://db:5432/x/y", "post gres"})
    void anotherFormIsAnsweredWithTheRightOne(String url) {
        properties.put("regatta.url.postgresql", url);
        assertThatThrownBy(this::endpoint).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected postgresql://host:port/database");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql://me:hush@db:5432/x", "postgresql://db:5432/x?password=hush"})
    void aPasswordInTheUrlIsRefusedAndNotRepeated(String url) {
        properties.put("regatta.url.postgresql", url);
        assertThatThrownBy(this::endpoint).hasMessageContaining("without user and options")
                .hasMessageNotContaining("hush");
    }

    private Endpoint endpoint() {
        return ExternalDatabase.endpoint(Dialect.POSTGRESQL, name -> Optional.ofNullable(properties.get(name)),
                name -> Optional.ofNullable(environment.get(name)));
    }
}
