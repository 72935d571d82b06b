package dev.regatta.client.wire;

import org.junit.jupiter.api.Test;

import java.io.IOException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The example conversation of RFC 7677, section 3. */
class ScramTest {

    private static final String NONCE = "rOprNGfwEbeRWgbNEkqO";
    private static final String BOTH = NONCE + "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String SERVER_FIRST = "r=" + BOTH + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
    private static final String SERVER_FINAL = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

    private final Scram scram = new Scram("user", "pencil", NONCE);

    @Test
    void theConversationOfTheRfcIsReproduced() throws IOException {
        assertThat(scram.clientFirst()).isEqualTo("n,,n=user,r=" + NONCE);
        assertThat(scram.clientFinal(SERVER_FIRST))
                .isEqualTo("c=biws,r=" + BOTH + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        scram.verify(SERVER_FINAL);
    }

    @Test
    void aServerThatDoesNotKnowThePasswordIsRefused() throws IOException {
        scram.clientFinal(SERVER_FIRST);
        assertThatThrownBy(() -> scram.verify(SERVER_FINAL.replace('6', '7'))).isInstanceOf(IOException.class)
                .hasMessageContaining("did not prove");
    }

    @Test
    void aSignatureBeforeTheChallengeIsRefused() {
        assertThatThrownBy(() -> scram.verify("v=")).hasMessageContaining("did not prove");
    }

    @Test
    void aChallengeForAnotherNonceIsRefused() {
        assertThatThrownBy(() -> scram.clientFinal(SERVER_FIRST.replace("rOpr", "xxxx")))
                .hasMessageContaining("does not continue the client's nonce");
    }

    @Test
    void aMalformedChallengeIsAnErrorWithoutThePassword() {
        assertThatThrownBy(() -> scram.clientFinal("r=" + BOTH + ",s=?,i=many")).isInstanceOf(IOException.class)
                .hasMessageContaining("malformed").hasMessageNotContaining("pencil");
    }
}
