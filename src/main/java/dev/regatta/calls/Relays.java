package dev.regatta.calls;

import dev.regatta.relay.Language;
import dev.regatta.relay.Relay;
import dev.regatta.relay.Traffic;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The relays of a JVM. While nothing is counted they hold no answer, so that migrations take no longer. */
final class Relays {

    /** Those of this JVM: addresses are taken in one class, and used in another. */
    static final Relays HERE = new Relays();

    /** How long a client may take from one write to the next while it waits for no answer. */
    private static final Duration HOLD = Duration.ofMillis(2);
    /** Clients may send something after their last answer, such as that a statement is no longer needed. */
    private static final long TURN_MILLIS = 5;
    /** Turns without traffic. */
    private static final int QUIET = 4;
    /** A pool that has opened its first connection opens the others in the background: HikariCP 100 ms later. */
    private static final int QUIET_AFTER_OPENING = 40;
    /** Where so many tests in turn opened a connection and nothing followed, no pool is behind the connections. */
    private static final int ALONE = 3;
    /** Turns in which it must come to rest: ten seconds. */
    private static final int MOST_TURNS = 2_000;

    private record Place(InetAddress at, Language language, InetSocketAddress server) {}

    private final Map<Place, Relay> relays = new LinkedHashMap<>();
    private Duration hold = Duration.ZERO;
    /** At the end of the last test. */
    private long connections;
    private String where = "";
    /** Tests in turn, there, in which a connection was opened and nothing followed. */
    private int alone;

    /** The address of a relay to {@code server}, on the loopback interface: the same one each time. */
    InetSocketAddress to(Language language, InetSocketAddress server) {
        return to(InetAddress.getLoopbackAddress(), language, server);
    }

    /** The address of a relay to {@code server} that listens at this address of ours: the same one each time. */
    synchronized InetSocketAddress to(InetAddress at, Language language, InetSocketAddress server) {
        return relays.computeIfAbsent(new Place(at, language, server), this::begun).address();
    }

    private Relay begun(Place place) {
        try {
            return Relay.counting(place.at(), place.language(), place.server(), hold);
        } catch (IOException e) {
            throw new UncheckedIOException("no port can be opened for a relay to " + place.server(), e);
        }
    }

    /**
     * Begins to count, as soon as nothing is on its way and no pool is filling itself.
     *
     * @param type the test's class: its tests are alike in how they come to their connections
     */
    Calls begin(String type) {
        hold(HOLD);
        alone = type.equals(where) ? alone : 0;
        where = type;
        Calls now = quiet(QUIET);
        if (now.of(CallCount.CONNECTIONS) > connections && alone < ALONE) {
            Calls filled = quiet(QUIET_AFTER_OPENING);
            alone = filled.of(CallCount.CONNECTIONS) > now.of(CallCount.CONNECTIONS) ? 0 : alone + 1;
            now = filled;
        }
        connections = now.of(CallCount.CONNECTIONS);
        return now;
    }

    /** What was called so far, as soon as nothing is on its way; ends to count. */
    Calls end() {
        try {
            Calls now = quiet(QUIET);
            connections = now.of(CallCount.CONNECTIONS);
            return now;
        } finally {
            hold(Duration.ZERO);
        }
    }

    private synchronized void hold(Duration time) {
        hold = time;
        relays.values().forEach(relay -> relay.hold(time));
    }

    /** Whether a connection was ever made through one. */
    boolean used() {
        return all().stream().anyMatch(relay -> relay.traffic().connections() > 0);
    }

    /** Why the statements of a connection could not be read, in a few words. */
    Optional<String> unreadable() {
        return all().stream().map(Relay::unreadable).flatMap(Optional::stream).findFirst();
    }

    /**
     * What was called so far, once every statement has its whole answer, however long that takes, and nothing was called
     * for so many turns after it: of all relays at once, as each has a server of its own.
     */
    private Calls quiet(int turns) {
        List<Traffic> seen = traffic();
        int same = 0;
        for (int turn = 0; same < turns; turn++) {
            if (turn == MOST_TURNS) {
                throw new IllegalStateException("database calls cannot be counted: the relay did not come to rest in "
                        + MOST_TURNS * TURN_MILLIS / 1_000 + " s, as " + (unanswered()
                                ? "a statement or a log-in has no answer yet, or the rest of it is to come, which"
                                        + " would be counted in another test; have the test wait for it"
                                : "something calls the database all the time; switch it off for tests"));
            }
            pause();
            List<Traffic> now = traffic();
            same = now.equals(seen) && !unanswered() ? same + 1 : 0;
            seen = now;
        }
        return read();
    }

    private List<Traffic> traffic() {
        return all().stream().map(Relay::traffic).toList();
    }

    private boolean unanswered() {
        return all().stream().anyMatch(Relay::unanswered);
    }

    private static void pause() {
        try {
            Thread.sleep(TURN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("database calls cannot be counted: interrupted while waiting for the relay "
                    + "to come to rest", e);
        }
    }

    private Calls read() {
        Calls all = Calls.NONE;
        for (Relay relay : all()) {
            relay.problem().ifPresent(why -> {
                throw new IllegalStateException("database calls cannot be counted: " + why);
            });
            all = all.plus(Calls.of(relay.traffic(), relay.statements()));
        }
        return all;
    }

    private synchronized List<Relay> all() {
        return new ArrayList<>(relays.values());
    }
}
