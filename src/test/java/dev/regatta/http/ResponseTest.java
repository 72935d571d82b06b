package dev.regatta.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

@Execution(ExecutionMode.CONCURRENT)
class ResponseTest {

    private static final String BODY = "[" + BodyDigestTest.world(7) + "," + BodyDigestTest.world(9) + "]";
    private static final String WITH_LENGTH = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: "
            + BODY.length() + "\r\n\r\n" + BODY;
    private static final String IN_CHUNKS = "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nContent-Type: a\r\n\r\n"
            + "5\r\n" + BODY.substring(0, 5) + "\r\n" + Integer.toHexString(BODY.length() - 5).toUpperCase() + "\r\n"
            + BODY.substring(5) + "\r\n0\r\n\r\n";

    private final Response response = new Response();

    private boolean take(String text) throws IOException {
        return response.take(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void isWholeWhenItsLastByteHasComeHoweverItIsCut() throws IOException {
        for (String text : new String[]{WITH_LENGTH, IN_CHUNKS}) {
            for (int cut = 1; cut < text.length(); cut++) {
                response.clear();
                assertThat(take(text.substring(0, cut))).as(text.substring(0, cut)).isFalse();
                assertThat(take(text.substring(cut))).as(text).isTrue();
                assertThat(response.digest()).isEqualTo(BodyDigestTest.digest(BODY));
                assertThat(response.closes()).isFalse();
            }
        }
    }

    @Test
    void growsWithItsBody() throws IOException {
        String body = "x".repeat(100_000) + BODY;
        String text = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        for (int from = 0; from < text.length(); from += 9_000) {
            assertThat(take(text.substring(from, Math.min(text.length(), from + 9_000))))
                    .isEqualTo(from + 9_000 >= text.length());
        }
        assertThat(response.digest()).isEqualTo(BodyDigestTest.digest(BODY));
    }

    @Test
    void tellsThatTheConnectionEnds() throws IOException {
        assertThat(take(WITH_LENGTH.replace("Content-Type: application/json", "Connection: close"))).isTrue();
        assertThat(response.closes()).isTrue();
    }

    @Test
    void ofAnotherStatusSaysWhatTheServiceSaid() throws IOException {
        assertThat(take("HTTP/1.1 500 \r\nContent-Length: 4\r\n\r\nboom")).isTrue();
        assertThatThrownBy(response::digest).isInstanceOf(IOException.class)
                .hasMessage("the service answered with status 500: boom");
    }

    @Test
    void refusesWhatIsNoResponse() {
        assertThatThrownBy(() -> take("SSH-2.0\r\n\r\n")).hasMessage("this is no response of HTTP/1.1: SSH-2.0");
        response.clear();
        assertThatThrownBy(() -> take("HTTP/1.1 200 OK\r\n\r\n"))
                .hasMessageContaining("tells neither its length nor that it comes in chunks");
        response.clear();
        assertThatThrownBy(() -> take("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"))
                .hasMessageContaining("a chunk has no size");
        response.clear();
        assertThatThrownBy(() -> take("x".repeat((1 << 20) + 1))).hasMessageContaining("has more than 1048576 bytes");
    }
}
