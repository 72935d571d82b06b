package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.relay.Traffic;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

class RestBeforeCountingTest {

    private final AtomicInteger looks = new AtomicInteger();

    /** It fills itself up to the 30th look, and is at rest for 59 more. */
    @Test
    void aPoolIsWaitedForUntilItRests() throws IOException {
        CountingSlice.settle(() -> sent(Math.min(30, looks.incrementAndGet())), 1000);
        assertThat(looks).hasValue(30 + 59);
    }

    /** As the code of a project does that polls a table in the background: it rests between two looks, and never for 60. */
    @Test
    void aClientThatNeverRestsIsNotWaitedForWithoutEnd() {
        assertThatThrownBy(() -> CountingSlice.settle(() -> {
            assertThat(looks).as("looks at what never rests").hasValueLessThan(100_000);
            return sent(looks.incrementAndGet() / 20);
        }, 1000))
                .isInstanceOf(IOException.class)
                .hasMessage("the client goes on sending although nothing was asked of it");
        assertThat(looks).hasValue(1 + 1000);
    }

    private static Traffic sent(int bytes) {
        return Traffic.NONE.plus(new Traffic(0, 0, 0, 0, 0, 0, bytes, 0, 0, 0));
    }
}
