package dev.regatta.client.wire;

import java.nio.ByteBuffer;

/**
 * A prebuilt request.
 *
 * @param request its bytes, ready to be sent
 * @param slots   the places of its integer parameters, in order
 */
record PreparedRequest(ByteBuffer request, int[] slots) {

    /** The request with this value of its only parameter. */
    ByteBuffer with(int value) {
        return request.putInt(slots[0], value);
    }

    /** The request with these values of the parameters at {@code 2 * pair} and after it. */
    ByteBuffer with(int pair, int first, int second) {
        return request.putInt(slots[2 * pair], first).putInt(slots[2 * pair + 1], second);
    }
}
