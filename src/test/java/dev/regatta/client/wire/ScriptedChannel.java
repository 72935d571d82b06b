package dev.regatta.client.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/** A server whose answers are written down beforehand and arrive {@code most} bytes at a time; then it hangs up. */
final class ScriptedChannel implements ByteChannel {

    private final ByteBuffer answers;
    private final int most;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    ScriptedChannel(int most, Request answers) {
        this.most = most;
        this.answers = answers.build();
    }

    /** What the client sent so far. */
    byte[] written() {
        return written.toByteArray();
    }

    @Override
    public int read(ByteBuffer target) {
        int bytes = Math.min(most, Math.min(target.remaining(), answers.remaining()));
        for (int i = 0; i < bytes; i++) {
            target.put(answers.get());
        }
        return bytes == 0 ? -1 : bytes;
    }

    @Override
    public int write(ByteBuffer source) {
        int bytes = Math.min(most, source.remaining());
        for (int i = 0; i < bytes; i++) {
            written.write(source.get());
        }
        return bytes;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {
    }
}
