package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

@Execution(ExecutionMode.CONCURRENT)
class ExitLimitTest {

    /** A JVM whose end waits for ever: its tests or its command say with which code it ends. */
    public static final class Hanging {

        private Hanging() {
        }

        /**
         * Takes how it ends.
         *
         * @throws InterruptedException never
         */
        public static void main(String[] arguments) throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                while (true) {
                    LockSupport.park();
                }
            }));
            ExitLimit.arm(Duration.ofSeconds(1));
            if (arguments[0].equals("exit")) {
                System.exit(Integer.parseInt(arguments[1]));
            }
            System.out.println("ready");
            Thread.sleep(60_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"exit, 7", "exit, 0", "signal, 143"})
    void aHookThatHangsDoesNotKeepTheJvm(String way, int code) throws Exception {
        Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                Hanging.class.getName(), way, String.valueOf(code))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            if (way.equals("signal")) {
                assertThat(process.inputReader().readLine()).isEqualTo("ready");
                process.destroy();
            }
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(code);
        } finally {
            process.destroyForcibly();
        }
    }
}
