package dev.regatta.client.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds the bytes of a request once; they are sent many times. */
final class Request {

    private ByteBuffer bytes;
    private int[] slots = {};

    Request(ByteOrder order) {
        bytes = ByteBuffer.allocate(256).order(order);
    }

    /** The number of bytes so far: the offset of what is added next. */
    int size() {
        return bytes.position();
    }

    Request int1(int value) {
        room(1).put((byte) value);
        return this;
    }

    Request int2(int value) {
        room(2).putShort((short) value);
        return this;
    }

    Request int4(int value) {
        room(4).putInt(value);
        return this;
    }

    /** Four bytes whose value is patched in before each sending. */
    Request slot() {
        slots = Arrays.copyOf(slots, slots.length + 1);
        slots[slots.length - 1] = size();
        return int4(0);
    }

    /** The offsets of all {@link #slot()}s so far, in order. */
    int[] slots() {
        return slots.clone();
    }

    Request raw(byte[] value) {
        room(value.length).put(value);
        return this;
    }

    Request text(String value) {
        return raw(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Text and the zero byte that ends it. */
    Request string(String value) {
        return text(value).int1(0);
    }

    Request patchInt4(int at, int value) {
        bytes.putInt(at, value);
        return this;
    }

    /**
     * The bytes in a buffer outside the heap, in this request's byte order, ready for {@link Stream#send(ByteBuffer)}.
     */
    ByteBuffer build() {
        var built = ByteBuffer.allocateDirect(size()).order(bytes.order());
        return built.put(Arrays.copyOf(bytes.array(), size())).flip();
    }

    /** The bytes and their slots. */
    PreparedRequest prepared() {
        return new PreparedRequest(build(), slots());
    }

    private ByteBuffer room(int more) {
        if (bytes.remaining() < more) {
            bytes = ByteBuffer.allocate(2 * (bytes.capacity() + more)).order(bytes.order()).put(bytes.flip());
        }
        return bytes;
    }
}
