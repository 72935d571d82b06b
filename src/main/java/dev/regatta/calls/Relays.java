package dev.regatta.calls;

import dev.regatta.relay.Language;
import dev.regatta.relay.Relay;
import dev.regatta.relay.Traffic;

import java.io.IOException;
import java.io.UncheckedIOException;
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
    /** Times 5 ms without traffic: a pool that fills itself logs in to one connection after another. */
    private static final int QUIET_BEFORE = 6;
    private static final int QUIET_AFTER = 2;

    private record Place(Language language, InetSocketAddress server) {}

    private final Map<Place, Relay> relays = new LinkedHashMap<>();

    /** The address of a relay to {@code server}: the same one each time. */
    synchronized InetSocketAddress to(Language language, InetSocketAddress server) {
        return relays.computeIfAbsent(new Place(language, server), Relays::begun).address();
    }

    private static Relay begun(Place place) {
        try {
            return Relay.counting(place.language(), place.server(), Duration.ZERO);
        } catch (IOException e) {
            throw new UncheckedIOException("no port can be opened for a relay to " + place.server(), e);
        }
    }

    /** Begins to count, as soon as nothing is on its way. */
    Calls begin() {
        all().forEach(relay -> relay.hold(HOLD));
        return read(QUIET_BEFORE);
    }

    /** What was called so far, as soon as nothing is on its way; ends to count. */
    Calls end() {
        try {
            return read(QUIET_AFTER);
        } finally {
            all().forEach(relay -> relay.hold(Duration.ZERO));
        }
    }

    /** Whether a connection was ever made through one. */
    boolean used() {
        return all().stream().anyMatch(relay -> relay.traffic().connections() > 0);
    }

    /** Why the statements of a connection could not be read, in a few words. */
    Optional<String> unreadable() {
        return all().stream().map(Relay::unreadable).flatMap(Optional::stream).findFirst();
    }

    private Calls read(int quiet) {
        try {
            Calls all = Calls.NONE;
            for (Relay relay : all()) {
                Traffic traffic = quiet(relay, quiet);
                all = all.plus(Calls.of(traffic, relay.statements()));
            }
            return all;
        } catch (IOException e) {
            throw new IllegalStateException("database calls cannot be counted: " + e.getMessage(), e);
        }
    }

    private static Traffic quiet(Relay relay, int times) throws IOException {
        Traffic seen = relay.quietTraffic();
        for (int same = 1; same < times; same++) {
            Traffic now = relay.quietTraffic();
            same = now.equals(seen) ? same : 0;
            seen = now;
        }
        return seen;
    }

    private synchronized List<Relay> all() {
        return new ArrayList<>(relays.values());
    }
}
