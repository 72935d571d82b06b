package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class ClosingTest {

    @Test
    void whatDoesNotEndIsSaidAndTheRestEnded() {
        List<String> said = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        var endings = new Closing(said::add);
        endings.of("the server", () -> {
            throw new IllegalStateException("cannot remove /dev/shm/x");
        });
        endings.of("the lock", () -> ended.add("lock"));
        assertThat(said).containsExactly("the server did not end as it should: cannot remove /dev/shm/x");
        assertThat(ended).containsExactly("lock");
    }
}
