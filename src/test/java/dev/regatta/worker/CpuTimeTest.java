package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

@Isolated("reads the CPU time of this JVM")
class CpuTimeTest {

    @Test
    void timeAndTurnsOfEveryThreadAreRead(@TempDir Path tasks) throws Exception {
        thread(tasks, "10", "1000 7 3\n");
        thread(tasks, "11", "25 0 1\n");
        Files.createDirectories(tasks.resolve("12"));
        // Stands for a file that was open when its thread ended, which answers otherwise than one that is not there.
        Files.createDirectories(tasks.resolve("13").resolve("schedstat"));
        assertThat(cpuTime(tasks).before().threads()).isEqualTo(
                Map.of("10", new CpuTime.Turns(1000, 3), "11", new CpuTime.Turns(25, 1)));
    }

    @Test
    void newThreadsCountFromTheirStartAndEndedOnesNeverMakeItNegative() {
        Map<String, CpuTime.Turns> before = Map.of("old", new CpuTime.Turns(100, 5), "ended",
                new CpuTime.Turns(5000, 9));
        Map<String, CpuTime.Turns> after = Map.of("old", new CpuTime.Turns(130, 6), "new", new CpuTime.Turns(7, 2));
        assertThat(CpuTime.between(before, after)).isEqualTo(new CpuTime.Turns(37, 3));
    }

    @Test
    void compilerThreadsAreKnownByTheNameHotSpotGivesThem(@TempDir Path tasks) throws Exception {
        var turns = new CpuTime.Turns(1, 1);
        Map<String, CpuTime.Turns> reading = Map.of("10", turns, "11", turns, "12", turns);
        for (Map.Entry<String, String> comm : Map
                .of("10", "java\n", "11", "C2 CompilerThre\n", "12", "C1 CompilerThre\n")
                .entrySet()) {
            thread(tasks, comm.getKey(), "0 0 0");
            Files.writeString(tasks.resolve(comm.getKey()).resolve("comm"), comm.getValue());
        }
        CpuTime cpu = cpuTime(tasks);
        assertThat(cpu.ofCompilers(reading)).isEqualTo(Map.of("11", turns, "12", turns));
        assertThat(CpuTime.between(Map.of("10", turns, "11", turns),
                cpu.ofCompilers(Map.of("10", new CpuTime.Turns(500, 5), "11", new CpuTime.Turns(31, 3), "12", turns))))
                .as("theirs since a reading of all").isEqualTo(new CpuTime.Turns(31, 3));
    }

    @Test
    void thisJvmHasCompilerThreads() throws Exception {
        CpuTime cpu = cpuTime(Path.of("/proc/self/task"));
        assertThat(cpu.ofCompilers(cpu.before().threads())).isNotEmpty();
    }

    @Test
    void whatNoReadingSawIsWhatTheProcessUsedBeyondIt(@TempDir Path tasks) throws Exception {
        AtomicLong process = new AtomicLong(1_000);
        CpuTime cpu = new CpuTime(tasks, "10", process::get);
        thread(tasks, "10", "1000 7 3\n");
        assertThat(cpu.before().unseenNanos()).hasValue(0L);
        thread(tasks, "11", "200 0 1\n");
        process.set(1_200);
        assertThat(cpu.before().unseenNanos()).as("a thread that started").hasValue(0L);
        end(tasks, "11");
        process.set(1_250);
        assertThat(cpu.before().unseenNanos()).as("used 50 more and ended").hasValue(50L);
        process.set(1_950);
        assertThat(cpu.before().unseenNanos()).as("another came and went").hasValue(750L);
        thread(tasks, "11", "30 0 1\n");
        process.set(1_980);
        assertThat(cpu.before().unseenNanos()).as("its id again").hasValue(750L);
        assertThat(new CpuTime(tasks, "", () -> -1).after().unseenNanos()).isEmpty();
    }

    @Test
    void threadsThatStartAndEndBetweenTwoReadingsOfThisJvmAreMissedByNoMoreThanTicks() throws Exception {
        OperatingSystemMXBean bean = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (CpuTime cpu = new CpuTime(Path.of("/proc/self/task"), CpuTime.ownId(Path.of("/proc")),
                bean::getProcessCpuTime)) {
            // The first readings take long, and what others use between process and threads counts for one of them
            // only.
            for (int i = 0; i < 50; i++) {
                cpu.before();
                cpu.after();
            }
            awaitQuiet(bean);
            CpuTime.Reading before = cpu.before();
            long used = 0;
            for (int i = 0; i < 10; i++) {
                AtomicLong spent = new AtomicLong();
                Thread thread = Thread.ofPlatform().start(() -> spent.set(burn(40_000_000)));
                thread.join();
                used += spent.get();
            }
            CpuTime.Reading after = cpu.after();
            // Java is done with a thread a little earlier than the kernel: the last one may still be there, and is
            // seen.
            long last = after.threads().entrySet().stream()
                    .filter(thread -> !before.threads().containsKey(thread.getKey()))
                    .mapToLong(thread -> thread.getValue().nanos()).sum();
            assertThat(after.unseenNanos().orElseThrow() - before.unseenNanos().orElseThrow() + last)
                    .isBetween(used - 40_000_000, used + 120_000_000);
        }
    }

    /**
     * Reading the others takes time of the thread that reads: whoever reads a hundred times is charged for none of it.
     */
    @Test
    void readingIsNotCharged() throws Exception {
        String own = CpuTime.ownId(Path.of("/proc"));
        try (CpuTime cpu = new CpuTime(Path.of("/proc/self/task"), own, () -> {
            burn(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + 5_000_000);
            return 0;
        })) {
            CpuTime.Reading before = cpu.before();
            CpuTime.Reading after = cpu.after();
            CpuTime.Reading later = cpu.after();
            assertThat(after.threads().get(own).nanos() - before.threads().get(own).nanos()).isLessThan(3_000_000);
            assertThat(later.threads().get(own).nanos() - after.threads().get(own).nanos())
                    .as("charged to what follows")
                    .isGreaterThan(4_000_000);
        }
    }

    /** Uses the CPU for so long and answers how much it used by its own clock. */
    private static long burn(long nanos) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        while (threads.getCurrentThreadCpuTime() < nanos) {
            Thread.onSpinWait();
        }
        return threads.getCurrentThreadCpuTime();
    }

    /**
     * What compilers of this JVM use while threads are read would count as unseen before the threads of the test start.
     */
    private static void awaitQuiet(OperatingSystemMXBean bean) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            long used = bean.getProcessCpuTime();
            Thread.sleep(50);
            if (bean.getProcessCpuTime() - used < 10_000_000) {
                return;
            }
        }
    }

    private static CpuTime cpuTime(Path tasks) {
        return new CpuTime(tasks, "", () -> 0);
    }

    private static void end(Path tasks, String id) throws Exception {
        for (String file : List.of("schedstat", "comm")) {
            Files.deleteIfExists(tasks.resolve(id).resolve(file));
        }
        Files.delete(tasks.resolve(id));
    }

    private static void thread(Path tasks, String id, String schedstat) throws Exception {
        Files.createDirectories(tasks.resolve(id));
        Files.writeString(tasks.resolve(id).resolve("schedstat"), schedstat);
    }
}
