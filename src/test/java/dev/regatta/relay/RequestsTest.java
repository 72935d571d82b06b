package dev.regatta.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class RequestsTest {

    private final List<String> texts = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 1000})
    void queriesAndExecutionsOfPostgresqlAreStatements(int chunk) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        // TLS is asked for and refused, then the login.
        out.writeInt(8);
        out.writeInt(80_877_103);
        out.writeInt(4 + 4 + 6);
        out.writeInt(3 << 16);
        out.writeBytes("user\0\0");
        message(out, 'p', "secret\0");
        message(out, 'P', "S_1\0SELECT 'Q'\0\0\0");
        message(out, 'B', "\0S_1\0QQQQ");
        message(out, 'D', "P\0");
        message(out, 'E', "\0\0\0\0\0");
        message(out, 'S', "");
        message(out, 'Q', "BEGIN\0");
        message(out, 'F', "xxxx");
        message(out, 'd', "QQQQEEEE");
        message(out, 'X', "");
        Requests requests = read(Language.POSTGRESQL, bytes.toByteArray(), chunk);
        assertThat(requests.traffic().statements()).isEqualTo(3);
        assertThat(requests.traffic().preparations()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 1000})
    void queriesAndExecutionsOfMariaDbAreStatements(int chunk) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        packet(out, 1, "\3\2\0\0login");
        packet(out, 3, "\3more of it");
        packet(out, 0, "\3SELECT 1");
        packet(out, 0, "\16SELECT ?");
        packet(out, 0, "\u00fabulk");
        packet(out, 0, "\27once");
        packet(out, 1, "\3its continuation");
        packet(out, 0, "\26SELECT ?");
        packet(out, 0, "\31close");
        packet(out, 0, "\16");
        packet(out, 0, "");
        packet(out, 0, "\3SELECT 2");
        Requests requests = read(Language.MARIADB, bytes.toByteArray(), chunk);
        assertThat(requests.traffic().statements()).isEqualTo(4);
        assertThat(requests.traffic().preparations()).isEqualTo(1);
    }

    private Requests read(Language language, byte[] bytes, int chunk) {
        Requests requests = language.requests(texts::add);
        for (int from = 0; from < bytes.length; from += chunk) {
            requests.read(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + chunk)));
        }
        return requests;
    }

    private static void message(DataOutputStream out, char type, String body) throws IOException {
        out.writeByte(type);
        out.writeInt(4 + body.length());
        out.writeBytes(body);
    }

    private static void packet(DataOutputStream out, int number, String body) throws IOException {
        out.writeByte(body.length());
        out.writeByte(0);
        out.writeByte(0);
        out.writeByte(number);
        out.writeBytes(body);
    }
}
