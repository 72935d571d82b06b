package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import java.util.concurrent.locks.LockSupport;

/** With the JVM's own recorder; static initialisers pin on every JDK, each once. */
@Isolated("records the threads of this JVM")
class PinRecorderTest {

    private static final Slice SLICE = new Slice(4, 1, 4, 1, 0, 0, "", 0, Latencies.NONE);

    @Test
    void pinsOfTheSliceAreCountedAndTheRecordersOwnAndTheWarmUpsAreNot() throws Exception {
        Answer.Recorded recorded = new PinRecorder(PlantedPin::park).record(() -> onVirtual(() -> Zero.touch()), () -> {
            onVirtual(() -> One.touch());
            onVirtual(() -> Two.touch());
            return onVirtual(() -> LockSupport.parkNanos(1_000_000));
        });
        assertThat(recorded.ownSeen()).isTrue();
        assertThat(recorded.pins().parks()).isEqualTo(2);
        assertThat(recorded.pins().operations()).isEqualTo(4);
        assertThat(recorded.pins().submitFailed()).isZero();
        assertThat(recorded.pins().stacks()).hasSize(2).allSatisfy(stack -> {
            assertThat(stack.count()).isEqualTo(1);
            assertThat(stack.frames())
                    .anyMatch(frame -> frame.matches(".*PinRecorderTest\\$(One|Two)\\.<clinit>:\\d+"));
        });
    }

    @Test
    void aRecorderThatDoesNotSeeItsOwnPinSaysSo() throws Exception {
        Answer.Recorded recorded = new PinRecorder(() -> {
        }).record(() -> SLICE, () -> onVirtual(() -> Three.touch()));
        assertThat(recorded.ownSeen()).isFalse();
        assertThat(recorded.pins().parks()).isEqualTo(1);
    }

    private static Slice onVirtual(Runnable run) throws InterruptedException {
        Thread.ofVirtual().start(run).join();
        return SLICE;
    }

    private static final class Zero {
        static {
            LockSupport.parkNanos(1_000_000);
        }

        static void touch() {
            // Initialises the class.
        }
    }

    private static final class One {
        static {
            LockSupport.parkNanos(1_000_000);
        }

        static void touch() {
            // Initialises the class.
        }
    }

    private static final class Two {
        static {
            LockSupport.parkNanos(1_000_000);
        }

        static void touch() {
            // Initialises the class.
        }
    }

    private static final class Three {
        static {
            LockSupport.parkNanos(1_000_000);
        }

        static void touch() {
            // Initialises the class.
        }
    }
}
