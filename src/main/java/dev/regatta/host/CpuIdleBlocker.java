package dev.regatta.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Keeps the CPUs from sleeping while a run measures: an idle CPU polls for work. Otherwise every request and answer
 * wakes a CPU by an interrupt, and in a virtual machine with its host's help. This may cost more than driver and server
 * together, and changes from one second to the next.
 *
 * <p>
 * It is the kernel's own switch (PM QoS, {@code /dev/cpu_dma_latency}): a latency of 0 holds for as long as the
 * file stays open, so that nothing is left behind, whatever ends this process. Usually only root may open it.
 */
public final class CpuIdleBlocker implements AutoCloseable {

    /** The kernel's switch, in the device folder. */
    public static final Path DEVICE = Path.of("/dev/cpu_dma_latency");

    private final Optional<FileChannel> held;

    private CpuIdleBlocker(Optional<FileChannel> held) {
        this.held = held;
    }

    /** Keeps the CPUs awake from now on, where {@code device} exists and may be written. */
    public static CpuIdleBlocker keep(Path device) {
        if (!permitted(device)) {
            return new CpuIdleBlocker(Optional.empty());
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(device, StandardOpenOption.WRITE);
            // A C int of 0 microseconds: the same four bytes in either order.
            channel.write(ByteBuffer.allocate(Integer.BYTES));
            return new CpuIdleBlocker(Optional.of(channel));
        } catch (IOException e) {
            close(Optional.ofNullable(channel));
            return new CpuIdleBlocker(Optional.empty());
        }
    }

    /** Whether this process may keep the CPUs awake with {@code device}. */
    public static boolean permitted(Path device) {
        return Files.isWritable(device);
    }

    /** The value of the fact {@code cpu.idle}: {@code polling} where CPUs are kept awake, or {@code sleeping}. */
    public String asFact() {
        return held.isPresent() ? "polling" : "sleeping";
    }

    /** Lets them sleep again. */
    @Override
    public void close() {
        close(held);
    }

    private static void close(Optional<FileChannel> channel) {
        try {
            if (channel.isPresent()) {
                channel.get().close();
            }
        } catch (IOException e) {
            // The kernel takes the request back at the end of this process at the latest.
        }
    }
}
