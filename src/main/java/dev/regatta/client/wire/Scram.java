package dev.regatta.client.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The client's side of one SCRAM-SHA-256 login without channel binding.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7677">RFC 7677</a> and <a
 *      href="https://www.rfc-editor.org/rfc/rfc5802">RFC 5802</a>
 */
final class Scram {

    /** The mechanism's name in SASL messages. */
    static final String MECHANISM = "SCRAM-SHA-256";

    private static final String NO_CHANNEL_BINDING = "n,,";
    private static final int MOST_ITERATIONS = 10_000_000;

    private final String password;
    private final String nonce;
    private final String firstBare;
    private byte[] expectedSignature = {};

    /**
     * @param user  the user in the message; PostgreSQL wants it empty and takes the one of the startup message
     * @param nonce printable random characters without comma
     */
    Scram(String user, String password, String nonce) {
        this.password = Normalizer.normalize(password, Normalizer.Form.NFKC);
        this.nonce = nonce;
        this.firstBare = "n=" + user + ",r=" + nonce;
    }

    String clientFirst() {
        return NO_CHANNEL_BINDING + firstBare;
    }

    /** Answers the server's challenge with the proof. */
    String clientFinal(String serverFirst) throws IOException {
        var challenge = attributes(serverFirst);
        String bothNonces = challenge.getOrDefault('r', "");
        if (!bothNonces.startsWith(nonce) || bothNonces.length() == nonce.length()) {
            throw new IOException("the server's SCRAM challenge does not continue the client's nonce");
        }
        if (password.isEmpty()) {
            throw new IOException("the server asks for a password and the given one is empty");
        }
        try {
            byte[] salt = Base64.getDecoder().decode(challenge.getOrDefault('s', ""));
            int iterations = Integer.parseInt(challenge.getOrDefault('i', ""));
            if (iterations < 1 || iterations > MOST_ITERATIONS) {
                throw new IOException("the server's SCRAM challenge asks for " + iterations + " iterations");
            }
            byte[] salted = salted(salt, iterations);
            byte[] clientKey = hmac(salted, "Client Key");
            byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(clientKey);
            String withoutProof = "c=" + base64(NO_CHANNEL_BINDING.getBytes(StandardCharsets.UTF_8)) + ",r="
                    + bothNonces;
            String signed = firstBare + "," + serverFirst + "," + withoutProof;
            byte[] proof = xor(clientKey, hmac(storedKey, signed));
            expectedSignature = hmac(hmac(salted, "Server Key"), signed);
            return withoutProof + ",p=" + base64(proof);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the server's SCRAM challenge is malformed", e);
        }
    }

    /** Checks that the server knows the password too. */
    void verify(String serverFinal) throws IOException {
        String signature = attributes(serverFinal).getOrDefault('v', "");
        if (expectedSignature.length == 0
                || !MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8),
                        base64(expectedSignature).getBytes(StandardCharsets.UTF_8))) {
            throw new IOException("the server did not prove that it knows the password");
        }
    }

    private byte[] salted(byte[] salt, int iterations) throws GeneralSecurityException {
        Mac mac = mac(password.getBytes(StandardCharsets.UTF_8));
        mac.update(salt);
        byte[] round = mac.doFinal(new byte[]{0, 0, 0, 1});
        byte[] salted = round;
        for (int i = 1; i < iterations; i++) {
            round = mac.doFinal(round);
            salted = xor(salted, round);
        }
        return salted;
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        return mac(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Mac mac(byte[] key) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac;
    }

    private static byte[] xor(byte[] left, byte[] right) {
        byte[] result = Arrays.copyOf(left, left.length);
        for (int i = 0; i < result.length; i++) {
            result[i] ^= right[i];
        }
        return result;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Map<Character, String> attributes(String message) {
        var attributes = new HashMap<Character, String>();
        for (String attribute : message.split(",")) {
            if (attribute.length() >= 2 && attribute.charAt(1) == '=') {
                attributes.put(attribute.charAt(0), attribute.substring(2));
            }
        }
        return attributes;
    }
}
