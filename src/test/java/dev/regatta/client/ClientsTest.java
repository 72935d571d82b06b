package dev.regatta.client;

import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ClientsTest {

    private static final Map<String, String> NO_OPTIONS = Map.of();

    @Test
    void aStackOfAnotherDatabaseIsRefused() {
        assertThatThrownBy(() -> Clients.open(Stacks.of("mariadb+hikari"), at(1), 1, NO_OPTIONS, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("does not speak postgresql");
    }

    @Test
    void aMissingDriverIsNamedByItsUrls() {
        assertThatThrownBy(() -> Clients.open(Stacks.of("mysql-connector-j+hikari"),
                new Endpoint(Dialect.MARIADB, "localhost", 1, "d", "u", "p"), 1, NO_OPTIONS, Optional.empty()))
                .hasMessageContaining("jdbc:mysql:").hasMessageContaining("recipe");
    }

    @Test
    void theWireClientHasNoOptions() {
        assertThatThrownBy(() -> Clients.open(Stacks.of("wire"), at(1), 1, Map.of("a", "b"), Optional.empty()))
                .hasMessageContaining("[a]");
    }

    @Test
    void aRefusedConnectionNamesTheEndpointAndNotThePassword() throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThatThrownBy(() -> Clients.open(Stacks.of("wire"), at(port), 1, NO_OPTIONS, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot connect to postgresql://user@127.0.0.1:" + port)
                .hasMessageNotContaining("s3cret");
    }

    private static Endpoint at(int port) {
        return new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", port, "regatta", "user", "s3cret");
    }
}
