package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

@Execution(ExecutionMode.CONCURRENT)
class CertificateTest {

    @Test
    void itsKeyIsThatOfItsCertificateAndEachIsAnother() throws IOException, GeneralSecurityException {
        Certificate made = Certificate.make();
        assertThat(made.certificate()).startsWith("-----BEGIN CERTIFICATE-----\n")
                .endsWith("-----END CERTIFICATE-----\n");
        assertThat(made.key()).startsWith("-----BEGIN PRIVATE KEY-----\n").endsWith("-----END PRIVATE KEY-----\n");
        var shown = CertificateFactory.getInstance("X.509").generateCertificate(
                new ByteArrayInputStream(made.certificate().getBytes(StandardCharsets.US_ASCII)));
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder()
                .decode(made.key().replaceAll("-----[A-Z ]+-----", "")))));
        signature.update((byte) 1);
        byte[] signed = signature.sign();
        signature.initVerify(shown.getPublicKey());
        signature.update((byte) 1);
        assertThat(signature.verify(signed)).isTrue();
        assertThat(made.toString()).doesNotContain("PRIVATE");
        assertThat(Certificate.make().certificate()).isNotEqualTo(made.certificate());
    }

    @Test
    void aServerIsToldWhereItIs() {
        assertThat(Certificate.arguments(Dialect.POSTGRESQL, "/x")).containsExactly("-c",
                "ssl_cert_file=/x/server.crt", "-c", "ssl_key_file=/x/server.key");
        assertThat(Certificate.arguments(Dialect.MARIADB, "/x")).containsExactly("--ssl-cert=/x/server.crt",
                "--ssl-key=/x/server.key");
    }
}
