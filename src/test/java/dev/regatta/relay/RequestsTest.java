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

    private static final String GREETING = "\12" + "11.8\0" + "1234" + "saltsalt" + "\0" + "\u00ff\u00ff" + "\10"
            + "\2\0" + "\u00ff\u00ff" + "and more";
    private static final String OK = "\0\u00fc\1\1\u00fd\1\1\1\2\0\0\0";
    private static final String OK_AND_MORE = "\0\1\0\12\0\0\0";
    private static final String EOF = "\u00fe\0\0\2\0";
    private static final String EOF_AND_MORE = "\u00fe\0\0\12\0";
    /** With the flags of an OK. */
    private static final String LATE_OK = "\u00fe\0\0\2\0\0\0";

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
        packet(out, 0, GREETING);
        packet(out, 2, OK);
        packet(out, 1, "\u00ffan error");
        packet(out, 1, "\0\5\0\0\0\1\0\1\0\0\0\0");
        packet(out, 2, "\3a parameter, longer than what is kept of it" + ".".repeat(200));
        packet(out, 3, EOF);
        packet(out, 4, "\3a column");
        packet(out, 5, EOF);
        packet(out, 1, "\0\6\0\0\0\0\0\0\0\0\0\0");
        answer(requests, answered.toByteArray(), chunk);
        assertThat(requests.unanswered()).isTrue();
        asked.reset();
        out = new DataOutputStream(asked);
        packet(out, 0, "\27\5\0\0\0");
        packet(out, 0, "\u00fa\6\0\0\0");
        packet(out, 0, "\31\5\0\0\0");
        packet(out, 0, "\27\5\0\0\0");
        requests.read(asked.toByteArray());
        assertThat(texts).containsExactly("select b", "select a", "select b", "(prepared before it could be read)");
        answered.reset();
        packet(out = new DataOutputStream(answered), 1, OK);
        for (int execution = 0; execution < 4; execution++) {
            assertThat(requests.unanswered()).isTrue();
            answer(requests, answered.toByteArray(), chunk);
        }
        assertThat(requests.unanswered()).isFalse();
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

    private static void answer(Requests requests, byte[] bytes, int chunk) {
        for (int from = 0; from < bytes.length; from += chunk) {
            requests.answered(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + chunk)));
        }
    }

    /** What a connection sends and gets: nothing is missing until the first and after the last byte of an answer. */
    private final class Talk {

        private final Requests requests;
        private final int chunk;
        private final boolean postgresql;

        Talk(Language language, int chunk) {
            this.requests = language.requests(texts::add);
            this.chunk = chunk;
            this.postgresql = language == Language.POSTGRESQL;
        }

        /** The client sends a message, which is of no request by itself. */
        Talk sends(int type, String body) throws IOException {
            boolean before = requests.unanswered();
            requests.read(bytes(type, body));
            assertThat(requests.unanswered()).as("sent %d %s", type, body).isEqualTo(before);
            return this;
        }

        /** The client sends a message that is answered. */
        Talk asks(int type, String body) throws IOException {
            requests.read(bytes(type, body));
            assertThat(requests.unanswered()).as("asked %d %s", type, body).isTrue();
            return this;
        }

        /** The server sends one that does not end what is missing. */
        Talk gets(int type, String body) throws IOException {
            boolean before = requests.unanswered();
            answer(requests, bytes(type, body), chunk);
            assertThat(requests.unanswered()).as("got %d %s", type, body).isEqualTo(before);
            return this;
        }

        /** The server sends one, with the last byte of which nothing is missing. */
        Talk ends(int type, String body) throws IOException {
            byte[] all = bytes(type, body);
            answer(requests, Arrays.copyOf(all, all.length - 1), chunk);
            assertThat(requests.unanswered()).as("all but the last byte of %d %s", type, body).isTrue();
            requests.answered(new byte[]{all[all.length - 1]});
            assertThat(requests.unanswered()).as("got %d %s", type, body).isFalse();
            return this;
        }

        private byte[] bytes(int type, String body) throws IOException {
            var bytes = new ByteArrayOutputStream();
            if (postgresql) {
                message(new DataOutputStream(bytes), (char) type, body);
            } else {
                packet(new DataOutputStream(bytes), type, body);
            }
            return bytes.toByteArray();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 1000})
    void anAnswerOfPostgresqlEndsWhereTheServerSaysSo(int chunk) throws IOException {
        var talk = new Talk(Language.POSTGRESQL, chunk);
        talk.requests.read(new byte[]{0, 0, 0, 8, 4, (byte) 210, 22, 47});
        assertThat(talk.requests.unanswered()).isFalse();
        talk.requests.answered(new byte[]{'N'});
        talk.requests.read(new byte[]{0, 0, 0, 8, 0, 3, 0, 0});
        talk.gets('R', "\0\0\0\0").gets('S', "a\0b\0").gets('K', "1234").ends('Z', "I");
        // A query whose rows, or bytes of them, look like other messages.
        talk.asks('Q', "SELECT 1\0").gets('T', "Z").gets('D', "Z\0\0\0\5I").gets('C', "SELECT 1\0").ends('Z', "I");
        talk.asks('F', "").gets('V', "").ends('Z', "I");
        // Two pipelined: the first one's readiness is not the second one's.
        talk.sends('P', "\0SELECT 1\0\0\0").sends('B', "\0\0\0\0").asks('E', "\0\0\0\0\0").asks('S', "")
                .asks('E', "\0\0\0\0\0").asks('S', "").gets('C', "SELECT 1\0").gets('Z', "I")
                .gets('C', "SELECT 1\0").ends('Z', "I");
        // Rows in portions, without a Sync; an error has the rest skipped.
        talk.asks('E', "\0\0\0\0\1").sends('H', "").gets('D', "").ends('s', "").asks('E', "\0\0\0\0\1")
                .asks('E', "\0\0\0\0\1").gets('C', "SELECT 1\0").asks('E', "\0\0\0\0\1").ends('E', "no\0")
                .asks('S', "").ends('Z', "E");
        // The server waits for what is copied in, and ends what is copied out.
        talk.asks('Q', "COPY t FROM STDIN\0").ends('G', "\0\0\0").sends('d', "1").asks('c', "").ends('C', "COPY 1\0")
                .gets('Z', "I").asks('Q', "COPY t TO STDOUT\0").gets('H', "\0\0\0").gets('d', "1").gets('c', "")
                .gets('C', "COPY 1\0").ends('Z', "I");
        talk.asks('E', "\0\0\0\0\0").asks('S', "").ends('G', "\0\0\0").asks('f', "no\0").asks('S', "")
                .gets('E', "no\0").ends('Z', "I");
        // What nobody asked for.
        talk.gets('A', "note").gets('N', "notice").gets('Z', "I").asks('Q', " \0").gets('I', "").ends('Z', "I");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 1000})
    void anAnswerOfMariaDbEndsWhereTheServerSaysSo(int chunk) throws IOException {
        var talk = new Talk(Language.MARIADB, chunk);
        talk.gets(0, GREETING).asks(1, "\0\2\0\0login").gets(2, "\u00feplugin\0salt").sends(3, "password")
                .gets(4, "\1\3").ends(5, OK);
        talk.asks(0, "\16").ends(1, OK).asks(0, "\2shop").ends(1, "\u00ffan error").sends(0, "\31\1\0\0\0");
        // Columns, a mark, rows of which one looks like OK, and a mark.
        talk.asks(0, "\3SELECT 1, 2").gets(1, "\2").gets(2, "\3def").gets(3, "\3def").gets(4, EOF).gets(5, "\0\1x")
                .ends(6, EOF);
        // Two results, the first of which has no rows; an error is the end of all.
        talk.asks(0, "\3DO 1; SELECT 1").gets(1, OK_AND_MORE).gets(2, "\1").gets(3, "\3def").gets(4, EOF)
                .gets(5, EOF_AND_MORE).ends(6, "\u00ffan error");
        talk.asks(0, "\3ALTER TABLE t").gets(1, "\u00ff\u00ff\u00ffhalf").ends(2, OK);
        // Rows that are fetched later.
        talk.asks(0, "\27\1\0\0\0").gets(1, "\1").gets(2, "\3def").ends(3, "\u00fe\0\0\102\0")
                .asks(0, "\34\1\0\0\0").gets(1, "\0\0x").ends(2, EOF);
        // Pipelined: the packets of the second answer begin with 1 again.
        talk.asks(0, "\26SELECT ?").asks(0, "\27\u00ff\u00ff\u00ff\u00ff").gets(1, "\0\5\0\0\0\1\0\1\0\0\0\0")
                .gets(2, "\3def").gets(3, EOF).gets(4, "\3def").gets(5, EOF).gets(1, "\1").gets(2, "\3def").gets(3, EOF)
                .gets(4, "\0\0\1").ends(5, EOF);
        // A file that the client sends, in so many packets that their numbers begin anew.
        talk.asks(0, "\3LOAD DATA").gets(1, "\u00fbfile").sends(2, "rows").sends(0, "\3rows").sends(1, "").ends(2, OK);
        talk.asks(0, "\3LOAD DATA").gets(1, "\u00fbfile").ends(2, "\u00ffno").asks(0, "\3SELECT 1").ends(1, OK);
        assertThat(texts).doesNotContain("rows");
        talk.asks(0, "\21other").gets(1, "\u00feplugin\0").ends(3, OK).sends(0, "\1");
    }

    /** Of a client that wants no marks, and keeps what it was told of columns. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void anAnswerOfMariaDbWithoutMarksEndsWithItsRows(int chunk) throws IOException {
        var talk = new Talk(Language.MARIADB, chunk);
        talk.gets(0, GREETING).asks(1, "\0\2\0\1login").ends(2, OK);
        talk.asks(0, "\26SELECT ?").gets(1, "\0\5\0\0\0\1\0\1\0\0\0\0").gets(2, "\3def").ends(3, "\3def");
        talk.asks(0, "\27\5\0\0\0").gets(1, "\1\1").gets(2, "\3def").gets(3, "\0\0\1").ends(4, LATE_OK);
        talk.asks(0, "\27\5\0\0\0").gets(1, "\1\0").gets(2, "\0\0\1").ends(3, LATE_OK);
        // A server that cannot leave the marks out.
        talk = new Talk(Language.MARIADB, chunk);
        talk.gets(0, "\12" + "5.5\0" + "1234" + "saltsalt" + "\0" + "\0\0" + "\10" + "\2\0" + "\0\0" + "and more")
                .asks(1, "\0\2\0\1login").ends(2, OK).asks(0, "\3SELECT 1").gets(1, "\1").gets(2, "\3def").gets(3, EOF)
                .gets(4, "\0011").ends(5, EOF);
    }

    /** A row of 16 MB and more comes in several packets. */
    @Test
    void theRestOfALongRowIsNoEnd() throws IOException {
        var talk = new Talk(Language.MARIADB, 1000);
        talk.gets(0, GREETING).asks(1, "\0\2\0\1login").ends(2, OK).asks(0, "\3SELECT long").gets(1, "\1")
                .gets(2, "\3def");
        byte[] part = new byte[4 + 0xffffff];
        Arrays.fill(part, 0, 3, (byte) 0xff);
        part[4] = (byte) 0xfe;
        talk.requests.answered(part);
        assertThat(talk.requests.unanswered()).isTrue();
        talk.gets(4, EOF).ends(5, LATE_OK);
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
        out.writeByte(body.length() >> 8);
        out.writeByte(0);
        out.writeByte(number);
        out.writeBytes(body);
    }
}
