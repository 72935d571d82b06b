package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

@Isolated
class ExitHookTest {

    @Test
    void whatFailsIsSaidInALine() {
        PrintStream before = System.err;
        var said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            ExitHook.of("hook", () -> {
                throw new IllegalStateException("the Docker engine did not answer within 10 s");
            }).run();
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("[regatta] not everything could be ended:"
                + " the Docker engine did not answer within 10 s" + System.lineSeparator());
    }
}
