package dev.regatta.calls;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Map;

/** Testcontainers whose mapped port is a relay's. Not loaded where there are none. */
final class Containers {

    private Containers() {
    }

    /** Has {@code container} counted from its start on. */
    static void count(AutoCloseable container) {
        if (!isDatabase(container)) {
            throw new IllegalArgumentException(
                    "DatabaseCalls.through takes a JdbcDatabaseContainer of Testcontainers, such "
                            + "as PostgreSQLContainer, or a URL, and was given a " + container.getClass().getName());
        }
        Started.onceStarted(container);
    }

    private static boolean isDatabase(AutoCloseable container) {
        try {
            return container instanceof JdbcDatabaseContainer<?>;
        } catch (NoClassDefFoundError e) {
            return false;
        }
    }

    /**
     * The moment between a container's start and the first connection to it: its ports are known, and nobody has asked
     * for them yet.
     */
    private static final class Started extends IsRunningStartupCheckStrategy {

        private final JdbcDatabaseContainer<?> container;

        private Started(JdbcDatabaseContainer<?> container) {
            this.container = container;
        }

        static void onceStarted(AutoCloseable container) {
            var database = (JdbcDatabaseContainer<?>) container;
            if (database.getContainerId() != null) {
                throw new IllegalStateException("the container runs already, and its address may be in use; "
                        + "call DatabaseCalls.through(…) where it is made, before it is started");
            }
            database.withStartupCheckStrategy(new Started(database));
        }

        @Override
        public boolean waitUntilStartupSuccessful(GenericContainer<?> started) {
            boolean runs = super.waitUntilStartupSuccessful(started);
            if (runs) {
                redirect();
            }
            return runs;
        }

        private void redirect() {
            DatabaseUrl url = DatabaseUrl.of(container.getJdbcUrl());
            InetSocketAddress relay = Relays.HERE.to(ours(url.server().getHostString()), url.language(), url.server());
            Map<ExposedPort, Ports.Binding[]> bindings = container.getContainerInfo().getNetworkSettings().getPorts()
                    .getBindings();
            bindings.replaceAll((port, all) -> leadsTo(all, url.server().getPort())
                    ? new Ports.Binding[]{Ports.Binding.bindIpAndPort(relay.getHostString(), relay.getPort())}
                    : all);
        }

        private static boolean leadsTo(Ports.Binding[] bindings, int port) {
            return bindings != null && bindings.length > 0
                    && bindings[0].getHostPortSpec().equals(String.valueOf(port));
        }

        /** The relay has the port of its own, and the container's host. */
        private static InetAddress ours(String host) {
            try {
                InetAddress address = InetAddress.getByName(host);
                if (address.isLoopbackAddress()) {
                    return InetAddress.getLoopbackAddress();
                }
                if (NetworkInterface.getByInetAddress(address) != null) {
                    return address;
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the host of the container is not known: " + host, e);
            }
            throw new IllegalStateException("containers are reached at " + host + " here, and a relay listens on this "
                    + "machine only; give the code under test DatabaseCalls.through(container.getJdbcUrl()) instead");
        }
    }
}
