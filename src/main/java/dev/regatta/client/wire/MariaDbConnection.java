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
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A MariaDB connection, 10.2 or newer. Statements are prepared once and executed in the binary protocol; the columns'
 * metadata is not sent again by servers that can leave it out (10.6).
 */
final class MariaDbConnection implements WireConnection {

    private static final int COM_QUIT = 0x01;
    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_PREPARE = 0x16;
    /** First byte of a response that asks for a local file. */
    private static final int LOCAL_INFILE = 0xfb;
    /** Stands for a value in a text row. */
    private static final int NULL = 0xfb;

    private final MariaDbPackets packets;
    private final boolean cachesMetadata;

    MariaDbConnection(ByteChannel channel, Endpoint endpoint) throws IOException {
        packets = new MariaDbPackets(channel);
        cachesMetadata = new MariaDbLogin(packets, endpoint).run();
    }

    @Override
    public WireStatement prepare(Workload workload) throws IOException {
        return switch (workload) {
            case Reading reading -> {
                Prepared select = prepare(reading.sql(Dialect.MARIADB));
                yield new WireReading(packets, integers(select),
                        MariaDbPipeline.request(select.number(), reading.keyed() ? 1 : 0), reading.statements());
            }
            case Listing listing -> {
                Prepared select = prepare(listing.sql(Dialect.MARIADB));
                yield new WireReading(packets, new MariaDbMixedRows(packets, cachesMetadata, listing.texts()),
                        MariaDbPipeline.request(select.number(), 0), 1);
            }
            case Transaction transaction -> transaction(transaction);
            case BatchInsert insert -> new MariaDbBatch(packets, insert, prepare(insert.sql()).number());
            case Action action -> new WireAction(packets,
                    MariaDbPipeline.request(prepare(action.sql(Dialect.MARIADB)).number(), 0).request());
            case BatchUpdate update -> new WireBatchUpdate(packets, update,
                    MariaDbPipeline.beginBulk(prepare(update.sql()).number(), update.rows()),
                    MariaDbPipeline.commit());
            case LargeParameter large -> {
                int insert = prepare(large.insert(Dialect.MARIADB)).number();
                Prepared select = prepare(large.select());
                yield new WireLargeParameter(packets, integers(select), large,
                        text -> MariaDbPipeline.request(insert, 1, text),
                        text -> MariaDbPipeline.request(select.number(), 1, text));
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
        Prepared select = prepare(transaction.read().sql(Dialect.MARIADB));
        Rows rows = integers(select);
        int update = prepare(transaction.update()).number();
        int keys = transaction.read().keyed() ? 1 : 0;
        PreparedRequest next = MariaDbPipeline.request(select.number(), keys);
        PreparedRequest first = transaction.autocommit() ? next : MariaDbPipeline.begin(select.number(), keys);
        return new WireTransaction(packets, rows, transaction, first, next, MariaDbPipeline.request(update, 2),
                MariaDbPipeline.commit());
    }

    /** A prepared statement; the metadata of its columns is next in the stream. */
    private record Prepared(int number, int columns) {}

    private Prepared prepare(String sql) throws IOException {
        packets.send(MariaDbPackets.finish(MariaDbPackets.begin(0).int1(COM_STMT_PREPARE).text(sql)));
        packets.nextOrError();
        packets.skip(1);
        int number = packets.body().getInt();
        int columns = packets.body().getShort() & 0xffff;
        int parameters = packets.body().getShort() & 0xffff;
        for (int i = 0; i < parameters; i++) {
            packets.nextOrError();
        }
        return new Prepared(number, columns);
    }

    private Rows integers(Prepared select) throws IOException {
        return new MariaDbRows(packets, cachesMetadata, select.columns());
    }

    @Override
    public List<List<String>> query(String sql) throws IOException {
        packets.send(MariaDbPackets.finish(MariaDbPackets.begin(0).int1(COM_QUERY).text(sql)));
        int first = packets.nextOrError();
        if (first == MariaDbPackets.OK) {
            return List.of();
        }
        if (first == LOCAL_INFILE) {
            packets.close();
            throw new IOException("the statement asks for a local file, which is not supported");
        }
        int columns = Math.toIntExact(packets.length());
        for (int i = 0; i < columns; i++) {
            packets.nextOrError();
        }
        var rows = new ArrayList<List<String>>();
        while (packets.nextOrError() != MariaDbPackets.END) {
            rows.add(row(columns));
        }
        return rows;
    }

    private List<String> row(int columns) {
        var row = new ArrayList<String>(columns);
        for (int column = 0; column < columns; column++) {
            if ((packets.body().get(packets.body().position()) & 0xff) == NULL) {
                packets.skip(1);
                row.add("");
            } else {
                row.add(packets.text(Math.toIntExact(packets.length())));
            }
        }
        return row;
    }

    @Override
    public void close() {
        try {
            packets.send(MariaDbPackets.finish(MariaDbPackets.begin(0).int1(COM_QUIT)));
        } catch (IOException e) {
            // The server has hung up already.
        }
        packets.close();
    }
}
