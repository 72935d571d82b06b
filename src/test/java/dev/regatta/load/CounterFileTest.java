package dev.regatta.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

class CounterFileTest {

    @Test
    void eachReadingIsOfAllThatIsThere(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("counters");
        Files.writeString(path, "1 2 3\n");
        try (CounterFile file = new CounterFile(path)) {
            assertThat(file.read()).isEqualTo("1 2 3\n");
            for (int bytes : new int[]{511, 512, 513, 2047, 2048, 2049, 4096, 70_000, 1, 0}) {
                String text = "0123456789".repeat(bytes / 10 + 1).substring(0, bytes);
                Files.writeString(path, text);
                assertThat(file.read()).isEqualTo(text);
            }
        }
    }

    @Test
    void filesOfTheKernelAreReadWhole() throws IOException {
        try (CounterFile limits = new CounterFile(Path.of("/proc/self/limits"));
                CounterFile systems = new CounterFile(Path.of("/proc/filesystems"))) {
            assertThat(limits.read()).isEqualTo(Files.readString(Path.of("/proc/self/limits")));
            assertThat(systems.read()).isEqualTo(Files.readString(Path.of("/proc/filesystems")));
        }
    }

    @Test
    void theFileOfAThreadThatEndedCannotBeRead() throws Exception {
        AtomicReference<Path> own = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                own.set(Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self"))));
                Thread.sleep(60_000);
            } catch (IOException | InterruptedException e) {
                // It is asked to end.
            }
        });
        thread.start();
        while (own.get() == null) {
            Thread.sleep(5);
        }
        try (CounterFile file = new CounterFile(own.get().resolve("schedstat"))) {
            assertThat(file.read()).matches("\\d+ \\d+ \\d+\n");
            thread.interrupt();
            thread.join();
            // The kernel's part of a thread may end a little later than Java's.
            for (int i = 0; i < 200 && Files.exists(own.get()); i++) {
                Thread.sleep(5);
            }
            assertThatThrownBy(file::read).isInstanceOf(IOException.class);
        }
    }
}
