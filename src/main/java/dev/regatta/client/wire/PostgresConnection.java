package dev.regatta.client.wire;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A PostgreSQL connection, protocol 3.0. Statements are parsed once; an operation is Bind, Execute and Sync with binary
 * parameters and results.
 */
final class PostgresConnection implements WireConnection {

    private static final int INT8 = 20;
    private static final int INT2 = 21;
    private static final int INT4 = 23;
    private static final int VARCHAR = 1043;

    private final PostgresMessages messages;
    private int statements;

    PostgresConnection(ByteChannel channel, Endpoint endpoint) throws IOException {
        messages = new PostgresMessages(channel);
        new PostgresLogin(messages, endpoint).run();
    }

    @Override
    public WireStatement prepare(Workload workload) throws IOException {
        String sql = Placeholders.numbered(workload.sql(Dialect.POSTGRESQL));
        return switch (workload) {
            case Reading reading -> {
                int[] parameters = reading.keyed() ? new int[]{INT4} : new int[0];
                yield new PostgresReading(messages, reading, parse(sql, parameters));
            }
            case BatchInsert insert -> new PostgresBatch(messages, insert, parse(sql, VARCHAR));
        };
    }

    /** Parses and describes a statement. Returns its name. */
    private String parse(String sql, int... parameterTypes) throws IOException {
        String name = "r" + ++statements;
        var request = PostgresMessages.begin(new Request(ByteOrder.BIG_ENDIAN), 'P').string(name).string(sql)
                .int2(parameterTypes.length);
        for (int type : parameterTypes) {
            request.int4(type);
        }
        PostgresMessages.finish(request, 0);
        int describe = request.size();
        PostgresMessages.finish(PostgresMessages.begin(request, 'D').int1('S').string(name), describe);
        messages.send(request.int1('S').int4(4).build());
        while (true) {
            switch (messages.next()) {
                case 'T' -> checkColumns(sql);
                case 'E' -> throw messages.recover(messages.error());
                case 'Z' -> {
                    return name;
                }
                default -> {
                    // ParseComplete, ParameterDescription, NoData and notices.
                }
            }
        }
    }

    private void checkColumns(String sql) throws IOException {
        var in = messages.body();
        int columns = in.getShort();
        for (int column = 0; column < columns; column++) {
            String name = messages.string();
            in.position(in.position() + 6);
            int type = in.getInt();
            in.position(in.position() + 8);
            if (type != INT2 && type != INT4 && type != INT8) {
                throw new IOException("column " + name + " of '" + sql + "' has the type with OID " + type
                        + ", expected an integer");
            }
        }
    }

    @Override
    public List<List<String>> query(String sql) throws IOException {
        var request = PostgresMessages.begin(new Request(ByteOrder.BIG_ENDIAN), 'Q').string(sql);
        messages.send(PostgresMessages.finish(request, 0).build());
        var rows = new ArrayList<List<String>>();
        while (true) {
            switch (messages.next()) {
                case 'D' -> rows.add(row());
                case 'E' -> throw messages.recover(messages.error());
                case 'G' -> refuseCopy();
                case 'Z' -> {
                    return rows;
                }
                default -> {
                    // RowDescription, CommandComplete, EmptyQueryResponse, parameters and notices.
                }
            }
        }
    }

    private List<String> row() {
        var in = messages.body();
        int columns = in.getShort();
        var row = new ArrayList<String>(columns);
        for (int column = 0; column < columns; column++) {
            int length = in.getInt();
            row.add(length < 0 ? "" : messages.text(length));
        }
        return row;
    }

    /** Answers a COPY FROM STDIN with CopyFail, so that the server ends it with an error instead of waiting for ever. */
    private void refuseCopy() throws IOException {
        var request = PostgresMessages.begin(new Request(ByteOrder.BIG_ENDIAN), 'f').string("not supported here");
        messages.send(PostgresMessages.finish(request, 0).build());
    }

    @Override
    public void close() {
        try {
            messages.send(new Request(ByteOrder.BIG_ENDIAN).int1('X').int4(4).build());
        } catch (IOException e) {
            // The server has hung up already.
        }
        messages.close();
    }
}
