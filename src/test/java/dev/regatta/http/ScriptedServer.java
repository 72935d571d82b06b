package dev.regatta.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A service that answers the path of each request with the bytes it was told; empty ends the connection. */
final class ScriptedServer implements AutoCloseable {

    final AtomicInteger connections = new AtomicInteger();
    /** Each connection that is accepted takes one. */
    final Semaphore accepting;
    private final ServerSocket server;
    private final Thread acceptor;
    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();

    ScriptedServer(Function<String, String> answers) {
        this(answers, 50, Integer.MAX_VALUE);
    }

    /** One that accepts so many connections at first, and lets so many others wait. */
    ScriptedServer(Function<String, String> answers, int waiting, int accepted) {
        accepting = new Semaphore(accepted);
        try {
            server = new ServerSocket(0, waiting, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        acceptor = Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    accepting.acquire();
                    Socket socket = server.accept();
                    sockets.add(socket);
                    connections.incrementAndGet();
                    Thread.ofVirtual().start(() -> serve(socket, answers));
                }
            } catch (IOException | InterruptedException e) {
                // Closed.
            }
        });
    }

    private static void serve(Socket socket, Function<String, String> answers) {
        try (socket;
                var in = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String path = line.split(" ")[1];
                while (!in.readLine().isEmpty()) {
                    // Headers.
                }
                String answer = answers.apply(path);
                if (answer.isEmpty()) {
                    return;
                }
                out.write(answer.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The other side has gone.
        }
    }

    static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** The right answer. */
    static String rows(String path) {
        if (path.equals("/persons")) {
            return ok(BodyDigestTest.persons());
        }
        var worlds = new StringBuilder();
        for (String id : path.replaceFirst(".*[/=]", "").split(",")) {
            worlds.append(worlds.isEmpty() ? "" : ",").append(BodyDigestTest.world(Integer.parseInt(id)));
        }
        return ok(path.startsWith("/worlds") ? "[" + worlds + "]" : worlds.toString());
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Whoever accepts just now may do so once more after the socket is closed: it is waited for. */
    void stopListening() {
        try {
            server.close();
            acceptor.interrupt();
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void endConnections() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        stopListening();
        endConnections();
    }
}
