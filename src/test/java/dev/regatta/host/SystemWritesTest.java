package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

class SystemWritesTest {

    private static final SystemWrites ANSWERS = SystemWrites.NONE.plusOne(91);

    @TempDir
    Path folder;

    @Test
    void aProcessTellsThem() throws IOException {
        Files.writeString(folder.resolve("io"), """
                rchar: 5220445
                wchar: 5249172
                syscr: 549
                syscw: 364
                read_bytes: 16384
                write_bytes: 32768
                cancelled_write_bytes: 0
                """);
        assertThat(SystemWrites.of(folder)).contains(new SystemWrites(364, 5_249_172));
    }

    @Test
    void aProcessThatDoesNotIsNotAskedAgain() throws IOException {
        assertThat(SystemWrites.of(folder)).isEmpty();
        Files.writeString(folder.resolve("io"), "rchar: 1\n");
        assertThat(SystemWrites.of(folder)).isEmpty();
    }

    @Test
    void theAnswerIsNotCounted() {
        assertThat(new SystemWrites(61, 60 * 52 + 91).to(ANSWERS, 60 * 52)).contains(60L);
        assertThat(new SystemWrites(121, 60 * 52 + 91).to(ANSWERS, 60 * 52)).as("two halves").contains(120L);
    }

    @Test
    void threadsThatAreWokenUpAreNotCounted() {
        assertThat(new SystemWrites(61 + 37, 60 * 52 + 91 + 37 * 8).to(ANSWERS, 60 * 52)).contains(60L);
        assertThat(new SystemWrites(61, 60 * 8 + 91).to(ANSWERS, 60 * 8)).as("requests as small as that").contains(60L);
    }

    @Test
    void whatDoesNotAddUpIsNoCount() {
        assertThat(new SystemWrites(62, 60 * 52 + 91 + 13).to(ANSWERS, 60 * 52)).as("a line in a log").isEmpty();
        assertThat(new SystemWrites(31, 30 * 52 + 91).to(ANSWERS, 60 * 52)).as("sent in another way").isEmpty();
        assertThat(new SystemWrites(1, 91).to(ANSWERS, 60 * 52)).isEmpty();
        assertThat(new SystemWrites(1, 91).to(ANSWERS, 0)).as("nothing to do").contains(0L);
    }

    /** Of this thread: what {@code java.net} and channels write is counted call by call. */
    @Test
    void socketsAndChannelsWriteWithSystemCallsThatAreCounted() throws Exception {
        Path self = Path.of("/proc/thread-self");
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var socket = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket first = server.accept();
                SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
                Socket second = server.accept();
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            OutputStream out = socket.getOutputStream();
            byte[] bytes = "hello server".getBytes(StandardCharsets.UTF_8);
            long sent = 0;
            SystemWrites before = SystemWrites.of(self).orElseThrow();
            for (int i = 0; i < 10; i++) {
                out.write(bytes);
                sent += bytes.length;
                sent += channel.write(ByteBuffer.wrap(bytes));
                sent += channel.write(new ByteBuffer[]{ByteBuffer.wrap(bytes), ByteBuffer.wrap(bytes)});
                selector.wakeup();
                selector.selectNow();
            }
            SystemWrites all = SystemWrites.of(self).orElseThrow().since(before);
            assertThat(all.calls()).isGreaterThanOrEqualTo(40);
            assertThat(all.to(SystemWrites.NONE, sent)).contains(30L);
            assertThat(first.getInputStream().readNBytes(12)).isEqualTo(bytes);
            assertThat(second.getInputStream().readNBytes(12)).isEqualTo(bytes);
        }
    }
}
