package dev.regatta.client.wire;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import static org.assertj.core.api.Assertions.assertThat;

class NativePasswordTest {

    /** What {@code SELECT PASSWORD('password')} answers. */
    private static final String STORED = "2470c0c06dee42fd1618bb99005adca2ec9d1e19";

    @Test
    void aServerThatStoresOnlyTheDoubleHashAcceptsTheAnswer() throws NoSuchAlgorithmException {
        byte[] scramble = "abcdefghijklmnopqrst".getBytes(StandardCharsets.US_ASCII);
        byte[] stored = HexFormat.of().parseHex(STORED);

        byte[] answer = NativePassword.answer("password", scramble);

        var sha1 = MessageDigest.getInstance("SHA-1");
        sha1.update(scramble);
        byte[] once = sha1.digest(stored);
        for (int i = 0; i < once.length; i++) {
            once[i] ^= answer[i];
        }
        assertThat(sha1.digest(once)).isEqualTo(stored);
    }

    @Test
    void anEmptyPasswordHasAnEmptyAnswer() {
        assertThat(NativePassword.answer("", new byte[20])).isEmpty();
    }
}
