package dev.regatta.client.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * MariaDB's {@code mysql_native_password}: SHA1(password) xor SHA1(scramble, SHA1(SHA1(password))).
 *
 * @see <a
 *      href="https://mariadb.com/docs/server/reference/plugins/authentication-plugins/authentication-plugin-mysql_native_password">
 *      mysql_native_password</a>
 */
final class NativePassword {

    /** The plugin's name in the handshake. */
    static final String PLUGIN = "mysql_native_password";

    private NativePassword() {
    }

    /** The answer to the server's 20-byte {@code scramble}; empty for an empty password. */
    static byte[] answer(String password, byte[] scramble) {
        if (password.isEmpty()) {
            return new byte[0];
        }
        try {
            var sha1 = MessageDigest.getInstance("SHA-1");
            byte[] once = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
            byte[] twice = sha1.digest(once);
            sha1.update(scramble);
            byte[] answer = sha1.digest(twice);
            for (int i = 0; i < answer.length; i++) {
                answer[i] ^= once[i];
            }
            return answer;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
