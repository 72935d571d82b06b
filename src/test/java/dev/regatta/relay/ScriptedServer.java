package dev.regatta.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server that does with its connections what a test says. */
final class ScriptedServer implements AutoCloseable {

    private final ServerSocket door;
    private final CompletableFuture<Void> outcome = new CompletableFuture<>();

    /** What it does with a connection. */
    interface Script {
        /** Plays it. */
        void play(Socket client) throws Exception;
    }

    ScriptedServer(Script script) throws IOException {
        door = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            while (!door.isClosed()) {
                try (Socket client = door.accept()) {
                    client.setTcpNoDelay(true);
                    script.play(client);
                    outcome.complete(null);
                } catch (Exception | AssertionError e) {
                    outcome.completeExceptionally(e);
                }
            }
        });
    }

    InetSocketAddress address() {
        return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
    }

    /** Waits until the script was played, and fails as it did. */
    void played() throws Exception {
        outcome.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
