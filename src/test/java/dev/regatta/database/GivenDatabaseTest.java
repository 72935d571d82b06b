package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;

class GivenDatabaseTest {

    private static final Endpoint GIVEN = new Endpoint(Dialect.POSTGRESQL, "localhost", 32_768, "shop", "me", "hush");

    private static Map<ExposedPort, Ports.Binding[]> bindings(int inside, int outside) {
        var bindings = new HashMap<ExposedPort, Ports.Binding[]>();
        bindings.put(ExposedPort.tcp(8080), null);
        bindings.put(ExposedPort.tcp(inside), new Ports.Binding[]{Ports.Binding.bindPort(outside)});
        return bindings;
    }

    @Test
    void aMappedPortIsTakenAsItIs() {
        assertThat(GivenDatabase.withoutRelay(GIVEN, bindings(6543, 32_768))).isEqualTo(GIVEN);
    }

    /** Of a container that {@code DatabaseCalls.through} was given, Testcontainers tells the relay's port. */
    @Test
    void aRelayOfTheTestsIsLeftOut() {
        assertThat(GivenDatabase.withoutRelay(GIVEN, bindings(5432, 40_001)))
                .isEqualTo(new Endpoint(Dialect.POSTGRESQL, "localhost", 40_001, "shop", "me", "hush"));
        assertThat(GivenDatabase.withoutRelay(GIVEN, bindings(3306, 40_001))).isEqualTo(GIVEN);
    }
}
