package dev.regatta.client.wire;

import dev.regatta.workload.Action;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.BlobStream;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Connect;
import dev.regatta.workload.CopyIn;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Idle;
import dev.regatta.workload.LargeParameter;
import dev.regatta.workload.Listing;
import dev.regatta.workload.Metadata;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;
import dev.regatta.workload.TypedRows;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A PostgreSQL connection, protocol 3.0. Statements are parsed once; an operation is Bind, Execute and Sync with binary
 * parameters and results.
 */
final class PostgresConnection implements WireConnection {

    private static final int INT8 = 20;
    private static final int INT2 = 21;
    private static final int INT4 = 23;
    private static final int TEXT = 25;
    private static final int VARCHAR = 1043;
    private static final Set<Integer> INTEGERS = Set.of(INT2, INT4, INT8);
    private static final Set<Integer> WITH_TEXTS = Set.of(INT4, TEXT, VARCHAR);

    private final PostgresMessages messages;
    private final PostgresResponse integers;
    private int statements;

    PostgresConnection(ByteChannel channel, Endpoint endpoint) throws IOException {
        messages = new PostgresMessages(channel);
        integers = new PostgresResponse(messages);
        new PostgresLogin(messages, endpoint).run();
    }

    @Override
    public WireStatement prepare(Workload workload) throws IOException {
        return switch (workload) {
            case Reading reading -> new WireReading(integers, integers,
                    PostgresPipeline.request(parse(reading), reading.keyed() ? 1 : 0), reading.statements());
            case Listing listing -> {
                var rows = new PostgresMixedRows(messages, listing.texts());
                yield new WireReading(rows, rows,
                        PostgresPipeline.request(parse(listing.sql(Dialect.POSTGRESQL), WITH_TEXTS), 0), 1);
            }
            case Transaction transaction -> transaction(transaction);
            case BatchInsert insert -> new PostgresBatch(messages, insert, parse(insert.sql(), INTEGERS, VARCHAR));
            case Action action -> new WireAction(integers,
                    PostgresPipeline.request(parse(action.sql(Dialect.POSTGRESQL), INTEGERS), 0).request());
            case BatchUpdate update -> new WireBatchUpdate(integers, update,
                    PostgresPipeline.after(parse("BEGIN", INTEGERS), parse(update.sql(), INTEGERS, INT4, INT4), 2,
                            update.rows()),
                    PostgresPipeline.request(parse("COMMIT", INTEGERS), 0).request());
            case LargeParameter large -> {
                String insert = parse(large.insert(Dialect.POSTGRESQL), INTEGERS, INT4, TEXT);
                String select = parse(large.select(), INTEGERS, INT4, TEXT);
                yield new WireLargeParameter(integers, integers, large,
                        text -> PostgresPipeline.request(insert, 1, text),
                        text -> PostgresPipeline.request(select, 1, text));
            }
            case Connect connect -> throw new IllegalArgumentException(
                    connect.id() + " opens connections, it is not prepared on one");
            case BlobStream blob -> throw WireConnection.noSuchStatement(blob);
            case CopyIn copy -> throw WireConnection.noSuchStatement(copy);
            case Metadata metadata -> throw WireConnection.noSuchStatement(metadata);
            case TypedRows typed -> throw WireConnection.noSuchStatement(typed);
            case Burst burst -> throw WireConnection.noSuchStatement(burst);
            case PoolCycle cycle -> throw WireConnection.noSuchStatement(cycle);
            case Idle idle -> throw WireConnection.noSuchStatement(idle);
            case OwnCode own -> throw WireConnection.noSuchStatement(own);
        };
    }

    private WireStatement transaction(Transaction transaction) throws IOException {
        String begin = parse("BEGIN", INTEGERS);
        String select = parse(transaction.read());
        String update = parse(transaction.update(), INTEGERS, INT4, INT4);
        int keys = transaction.read().keyed() ? 1 : 0;
        PreparedRequest next = PostgresPipeline.request(select, keys);
        PreparedRequest first = transaction.autocommit() ? next : PostgresPipeline.after(begin, select, keys, 1);
        return new WireTransaction(integers, integers, transaction, first, next, PostgresPipeline.request(update, 2),
                PostgresPipeline.request(parse("COMMIT", INTEGERS), 0).request());
    }

    private String parse(Reading reading) throws IOException {
        int[] parameters = reading.keyed() ? new int[]{INT4} : new int[0];
        return parse(reading.sql(Dialect.POSTGRESQL), INTEGERS, parameters);
    }

    /** Parses and describes a statement whose columns are of one of {@code columnTypes}. Returns its name. */
    private String parse(String statement, Set<Integer> columnTypes, int... parameterTypes) throws IOException {
        String sql = Placeholders.numbered(statement);
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
                case 'T' -> checkColumns(sql, columnTypes);
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

    private void checkColumns(String sql, Set<Integer> types) throws IOException {
        var in = messages.body();
        int columns = in.getShort();
        for (int column = 0; column < columns; column++) {
            String name = messages.string();
            in.position(in.position() + 6);
            int type = in.getInt();
            in.position(in.position() + 8);
            if (!types.contains(type)) {
                throw new IOException("column " + name + " of '" + sql + "' has the type with OID " + type
                        + ", expected an integer" + (types.contains(TEXT) ? " or a text" : ""));
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

    /**
     * Answers a COPY FROM STDIN with CopyFail, so that the server ends it with an error instead of waiting for ever.
     */
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
