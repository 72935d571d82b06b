package dev.regatta.client.wire;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Listing;
import dev.regatta.workload.Workloads;
import dev.regatta.workload.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PostgresConnectionTest {

    private static final Endpoint ENDPOINT = new Endpoint(Dialect.POSTGRESQL, "db", 5432, "regatta", "user", "s3cret");
    private static final int[] NO_KEYS = {};

    private final Request server = new Request(ByteOrder.BIG_ENDIAN);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void rowsAreReadHoweverTheyAreSplitOverReads(int most) throws IOException {
        trust();
        prepared();
        message('2');
        for (int row = 1; row <= 1000; row++) {
            message('D', 2, 1, 4, 4, 4, row);
        }
        done("SELECT 1000");
        var connection = connect(most);
        assertThat(connection.prepare(Workloads.ROWS_1000).execute(NO_KEYS))
                .isEqualTo(Workloads.ROWS_1000.expected(NO_KEYS));
    }

    @Test
    void aMissingRowChangesTheDigest() throws IOException {
        trust();
        prepared();
        message('2');
        done("SELECT 0");
        assertThat(connect(9).prepare(Workloads.SELECT_1).execute(NO_KEYS))
                .isNotEqualTo(Workloads.SELECT_1.expected(NO_KEYS));
    }

    @Test
    void theKeyIsPatchedIntoTheRequest() throws IOException {
        trust();
        prepared();
        done("SELECT 0");
        var channel = new ScriptedChannel(7, server);
        var statement = new PostgresConnection(channel, ENDPOINT).prepare(Workloads.POINT_SELECT);
        int before = channel.written().length;
        statement.execute(new int[]{0x01020304});
        assertThat(
                new String(channel.written(), before, channel.written().length - before, StandardCharsets.ISO_8859_1))
                .isEqualTo("B\0\0\0\32\0r1\0\0\1\0\1\0\1\0\0\0\4\1\2\3\4\0\1\0\1E\0\0\0\t\0\0\0\0\0S\0\0\0\4");
    }

    @Test
    void aBatchCountsWhatTheServerAcknowledged() throws IOException {
        trust();
        prepared();
        for (int row = 0; row < 99; row++) {
            complete("INSERT 0 1");
        }
        done("INSERT 0 1");
        assertThat(connect(50).prepare(Workloads.INSERT_BATCH).execute(NO_KEYS))
                .isEqualTo(Workloads.INSERT_BATCH.expected(NO_KEYS));
    }

    @Test
    void aConnectionSurvivesAnErrorOfTheServer() throws IOException {
        trust();
        error("42601", "syntax error");
        ready();
        textRow("7");
        done("SELECT 1");
        var connection = connect(4);
        assertThatThrownBy(() -> connection.query("SELEC")).isInstanceOf(ServerError.class)
                .hasMessage("syntax error (42601)");
        assertThat(connection.query("SELECT 7")).containsExactly(List.of("7"));
    }

    @Test
    void aRowLargerThanTheReadBufferIsReadWhole() throws IOException {
        String large = "x".repeat(300_000);
        trust();
        textRow(large);
        textRow("y");
        done("SELECT 2");
        assertThat(connect(1 << 14).query("SELECT …")).containsExactly(List.of(large), List.of("y"));
    }

    @Test
    void aServerThatHangsUpIsAnError() throws IOException {
        trust();
        var connection = connect(100);
        assertThatThrownBy(() -> connection.query("SELECT 1")).isInstanceOf(EOFException.class)
                .hasMessage("the server closed the connection");
    }

    @Test
    void thePasswordIsNeverSentInClearText() {
        message('R', 4, 3);
        var channel = new ScriptedChannel(100, server);
        assertThatThrownBy(() -> new PostgresConnection(channel, ENDPOINT)).hasMessageContaining("clear text")
                .hasMessageNotContaining("s3cret");
        assertThat(new String(channel.written(), StandardCharsets.UTF_8)).doesNotContain("s3cret");
    }

    @Test
    void md5IsTheHashOfTheHashAndTheSalt() {
        // md5(md5('s3cret' || 'user') || salt), computed with md5sum
        assertThat(PostgresLogin.md5("user", "s3cret", new byte[]{'s', 'a', 'l', 't'}))
                .isEqualTo("md513fbe6f8e218c0b43a3fb524febbe773");
    }

    @Test
    void aColumnThatIsNoIntegerIsRefusedBeforeAnythingIsTimed() throws IOException {
        trust();
        int start = server.size();
        PostgresMessages.begin(server, 'T').int2(1).string("name").int4(0).int2(0).int4(25).int2(-1).int4(-1).int2(0);
        PostgresMessages.finish(server, start);
        var connection = connect(100);
        assertThatThrownBy(() -> connection.prepare(Workloads.SELECT_1)).hasMessageContaining("column name")
                .hasMessageContaining("expected an integer");
    }

    @Test
    void textsAreReadAsTexts() throws IOException {
        trust();
        int start = server.size();
        PostgresMessages.begin(server, 'T').int2(2);
        for (int oid : new int[]{23, 1043}) {
            server.string("c").int4(0).int2(0).int4(oid).int2(-1).int4(-1).int2(0);
        }
        PostgresMessages.finish(server, start);
        ready();
        for (int row = 1; row <= 2; row++) {
            int data = server.size();
            PostgresMessages.begin(server, 'D').int2(2).int4(4).int4(row).int4(6).text("Zoë " + row);
            PostgresMessages.finish(server, data);
        }
        done("SELECT 2");
        var listing = new Listing("x", "", Map.of(Dialect.POSTGRESQL, "SELECT"), 2,
                List.of(new Listing.Ints("i", row -> row), new Listing.Texts("t", row -> "Zoë " + row)), false);
        assertThat(connect(5).prepare(listing).execute(NO_KEYS)).isEqualTo(listing.expected(NO_KEYS));
    }

    @Test
    void aTransactionBeginsWithItsFirstStatementAndCommitsAfterItsLastAnswer() throws IOException {
        transaction();
        done("UPDATE 1");
        done("COMMIT");
        var channel = new ScriptedChannel(100, server);
        var statement = new PostgresConnection(channel, ENDPOINT).prepare(Workloads.TRANSACTION);
        int before = channel.written().length;
        assertThat(statement.execute(new int[]{42, 7})).isEqualTo(Workloads.TRANSACTION.expected(new int[]{42, 7}));
        assertThat(types(channel.written(), before)).isEqualTo("BEBES" + "BES" + "BES");
    }

    @Test
    void anUpdateThatFindsNoRowChangesTheDigest() throws IOException {
        transaction();
        done("UPDATE 0");
        done("COMMIT");
        assertThat(connect(100).prepare(Workloads.TRANSACTION).execute(new int[]{42, 7}))
                .isNotEqualTo(Workloads.TRANSACTION.expected(new int[]{42, 7}));
    }

    @Test
    void aTransactionThatFailsIsEnded() throws IOException {
        transaction();
        error("40001", "could not serialize access");
        ready();
        done("ROLLBACK");
        var channel = new ScriptedChannel(100, server);
        var statement = new PostgresConnection(channel, ENDPOINT).prepare(Workloads.TRANSACTION);
        int before = channel.written().length;
        assertThatThrownBy(() -> statement.execute(new int[]{42, 7})).isInstanceOf(ServerError.class)
                .hasMessageContaining("could not serialize access");
        assertThat(types(channel.written(), before)).isEqualTo("BEBES" + "BES" + "BES");
    }

    @Test
    void withAutocommitNothingBeginsOrCommits() throws IOException {
        trust();
        for (int statement = 0; statement < 4; statement++) {
            prepared();
        }
        var keys = new int[40];
        Arrays.setAll(keys, i -> i + 1);
        for (int i = 0; i < 20; i++) {
            message('D', 2, 2, 4, 4, 4, keys[i], 4, 4, 4, World.number(keys[i]));
            done("SELECT 1");
        }
        for (int i = 0; i < 20; i++) {
            done("UPDATE 1");
        }
        var channel = new ScriptedChannel(100, server);
        var statement = new PostgresConnection(channel, ENDPOINT).prepare(Workloads.UPDATE_20);
        int before = channel.written().length;
        assertThat(statement.execute(keys)).isEqualTo(Workloads.UPDATE_20.expected(keys));
        assertThat(types(channel.written(), before)).isEqualTo("BES".repeat(40));
    }

    @Test
    void aBatchOfUpdatesIsOneRequestAndACommit() throws IOException {
        trust();
        for (int statement = 0; statement < 3; statement++) {
            prepared();
        }
        complete("BEGIN");
        for (int row = 0; row < 199; row++) {
            complete("UPDATE 1");
        }
        done("UPDATE 1");
        done("COMMIT");
        var keys = new int[Workloads.BATCH_UPDATE.keys()];
        Arrays.setAll(keys, i -> i + 1);
        var channel = new ScriptedChannel(100, server);
        var statement = new PostgresConnection(channel, ENDPOINT).prepare(Workloads.BATCH_UPDATE);
        int before = channel.written().length;
        assertThat(statement.execute(keys)).isEqualTo(Workloads.BATCH_UPDATE.expected(keys));
        assertThat(types(channel.written(), before)).isEqualTo("BE" + "BE".repeat(200) + "S" + "BES");
    }

    @Test
    void aLargeParameterIsSentWithBothStatements() throws IOException {
        trust();
        prepared();
        prepared();
        done("INSERT 0 1");
        message('D', 2, 1, 4, 4, 4, 17);
        done("SELECT 1");
        var channel = new ScriptedChannel(1000, server);
        var statement = new PostgresConnection(channel, ENDPOINT).prepare(Workloads.LARGE_PARAMETER);
        int before = channel.written().length;
        assertThat(statement.execute(new int[]{17, 5})).isEqualTo(Workloads.LARGE_PARAMETER.expected(new int[]{17, 5}));
        assertThat(types(channel.written(), before)).isEqualTo("BESBES");
        assertThat(channel.written().length - before).isGreaterThan(2 * 16 * 1024);
    }

    @Test
    void whatTheWireDoesNotRunIsRefused() throws IOException {
        trust();
        var connection = connect(100);
        assertThatThrownBy(() -> connection.prepare(Workloads.BLOB)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blob");
        assertThatThrownBy(() -> connection.prepare(Workloads.CONNECT)).hasMessageContaining("opens connections");
    }

    /** Four prepared statements, and the answer to BEGIN and the read of row 42. */
    private void transaction() {
        trust();
        for (int statement = 0; statement < 4; statement++) {
            prepared();
        }
        complete("BEGIN");
        message('D', 2, 2, 4, 4, 4, 42, 4, 4, 4, World.number(42));
        done("SELECT 1");
    }

    /** The type bytes of the messages from an offset on. */
    private static String types(byte[] written, int from) {
        var bytes = ByteBuffer.wrap(written).position(from);
        var types = new StringBuilder();
        while (bytes.hasRemaining()) {
            types.append((char) bytes.get());
            int length = bytes.getInt();
            bytes.position(bytes.position() + length - Integer.BYTES);
        }
        return types.toString();
    }

    private PostgresConnection connect(int most) throws IOException {
        return new PostgresConnection(new ScriptedChannel(most, server), ENDPOINT);
    }

    private void trust() {
        message('R', 4, 0);
        ready();
    }

    private void prepared() {
        message('1');
        ready();
    }

    private void ready() {
        message('Z', 1, 'I');
    }

    private void done(String tag) {
        complete(tag);
        ready();
    }

    private void complete(String tag) {
        int start = server.size();
        PostgresMessages.finish(PostgresMessages.begin(server, 'C').string(tag), start);
    }

    private void error(String code, String message) {
        int start = server.size();
        PostgresMessages.begin(server, 'E').int1('S').string("ERROR").int1('C').string(code).int1('M').string(message);
        PostgresMessages.finish(server.int1(0), start);
    }

    private void textRow(String value) {
        int start = server.size();
        PostgresMessages.begin(server, 'D').int2(1).int4(value.length()).text(value);
        PostgresMessages.finish(server, start);
    }

    /** A message of pairs: bytes, value. */
    private void message(char type, int... widthsAndValues) {
        int start = server.size();
        PostgresMessages.begin(server, type);
        for (int i = 0; i < widthsAndValues.length; i += 2) {
            switch (widthsAndValues[i]) {
                case 1 -> server.int1(widthsAndValues[i + 1]);
                case 2 -> server.int2(widthsAndValues[i + 1]);
                default -> server.int4(widthsAndValues[i + 1]);
            }
        }
        PostgresMessages.finish(server, start);
    }
}
