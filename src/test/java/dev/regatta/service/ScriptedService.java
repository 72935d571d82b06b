package dev.regatta.service;

import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A service without framework and database, packed into a jar by tests: it needs the JDK alone. The variable MODE says
 * what it does.
 */
public final class ScriptedService {

    private static volatile boolean hanging;
    private static final AtomicInteger asked = new AtomicInteger();

    private ScriptedService() {
    }

    /** Serves until it is ended. */
    public static void main(String[] arguments) throws IOException {
        String mode = System.getenv().getOrDefault("MODE", "right");
        System.out.println("scripted service of " + System.getenv("DB_USER") + " in mode " + mode);
        if (mode.equals("ends")) {
            System.out.println("java.lang.IllegalStateException: no such database");
            System.out.println("\tat somewhere.Deep(Inside.java)");
            System.exit(3);
        }
        if (mode.equals("litters")) {
            System.out.println(Files.createTempFile("left", ".tmp"));
        }
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(),
                Integer.parseInt(System.getenv("HTTP_PORT"))), 50);
        server.createContext("/", exchange -> {
            String query = exchange.getRequestURI().toString();
            if (mode.equals("answers late")) {
                LockSupport.parkNanos(3_000_000_000L);
            }
            if (mode.equals("never answers")) {
                await();
            }
            if (mode.equals("hangs") && hanging) {
                System.out.println("this one waits for a connection that nobody gives back");
                await();
            }
            hanging = true;
            byte[] body = body(query, mode).getBytes(StandardCharsets.UTF_8);
            if (mode.equals("pins")) {
                pin();
            }
            boolean fails = mode.equals("fails") || mode.equals("fails at times") && query.contains("s?ids=")
                    && asked.incrementAndGet() % 3 == 0;
            exchange.sendResponseHeaders(fails ? 500 : 200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.setExecutor(onVirtualThreads(mode)
                ? Executors.newVirtualThreadPerTaskExecutor()
                : Executors.newCachedThreadPool());
        server.start();
        System.out.println("listening");
    }

    static boolean onVirtualThreads(String mode) {
        return mode.equals("virtual") || mode.equals("pins");
    }

    /** A thread that parks in a static initialiser is pinned on every JDK: each time that of another class. */
    private static void pin() throws IOException {
        try (InputStream type = ScriptedService.class.getResourceAsStream("ScriptedService$Parks.class")) {
            MethodHandles.lookup().defineHiddenClass(type.readAllBytes(), true);
        } catch (IllegalAccessException e) {
            throw new IOException(e);
        }
    }

    private static final class Parks {

        static {
            LockSupport.parkNanos(100_000);
        }
    }

    private static void await() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String body(String query, String mode) {
        var rows = new StringBuilder();
        for (String id : query.replaceFirst(".*[/=]", "").split(",")) {
            long number = (Integer.parseInt(id) * 2654435761L & 0xFFFF_FFFFL) % 10_000 + 1;
            rows.append(rows.isEmpty() ? "" : ",").append("{\"id\":").append(id).append(",\"randomNumber\":")
                    .append(mode.equals("wrong") && query.contains("s?ids=") || mode.equals("starts wrong")
                            ? 1
                            : number)
                    .append('}');
        }
        return "[" + rows + "]";
    }
}
