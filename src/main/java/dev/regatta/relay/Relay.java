package dev.regatta.relay;

import dev.regatta.load.Clock;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * A relay that counts: clients connect to {@link #address}, and each connection goes on to
 * one server.
 *
 * <p>
 * It holds every answer until the client has sent nothing for a while. What a client sends without waiting for an
 * answer, in however many writes, has then arrived before the answer is delivered, and only what it sends because of
 * the answer belongs to another round trip. Without the hold, the count would depend on which thread runs first.
 *
 * <p>
 * It can go {@linkplain Silence silent}.
 */
public final class Relay implements AutoCloseable {

    /** Where relays listen, however the JVM orders the addresses of the loopback interface. */
    public static final String HOST = "127.0.0.1";

    private static final long QUIET_MILLIS = 5;
    private static final int QUIET_TURNS = 400;

    private final ServerSocket door;
    private volatile Optional<String> problem = Optional.empty();
    private final InetSocketAddress server;
    private final Language language;
    private volatile long holdNanos;
    private final ThreadFactory threads = new DaemonThreads();
    private final Map<String, Long> statements = new ConcurrentHashMap<>();
    /** In the order in which they began. */
    private final Set<Link> links = new LinkedHashSet<>();
    private Traffic ended = Traffic.NONE;
    private Optional<String> unreadable = Optional.empty();

    /** A relay behind a {@code door} that is bound. */
    Relay(ServerSocket door, Language language, InetSocketAddress server, Duration hold) {
        this.language = language;
        this.server = server;
        this.holdNanos = hold.toNanos();
        this.door = door;
        threads.newThread(this::admit).start();
    }

    /** A relay that counts, on the loopback interface. */
    public static Relay counting(Language language, InetSocketAddress server, Duration hold) throws IOException {
        return counting(InetAddress.getByName(HOST), language, server, hold);
    }

    /** A relay that counts, at the address by which {@code server} is reached, for clients of this machine. */
    public static Relay near(Language language, InetSocketAddress server, Duration hold) throws IOException {
        return counting(NearSide.of(server), language, server, hold);
    }

    /**
     * A relay that counts.
     *
     * @param at   an address of this machine, where it listens
     * @param hold how long a client that is not waiting for an answer may take from one write to the next
     * @throws IOException if no port can be opened
     */
    public static Relay counting(InetAddress at, Language language, InetSocketAddress server, Duration hold)
            throws IOException {
        return new Relay(new ServerSocket(0, 0, at), language, server, hold);
    }

    /** Where clients connect to. */
    public InetSocketAddress address() {
        return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
    }

    /** What went through all connections so far, those that have ended included. */
    public Traffic traffic() {
        synchronized (links) {
            return links.stream().map(Link::traffic).reduce(ended, Traffic::plus);
        }
    }

    /** Whether an answer, or the rest of one, is still to come, however long nothing is sent. */
    public boolean unanswered() {
        synchronized (links) {
            return links.stream().anyMatch(Link::unanswered);
        }
    }

    /** Why it accepts no connection any more, in a sentence, if it does not. */
    public Optional<String> problem() {
        return problem;
    }

    /** The normalised texts of all statements so far, each with how often it was executed. */
    public Map<String, Long> statements() {
        return Map.copyOf(statements);
    }

    /** Why a connection could not be read, in a few words, if there was one: its statements are not counted. */
    public Optional<String> unreadable() {
        synchronized (links) {
            return links.stream().map(Link::unreadable).flatMap(Optional::stream).findAny().or(() -> unreadable);
        }
    }

    /** From now on a client may take so long from one write to the next while it waits for no answer. */
    public void hold(Duration hold) {
        holdNanos = hold.toNanos();
    }

    /**
     * How often answers were delivered over the connections that are open. For a client with several operations in
     * flight this is less than its round trips: after one answer it may send the next operation before it gets the next
     * answer of the same delivery.
     */
    public long turns() {
        synchronized (links) {
            return links.stream().mapToLong(Link::turns).sum();
        }
    }

    /**
     * What went through as soon as nothing has for {@value #QUIET_MILLIS} ms: clients may send something after their
     * last answer, such as that a statement is no longer needed.
     *
     * @throws IOException if it does not come to rest within some seconds, or has ended because it could accept no
     *                     connection
     */
    public Traffic quietTraffic() throws IOException {
        if (problem.isPresent()) {
            throw new IOException(problem.get());
        }
        Traffic before = traffic();
        for (int turn = 0; turn < QUIET_TURNS; turn++) {
            try {
                Thread.sleep(QUIET_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for the relay to come to rest", e);
            }
            Traffic now = traffic();
            if (now.equals(before)) {
                return now;
            }
            before = now;
        }
        throw new IOException(
                "the relay did not come to rest: the client goes on sending although nothing was asked of it");
    }

    private void admit() {
        var refused = new RefusedConnections();
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                refused.accepted();
                if (!NearSide.admits(door.getInetAddress(), client.getInetAddress())) {
                    client.close();
                    continue;
                }
                Requests requests = language.requests(text -> statements.merge(text, 1L, Long::sum));
                Link link = new Link(client, requests, () -> holdNanos, threads, this::ended,
                        this::silenceThoseAfter);
                synchronized (links) {
                    links.add(link);
                }
                threads.newThread(() -> connect(link)).start();
            } catch (IOException e) {
                if (!door.isClosed()) {
                    waitAfter(e, refused);
                }
            }
        }
    }

    private void waitAfter(IOException failure, RefusedConnections refused) {
        try {
            refused.failed(failure);
        } catch (IllegalStateException e) {
            problem = Optional.of(e.getMessage());
            close();
        }
    }

    private void connect(Link link) {
        try {
            link.start(server, threads);
            if (door.isClosed()) {
                link.close();
            }
        } catch (IOException e) {
            // The client sees what it would see if the server had hung up.
            link.close();
        }
    }

    private void silenceThoseAfter(Link asking) {
        long askedNanos = Clock.nanos();
        List<Link> later = later(asking);
        while (!later.stream().allMatch(Link::atRest) && !Silence.due(askedNanos)) {
            LockSupport.parkNanos(Silence.LOOK_MILLIS * 1_000_000);
            later = later(asking);
        }
        later.forEach(Link::silence);
    }

    private List<Link> later(Link other) {
        synchronized (links) {
            List<Link> all = List.copyOf(links);
            return all.subList(all.indexOf(other) + 1, all.size());
        }
    }

    private void ended(Link link) {
        synchronized (links) {
            if (links.remove(link)) {
                ended = ended.plus(link.traffic());
                unreadable = unreadable.or(link::unreadable);
            }
        }
    }

    /** Ends all connections at once and admits no more. */
    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            // Nobody is admitted any more, closed or not.
        }
        List<Link> open;
        synchronized (links) {
            open = List.copyOf(links);
        }
        open.forEach(Link::close);
    }
}
