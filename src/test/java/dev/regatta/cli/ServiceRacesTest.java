package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.http.ServiceRequest;
import dev.regatta.protocol.Arm;
import dev.regatta.service.WebService;
import dev.regatta.settings.Settings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** What is known of a race of services before anything is built. */
class ServiceRacesTest {

    private static final String ACCEPTED = "regatta.server.connections";

    private static ServiceOptions.Asked against(String baseline, String candidate, Optional<Integer> pool) {
        return new ServiceOptions.Asked(Map.of(Arm.BASELINE, served(baseline, pool), Arm.CANDIDATE,
                served(candidate, pool)), true, List.of(ServiceRequest.WORLDS));
    }

    private static ServiceOptions.Served served(String name, Optional<Integer> pool) {
        return new ServiceOptions.Served(WebService.of(name), ServiceOptions.named(name, pool), Optional.empty());
    }

    private static Settings settings(String... namesAndValues) {
        var properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Settings(properties);
    }

    /** A server that accepts 200 refused the rest, and the race was Invalid. */
    @ParameterizedTest(name = "{0}, pool {1}, {2} in flight: {3}")
    @CsvSource({"spring-mvc+jdbc/virtual, , 500, ", "quarkus-rest+agroal/virtual, , 500, ",
            "spring-mvc+jdbc/virtual, 90, 500, ", "spring-mvc+jdbc/virtual, 91, 500, 202",
            "spring-mvc+jdbc/virtual, 150, , 320", "spring-webflux+r2dbc-without-pool, , 500, 1020",
            "spring-webflux+r2dbc-without-pool, , , "})
    void theServerAcceptsThePoolsOfBothArms(String service, Integer pool, String inFlight, String accepted) {
        Settings users = inFlight == null ? settings() : settings("regatta.connections", inFlight);
        assertThat(ServiceRaces.accepting(against(service, service, Optional.ofNullable(pool)), users).get(ACCEPTED))
                .isEqualTo(Optional.ofNullable(accepted));
    }

    @Test
    void aServerOfTheUsersAcceptsWhatItDoes() {
        ServiceOptions.Asked asked = against("spring-mvc+jdbc", "spring-mvc+r2dbc", Optional.of(300));
        assertThat(ServiceRaces.accepting(asked, settings("regatta.database", "external")).get(ACCEPTED)).isEmpty();
        assertThat(ServiceRaces.accepting(asked, settings("regatta.url.postgresql", "postgresql://a:1/b"))
                .get(ACCEPTED)).isEmpty();
        assertThat(ServiceRaces.accepting(asked, settings("regatta.url.mariadb", "mariadb://a:1/b")).get(ACCEPTED))
                .contains("620");
    }

    @Test
    void aServerThatAcceptsTooFewIsRefusedBeforeAnythingIsBuilt() {
        ServiceOptions.Asked asked = against("spring-mvc+jdbc", "spring-mvc+r2dbc", Optional.of(100));
        assertThat(ServiceRaces.accepting(asked, settings(ACCEPTED, "220")).get(ACCEPTED)).contains("220");
        assertThatThrownBy(() -> new ServiceRaces(Path.of("nowhere"), line -> {
        }).race(asked, settings(ACCEPTED, "219"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-Dregatta.server.connections=219 is too few: what is measured may open 220, give as many"
                        + " or leave it out");
    }
}
