package dev.regatta.client.wire;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Listing;
import dev.regatta.workload.Workloads;
import dev.regatta.workload.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MariaDbConnectionTest {

    private static final Endpoint ENDPOINT = new Endpoint(Dialect.MARIADB, "db", 3306, "regatta", "user", "s3cret");
    private static final int[] NO_KEYS = {};
    private static final int LONG = 3;
    private static final int LONGLONG = 8;
    private static final int VAR_STRING = 253;
    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_BULK_EXECUTE = 0xfa;

    private final Request server = new Request(ByteOrder.LITTLE_ENDIAN);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void rowsAreReadHoweverTheyAreSplitOverReads(int most) throws IOException {
        greeting(true);
        ok(0);
        prepared(1);
        column(LONGLONG);
        packet(body -> body.int1(1).int1(0));
        for (int row = 1; row <= 1000; row++) {
            int value = row;
            packet(body -> body.int1(0).int1(0).int4(value).int4(0));
        }
        end();
        assertThat(connect(most).prepare(Workloads.ROWS_1000).execute(NO_KEYS))
                .isEqualTo(Workloads.ROWS_1000.expected(NO_KEYS));
    }

    @Test
    void metadataSentAgainIsReadAgain() throws IOException {
        greeting(true);
        ok(0);
        prepared(1);
        column(LONGLONG);
        packet(body -> body.int1(1).int1(1));
        column(1);
        packet(body -> body.int1(0).int1(0).int1(1));
        end();
        assertThat(connect(100).prepare(Workloads.SELECT_1).execute(NO_KEYS))
                .isEqualTo(Workloads.SELECT_1.expected(NO_KEYS));
    }

    @Test
    void aNullIsNotReadAsZero() throws IOException {
        greeting(true);
        ok(0);
        prepared(1);
        column(LONGLONG);
        packet(body -> body.int1(1).int1(0));
        packet(body -> body.int1(0).int1(4));
        var statement = connect(100).prepare(Workloads.SELECT_1);
        assertThatThrownBy(() -> statement.execute(NO_KEYS)).hasMessageContaining("a null");
    }

    @Test
    void aBatchCountsWhatTheServerAcknowledged() throws IOException {
        greeting(true);
        ok(0);
        prepared(0);
        ok(100);
        assertThat(connect(11).prepare(Workloads.INSERT_BATCH).execute(NO_KEYS))
                .isEqualTo(Workloads.INSERT_BATCH.expected(NO_KEYS));
    }

    @Test
    void aSwitchToAnotherScrambleIsAnswered() throws IOException {
        String scramble = "ABCDEFGHIJKLMNOPQRST";
        greeting(true);
        packet(body -> body.int1(0xfe).string(NativePassword.PLUGIN).string(scramble));
        ok(0);
        var channel = new ScriptedChannel(5, server);
        new MariaDbConnection(channel, ENDPOINT);
        byte[] written = channel.written();
        byte[] last = Arrays.copyOfRange(written, written.length - 20, written.length);
        assertThat(last)
                .isEqualTo(NativePassword.answer("s3cret", scramble.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void anAuthenticationMethodThatIsNotSpokenIsNamed() {
        greeting(true);
        packet(body -> body.int1(0xfe).string("unix_socket"));
        assertThatThrownBy(() -> connect(100)).hasMessageContaining("unix_socket")
                .hasMessageContaining(NativePassword.PLUGIN).hasMessageNotContaining("s3cret");
    }

    @Test
    void aServerWithoutBulkStatementsIsRefusedByItsVersion() {
        greeting(false);
        assertThatThrownBy(() -> connect(100)).hasMessageContaining("11.4.5-MariaDB").hasMessageContaining("10.2");
    }

    @Test
    void aConnectionSurvivesAnErrorOfTheServer() throws IOException {
        String large = "x".repeat(300_000);
        greeting(true);
        ok(0);
        packet(body -> body.int1(0xff).int2(1064).text("#42000no such thing"));
        packet(body -> body.int1(2).int1(1));
        column(VAR_STRING);
        column(VAR_STRING);
        packet(body -> body.int1(0xfd).int2(large.length() & 0xffff).int1(large.length() >> 16).text(large).int1(0xfb));
        end();
        var connection = connect(4096);
        assertThatThrownBy(() -> connection.query("SELEC")).isInstanceOf(ServerError.class)
                .hasMessage("no such thing (1064/42000)");
        assertThat(connection.query("SELECT …")).containsExactly(List.of(large, ""));
    }

    @Test
    void textsAreReadAsTexts() throws IOException {
        greeting(true);
        ok(0);
        prepared(2);
        column(LONG);
        column(VAR_STRING);
        packet(body -> body.int1(2).int1(0));
        for (int row = 1; row <= 2; row++) {
            int value = row;
            packet(body -> body.int1(0).int1(0).int4(value).int1(6).text("Zoë " + value));
        }
        end();
        var listing = new Listing("x", "", Map.of(Dialect.MARIADB, "SELECT"), 2,
                List.of(new Listing.Ints("i", row -> row), new Listing.Texts("t", row -> "Zoë " + row)), false);
        assertThat(connect(5).prepare(listing).execute(NO_KEYS)).isEqualTo(listing.expected(NO_KEYS));
    }

    @Test
    void aColumnOfATypeThatIsNotReadIsRefusedBeforeAnythingIsTimed() throws IOException {
        greeting(true);
        ok(0);
        prepared(1);
        column(VAR_STRING);
        var connection = connect(100);
        assertThatThrownBy(() -> connection.prepare(Workloads.SELECT_1)).hasMessageContaining("column n")
                .hasMessageContaining("type 253");
    }

    @Test
    void aTransactionBeginsWithItsFirstStatementAndCommitsAfterItsLastAnswer() throws IOException {
        transaction();
        ok(1);
        ok(0);
        var channel = new ScriptedChannel(100, server);
        var statement = new MariaDbConnection(channel, ENDPOINT).prepare(Workloads.TRANSACTION);
        int before = channel.written().length;
        assertThat(statement.execute(new int[]{42, 7})).isEqualTo(Workloads.TRANSACTION.expected(new int[]{42, 7}));
        assertThat(commands(channel.written(), before)).containsExactly(COM_QUERY, COM_STMT_EXECUTE, COM_STMT_EXECUTE,
                COM_QUERY);
    }

    @Test
    void anUpdateThatFindsNoRowChangesTheDigest() throws IOException {
        transaction();
        ok(0);
        ok(0);
        assertThat(connect(100).prepare(Workloads.TRANSACTION).execute(new int[]{42, 7}))
                .isNotEqualTo(Workloads.TRANSACTION.expected(new int[]{42, 7}));
    }

    @Test
    void aTransactionThatFailsIsEnded() throws IOException {
        transaction();
        packet(body -> body.int1(0xff).int2(1020).text("#HY000Record has changed"));
        ok(0);
        var channel = new ScriptedChannel(100, server);
        var statement = new MariaDbConnection(channel, ENDPOINT).prepare(Workloads.TRANSACTION);
        int before = channel.written().length;
        assertThatThrownBy(() -> statement.execute(new int[]{42, 7})).isInstanceOf(ServerError.class)
                .hasMessageContaining("Record has changed");
        assertThat(commands(channel.written(), before)).last().isEqualTo(COM_QUERY);
    }

    @Test
    void aBatchOfUpdatesIsOneRequestAndACommit() throws IOException {
        greeting(true);
        ok(0);
        prepared(0);
        ok(0);
        ok(200);
        ok(0);
        var keys = new int[Workloads.BATCH_UPDATE.keys()];
        Arrays.setAll(keys, i -> i + 1);
        var channel = new ScriptedChannel(100, server);
        var statement = new MariaDbConnection(channel, ENDPOINT).prepare(Workloads.BATCH_UPDATE);
        int before = channel.written().length;
        assertThat(statement.execute(keys)).isEqualTo(Workloads.BATCH_UPDATE.expected(keys));
        assertThat(commands(channel.written(), before)).containsExactly(COM_QUERY, COM_STMT_BULK_EXECUTE, COM_QUERY);
    }

    @Test
    void aLargeParameterIsSentWithBothStatements() throws IOException {
        greeting(true);
        ok(0);
        prepared(0);
        prepared(1);
        column(LONG);
        ok(2);
        packet(body -> body.int1(1).int1(0));
        packet(body -> body.int1(0).int1(0).int4(17));
        end();
        var channel = new ScriptedChannel(1000, server);
        var statement = new MariaDbConnection(channel, ENDPOINT).prepare(Workloads.LARGE_PARAMETER);
        int before = channel.written().length;
        assertThat(statement.execute(new int[]{17, 5})).isEqualTo(Workloads.LARGE_PARAMETER.expected(new int[]{17, 5}));
        assertThat(commands(channel.written(), before)).containsExactly(COM_STMT_EXECUTE, COM_STMT_EXECUTE);
        assertThat(channel.written().length - before).isGreaterThan(2 * 16 * 1024);
    }

    @Test
    void whatTheWireDoesNotRunIsRefused() throws IOException {
        greeting(true);
        ok(0);
        var connection = connect(100);
        assertThatThrownBy(() -> connection.prepare(Workloads.METADATA)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("metadata");
        assertThatThrownBy(() -> connection.prepare(Workloads.CONNECT)).hasMessageContaining("opens connections");
    }

    /** Two prepared statements, and the answers to BEGIN and the read of row 42. */
    private void transaction() {
        greeting(true);
        ok(0);
        prepared(2);
        column(LONG);
        column(LONG);
        prepared(0);
        ok(0);
        packet(body -> body.int1(2).int1(0));
        packet(body -> body.int1(0).int1(0).int4(42).int4(World.number(42)));
        end();
    }

    /** The command bytes of the packets from an offset on. */
    private static List<Integer> commands(byte[] written, int from) {
        var bytes = ByteBuffer.wrap(written).order(ByteOrder.LITTLE_ENDIAN).position(from);
        var commands = new ArrayList<Integer>();
        while (bytes.hasRemaining()) {
            int length = bytes.getInt();
            commands.add(bytes.get() & 0xff);
            bytes.position(bytes.position() + length - 1);
        }
        return commands;
    }

    private MariaDbConnection connect(int most) throws IOException {
        return new MariaDbConnection(new ScriptedChannel(most, server), ENDPOINT);
    }

    private void greeting(boolean bulk) {
        int capabilities = 1 << 1 | 1 << 3 | 1 << 9 | 1 << 13 | 1 << 15 | 1 << 19 | 1 << 24;
        int mariaDb = bulk ? 1 << 2 | 1 << 4 : 0;
        packet(body -> body.int1(10).string("11.4.5-MariaDB").int4(1).text("abcdefgh").int1(0)
                .int2(capabilities & 0xffff).int1(45).int2(2).int2(capabilities >>> 16).int1(21).raw(new byte[6])
                .int4(mariaDb).string("ijklmnopqrst").string(NativePassword.PLUGIN));
    }

    private void prepared(int columns) {
        packet(body -> body.int1(0).int4(1).int2(columns).int2(0).int1(0).int2(0));
    }

    private void column(int type) {
        packet(body -> body.int1(3).text("def").int1(0).int1(0).int1(0).int1(1).text("n").int1(0).int1(12).int2(63)
                .int4(20).int1(type).int2(0).int1(0).int2(0));
    }

    private void ok(int rows) {
        packet(body -> body.int1(0).int1(rows).int1(0).int2(2).int2(0));
    }

    private void end() {
        packet(body -> body.int1(0xfe).int1(0).int1(0).int2(2).int2(0));
    }

    private void packet(UnaryOperator<Request> fill) {
        int start = server.size();
        fill.apply(server.int4(0));
        server.patchInt4(start, server.size() - start - 4);
    }
}
