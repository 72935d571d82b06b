package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A server that grants TLS, and hangs up before it proves who it is. */
@CountsDatabaseCalls
class OrdersOverTls {

    @Test
    void openOrders() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> grant(server));
            String url = DatabaseCalls.through("jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/shop");
            assertThrows(SQLException.class,
                    () -> DriverManager.getConnection(url + "?sslmode=require&connectTimeout=5&loginTimeout=5"));
        }
    }

    private static void grant(ServerSocket server) {
        try (Socket client = server.accept()) {
            client.getInputStream().readNBytes(8);
            client.getOutputStream().write('S');
            client.getInputStream().readNBytes(100);
        } catch (IOException e) {
            // The client sees it.
        }
    }
}
