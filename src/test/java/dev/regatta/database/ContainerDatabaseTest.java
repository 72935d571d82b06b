package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.host.Placement;
import dev.regatta.host.Session;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.testcontainers.postgresql.PostgreSQLContainer;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

@Execution(ExecutionMode.CONCURRENT)
class ContainerDatabaseTest {

    private static final DockerEngine.FoundImage IMAGE = new DockerEngine.FoundImage("postgres:18", "postgres:18",
            "sha256:0123");

    /** A run may have several servers: one for each database, and one for each arm that names its own. */
    @Test
    @Timeout(60)
    void aContainerThatIsNotCreatedLeavesTheOthersOfTheSession() throws IOException {
        try (var fake = new FakeEngine()) {
            fake.has("1111", DockerEngine.labels(Session.current()));
            assertThatThrownBy(() -> start(fake, container -> {
            })).hasMessage(
                    "the container of postgres:18 does not start: no room for a container");
            assertThat(fake.containers()).containsExactly("1111");
        }
    }

    /** It may be there although its id was never learned. */
    @Test
    @Timeout(60)
    void aContainerWhoseIdIsNotKnownIsRemoved() throws IOException {
        try (var fake = new FakeEngine()) {
            fake.has("1111", DockerEngine.labels(Session.current()));
            assertThatThrownBy(
                    () -> start(fake, container -> fake.has("2222", container.getLabels()))).hasMessage(
                            "the container of postgres:18 does not start: no room for a container");
            assertThat(fake.containers()).containsExactly("1111");
        }
    }

    /** Some drivers take another way to the loopback. */
    @Test
    void theWayToAContainerIsTold() {
        var server = new Endpoint(Dialect.POSTGRESQL, "172.17.0.2", 5432, "regatta", "somebody", "secret");
        var host = new ListenAddress("192.0.2.7", false);
        assertThat(ContainerDatabase.path(Optional.of(server), host)).isEqualTo("bridge");
        assertThat(ContainerDatabase.path(Optional.empty(), ListenAddress.LOOPBACK)).isEqualTo("mapped-port");
        assertThat(ContainerDatabase.path(Optional.empty(), host)).isEqualTo("mapped-port host-address");
    }

    /** Starts a container that is not created, or is created without an answer. */
    private static void start(FakeEngine fake, Consumer<PostgreSQLContainer> before) {
        var container = new PostgreSQLContainer(IMAGE.reference()) {
            @Override
            public void start() {
                before.accept(this);
                throw new IllegalStateException("no room for a container");
            }
        };
        ContainerDatabase.start(container, "secret", IMAGE, ServerSettings.of(Dialect.POSTGRESQL),
                ListenAddress.LOOPBACK,
                Placement.NONE,
                Session.current(), fake.engine(), notice -> {
                });
    }
}
