package dev.regatta.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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
        assertThat(texts).containsExactly("SELECT ?", "BEGIN", "(function call)");
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
        assertThat(requests.traffic().pings()).isEqualTo(2);
        assertThat(texts).startsWith("SELECT ?").endsWith("SELECT ?").hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void anExecutionOfPostgresqlHasTheTextOfItsPortal(int chunk) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeInt(8);
        out.writeInt(3 << 16);
        message(out, 'P', "a\0select a\0\0\0");
        message(out, 'P', "b\0select b\0\0\0");
        message(out, 'B', "first\0a\0\0\0\0\0\0\0");
        message(out, 'B', "\0b\0\0\0\0\0\0\0");
        message(out, 'E', "first\0\0\0\0\0");
        message(out, 'E', "\0\0\0\0\0");
        message(out, 'S', "");
        message(out, 'C', "Sa\0");
        message(out, 'B', "\0a\0\0\0\0\0\0\0");
        message(out, 'E', "\0\0\0\0\0");
        message(out, 'Q', " \0");
        Requests requests = read(Language.POSTGRESQL, bytes.toByteArray(), chunk);
        assertThat(texts).containsExactly("select a", "select b", "(prepared before it could be read)");
        assertThat(requests.traffic()).isEqualTo(new Traffic(0, 0, 3, 2, 2, 1, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void anExecutionOfMariaDbHasTheTextOfTheIdThatTheServerGave(int chunk) throws IOException {
        var asked = new ByteArrayOutputStream();
        var out = new DataOutputStream(asked);
        packet(out, 1, "\2\2\0\0login");
        packet(out, 0, "\26select wrong");
        packet(out, 0, "\26select a");
        packet(out, 0, "\26select b");
        packet(out, 0, "\27\u00ff\u00ff\u00ff\u00ff");
        Requests requests = read(Language.MARIADB, asked.toByteArray(), chunk);
        var answered = new ByteArrayOutputStream();
        out = new DataOutputStream(answered);
        packet(out, 0, "the greeting");
        packet(out, 2, "\0\0\0\2\0\0\0");
        packet(out, 1, "\u00ffan error");
        packet(out, 1, "\0\5\0\0\0\1\0\1\0\0\0\0");
        packet(out, 2, "a parameter, longer than what is kept of it");
        packet(out, 1, "\0\1\1\1\1\1\1\1\1\0\1\1");
        packet(out, 1, "\0\6\0\0\0\1\0\1\0\0\0\0");
        for (int from = 0; from < answered.size(); from += chunk) {
            requests.answered(
                    Arrays.copyOfRange(answered.toByteArray(), from, Math.min(answered.size(), from + chunk)));
        }
        asked.reset();
        out = new DataOutputStream(asked);
        packet(out, 0, "\27\5\0\0\0");
        packet(out, 0, "\u00fa\6\0\0\0");
        packet(out, 0, "\31\5\0\0\0");
        packet(out, 0, "\27\5\0\0\0");
        requests.read(asked.toByteArray());
        assertThat(texts).containsExactly("select b", "select a", "select b", "(prepared before it could be read)");
    }

    @Test
    void encryptionAndCompressionAreSeen() throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeInt(8);
        out.writeInt(80_877_103);
        out.writeBytes("\26\3\1Q");
        assertThat(read(Language.POSTGRESQL, bytes.toByteArray(), 1000).unreadable()).contains("TLS");
        bytes.reset();
        packet(out, 1, "\0\10\0\0and more");
        assertThat(read(Language.MARIADB, bytes.toByteArray(), 1000).unreadable()).contains("TLS");
        bytes.reset();
        packet(out, 1, "\40\0\0\0and more");
        assertThat(read(Language.MARIADB, bytes.toByteArray(), 1000).unreadable()).contains("compression");
        bytes.reset();
        out.writeInt(8);
        out.writeInt(80_877_104);
        out.writeInt(12);
        out.writeBytes("\140token..");
        assertThat(read(Language.POSTGRESQL, bytes.toByteArray(), 1000).unreadable()).contains("GSS encryption");
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
