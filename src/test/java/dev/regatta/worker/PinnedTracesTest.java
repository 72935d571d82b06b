package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.PinnedStack;
import org.junit.jupiter.api.Test;

import java.util.List;

class PinnedTracesTest {

    private static final String FRAMES = """
                java.base/java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:689)
                java.base/java.lang.System$2.parkVirtualThread(System.java:2639)
                com.mysql.cj.jdbc.ConnectionImpl.prepareStatement(ConnectionImpl.java:4) <== monitors:1
                java.base/java.lang.VirtualThread.run(VirtualThread.java:329)
            """;
    private static final List<String> READ = List.of(
            "java.base/java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:689)",
            "java.base/java.lang.System$2.parkVirtualThread(System.java:2639)",
            "com.mysql.cj.jdbc.ConnectionImpl.prepareStatement(ConnectionImpl.java:4) <== monitors:1",
            "java.base/java.lang.VirtualThread.run(VirtualThread.java:329)");

    @Test
    void theOlderFormNamesTheCarrierAndNoReason() {
        assertThat(PinnedTraces.parse("Thread[#82,ForkJoinPool-1-worker-5,5,CarrierThreads]\n" + FRAMES))
                .containsExactly(new PinnedStack(1, "", READ));
    }

    @Test
    void theNewerFormNamesTheVirtualThreadAndTheReason() {
        assertThat(PinnedTraces.parse("VirtualThread[#23]/runnable@ForkJoinPool-1-worker-1 reason:MONITOR\n" + FRAMES))
                .containsExactly(new PinnedStack(1, "MONITOR", READ));
        assertThat(PinnedTraces.parse("VirtualThread[#23,name]/runnable@ForkJoinPool-1-worker-1 reason:NATIVE\n"
                + FRAMES)).containsExactly(new PinnedStack(1, "NATIVE", READ));
    }

    @Test
    void equalTracesOfDifferentThreadsAreOne() {
        assertThat(PinnedTraces.parse("VirtualThread[#23]/runnable@ForkJoinPool-1-worker-1 reason:MONITOR\n" + FRAMES
                + "VirtualThread[#24]/runnable@ForkJoinPool-1-worker-2 reason:MONITOR\n" + FRAMES
                + "VirtualThread[#25]/runnable@ForkJoinPool-1-worker-1 reason:MONITOR\n"
                + "    a.B.c(B.java:1) <== monitors:2\n"))
                .containsExactly(new PinnedStack(2, "MONITOR", READ),
                        new PinnedStack(1, "MONITOR", List.of("a.B.c(B.java:1) <== monitors:2")));
    }

    @Test
    void whatADriverPrintsIsNoTrace() {
        assertThat(PinnedTraces.parse("")).isEmpty();
        assertThat(PinnedTraces.parse("connected\n    at a.B.c(B.java:1)\n    a.B.c(B.java:1)\n")).isEmpty();
        assertThat(PinnedTraces.parse("Thread[#1,main,5,main]\n" + FRAMES)).isEmpty();
        assertThat(PinnedTraces.parse("Thread[#82,ForkJoinPool-1-worker-5,5,CarrierThreads]\nhello\n" + FRAMES))
                .isEmpty();
    }
}
