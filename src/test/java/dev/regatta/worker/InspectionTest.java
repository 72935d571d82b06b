package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Footprint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

@Isolated("looks at the threads of this JVM")
class InspectionTest {

    @TempDir
    Path folder;

    @Test
    void memoryIsReadInBytes() throws Exception {
        Path rollup = Files.writeString(folder.resolve("smaps_rollup"), """
                00400000-7fff6c1f3000 ---p 00000000 00:00 0    [rollup]
                Rss:              100000 kB
                Pss:               90000 kB
                Pss_Anon:          80000 kB
                Private_Clean:      1000 kB
                Private_Dirty:     70000 kB
                """);
        Footprint footprint = new Inspection(rollup).of(() -> {
        });
        assertThat(footprint.privateBytes()).hasValue(71_000 * 1024);
        assertThat(footprint.proportionalBytes()).hasValue(90_000 * 1024);
    }

    @Test
    void whereTheKernelDoesNotTellNothingIsKnown() throws Exception {
        Footprint footprint = new Inspection(folder.resolve("none")).of(() -> {
        });
        assertThat(footprint.privateBytes()).isEmpty();
        assertThat(footprint.proportionalBytes()).isEmpty();
    }

    @Test
    void threadsOfTheOwnGroupAreCountedAndThoseOfTheLoadAreNot() throws Exception {
        var inspection = new Inspection(folder.resolve("none"));
        var threads = new TreeMap<String, Integer>();
        var end = new CountDownLatch(1);
        Thread looking = new Thread(new ThreadGroup("own"), () -> {
            for (String name : new String[]{"pool-1", "pool-2", "HikariPool-1:housekeeper", "regatta-load-0"}) {
                Thread.ofPlatform().daemon().name(name).start(() -> awaited(end));
            }
            try {
                threads.putAll(inspection.of(() -> {
                }).threads().stems());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        looking.start();
        looking.join();
        end.countDown();
        assertThat(threads).isEqualTo(Map.of("pool", 2, "HikariPool:housekeeper", 1));
    }

    @Test
    void threadsOfOnePoolHaveOneStem() {
        assertThat(Map.of("reactor-tcp-epoll-12", "reactor-tcp-epoll", "vert.x-eventloop-thread-0",
                "vert.x-eventloop-thread", "HikariPool-1 housekeeper", "HikariPool housekeeper",
                "ForkJoinPool-1-worker-2", "ForkJoinPool-worker", "r2dbc-pool1", "r2dbc-pool", "Thread #7", "Thread",
                "PostgreSQL-JDBC-Cleaner", "PostgreSQL-JDBC-Cleaner", "", "(no name)", "42", "(no name)"))
                .allSatisfy((name, stem) -> assertThat(Inspection.stem(name)).isEqualTo(stem));
    }

    private static void awaited(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
