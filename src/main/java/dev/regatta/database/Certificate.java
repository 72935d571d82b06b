package dev.regatta.database;

import dev.regatta.host.Folders;
import dev.regatta.host.ShortCommand;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * What a server shows that speaks TLS: made anew for every server, by {@code keytool} of the running JDK, signed by
 * itself, and known to nobody. Clients encrypt and do not check it. With RSA all its signatures are of one length, so
 * that all logins have as many bytes.
 *
 * @param certificate in PEM
 * @param key         in PEM, without a password
 */
record Certificate(String certificate, String key) {

    private static final String ALIAS = "server";
    private static final String PASSWORD = "only-while-it-is-made";

    /**
     * Makes one.
     *
     * @throws IOException in one sentence, if that does not work
     */
    static Certificate make() throws IOException {
        Path folder = Files.createTempDirectory("regatta-certificate");
        try {
            Path store = folder.resolve("store");
            var made = ShortCommand.run(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool")
                    .toString(), "-genkeypair", "-alias", ALIAS, "-keyalg", "RSA", "-keysize", "2048", "-sigalg",
                    "SHA256withRSA", "-validity", "365", "-dname", "CN=regatta", "-storetype", "PKCS12", "-storepass",
                    PASSWORD, "-keystore", store.toString()).redirectErrorStream(true), ShortCommand.LIMIT);
            if (made.exitCode() != 0) {
                throw new IOException("keytool makes no certificate: " + made.output().strip());
            }
            return read(store);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate that keytool made cannot be read: " + e.getMessage(), e);
        } finally {
            Folders.remove(folder);
        }
    }

    private static Certificate read(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new Certificate(pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()),
                pem("PRIVATE KEY", store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
    }

    private static String pem(String what, byte[] encoded) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(encoded)
                + "\n-----END " + what + "-----\n";
    }

    /** The certificate's file in a folder. */
    static Path certificateIn(Path folder) {
        return folder.resolve("server.crt");
    }

    /** The key's file in a folder. */
    static Path keyIn(Path folder) {
        return folder.resolve("server.key");
    }

    /** The arguments of a server's command that name both files in a folder. */
    static List<String> arguments(Dialect dialect, String folder) {
        String certificate = certificateIn(Path.of(folder)).toString();
        String key = keyIn(Path.of(folder)).toString();
        return switch (dialect) {
            case POSTGRESQL -> List.of("-c", "ssl_cert_file=" + certificate, "-c", "ssl_key_file=" + key);
            case MARIADB -> List.of("--ssl-cert=" + certificate, "--ssl-key=" + key);
        };
    }

    @Override
    public String toString() {
        return certificate;
    }
}
