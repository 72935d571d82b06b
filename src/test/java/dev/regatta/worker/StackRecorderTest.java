package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.SampledFrame;
import dev.regatta.protocol.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** With the JVM's own recorder. */
@Isolated("records the threads of this JVM")
class StackRecorderTest {

    private static final long NANOS = 400_000_000;
    private static final Slice SLICE = new Slice(4, 1, 4, 1, 0, 0, "", 0, Latencies.NONE);

    @TempDir
    Path folder;

    @Test
    void methodsAreCountedOncePerSampleAndTheRecordingIsKept() throws Exception {
        Path file = folder.resolve("kept.jfr");
        Answer.Profiled profiled = StackRecorder.record(() -> busy(StackRecorderTest::beforehand),
                () -> busy(StackRecorderTest::recursive), file);
        assertThat(profiled.slice()).isEqualTo(SLICE);
        assertThat(profiled.samples().inJava()).isGreaterThan(10);
        SampledFrame recursive = frame(profiled, "recursive").orElseThrow();
        assertThat(recursive.samples()).isGreaterThan(profiled.samples().inJava() / 3)
                .isLessThanOrEqualTo(profiled.samples().inJava());
        assertThat(recursive.onTop()).isLessThanOrEqualTo(recursive.samples());
        assertThat(frame(profiled, "beforehand")).isEmpty();
        assertThat(profiled.samples().frames())
                .noneMatch(frame -> frame.method().contains("0x") || frame.method().startsWith("jdk.jfr."));
        assertThat(StackRecorder.read(file)).isEqualTo(profiled.samples());
    }

    @Test
    void aFileThatIsNoRecordingIsAnError() throws Exception {
        Path file = Files.writeString(folder.resolve("text.jfr"), "nonsense");
        assertThatThrownBy(() -> StackRecorder.read(file)).isInstanceOf(IOException.class);
    }

    private static Optional<SampledFrame> frame(Answer.Profiled profiled, String method) {
        return profiled.samples().frames().stream()
                .filter(frame -> frame.state() == SampledFrame.State.JAVA)
                .filter(frame -> frame.method().equals(StackRecorderTest.class.getName() + "." + method)).findFirst();
    }

    private static Slice busy(Runnable work) throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(work);
        thread.join();
        return SLICE;
    }

    private static void beforehand() {
        spin(Clock.nanos() + NANOS / 8);
    }

    private static void recursive() {
        recursive(3, Clock.nanos() + NANOS);
    }

    private static void recursive(int depth, long end) {
        if (depth == 0) {
            spin(end);
        } else {
            recursive(depth - 1, end);
        }
    }

    private static void spin(long end) {
        while (Clock.nanos() < end) {
            Thread.onSpinWait();
        }
    }
}
