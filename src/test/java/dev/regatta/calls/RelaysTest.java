package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.relay.Language;
import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;
import java.time.Duration;

class RelaysTest {

    /** A suite whose test classes have a server each once took a second more for each test. */
    @Test
    void manyRelaysTakeNoLongerThanOne() {
        var relays = new Relays();
        for (int server = 1; server <= 100; server++) {
            relays.to(Language.POSTGRESQL, new InetSocketAddress("127.0.0.1", server));
        }
        long start = System.nanoTime();
        relays.begin();
        assertThat(relays.end()).isEqualTo(Calls.NONE);
        // One after another they would take four seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }
}
