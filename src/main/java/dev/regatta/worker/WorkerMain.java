package dev.regatta.worker;

import dev.regatta.client.PoolMeters;
import dev.regatta.client.wire.Admin;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.CommandLoop;
import dev.regatta.protocol.Describer;
import dev.regatta.protocol.Description;

import java.util.List;
import java.util.Optional;

/** What a fork does: the commands of one worker, on the client that was opened last. */
public final class WorkerMain implements CommandLoop.Commands {

    private final Proof proof = new Proof();
    private PreparedClient prepared;

    private WorkerMain() {
    }

    /**
     * Takes no arguments.
     *
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        CommandLoop.run(new WorkerMain());
    }

    @Override
    public Answer to(Command command) throws Exception {
        return switch (command) {
            case Command.Open open -> open(open);
            case Command.Check check -> prepared().check(check);
            case Command.Run run -> prepared().ran(run);
            case Command.Offer offer -> prepared().offered(offer);
            case Command.Record record -> prepared().record(record);
            case Command.Inspect inspect -> prepared().inspect(inspect);
            case Command.Profile profile -> prepared().profile(profile);
            case Command.Meter meter -> meter(meter);
            case Command.Sql sql -> sql(sql);
            case Command.Describe describe -> describe(describe);
            case Command.Reset reset -> reset();
            case Command.Shut shut -> shut();
            case Command.Close close -> close();
        };
    }

    /**
     * Opens fresh connections for every cell: what a server's session has done before decides how fast it is
     * (PostgreSQL's was seen 35 % apart on the same statement), and must not depend on which cells ran earlier.
     */
    private Answer open(Command.Open open) throws Exception {
        shut();
        prepared = PreparedClient.open(open, Optional.empty());
        return prepared.proof(proof);
    }

    /** On a client of its own, which nothing is timed on. */
    private Answer meter(Command.Meter meter) throws Exception {
        shut();
        var meters = new PoolMeters();
        try (PreparedClient watched = PreparedClient.open(meter.open(), Optional.of(meters))) {
            return watched.meter(meter, meters);
        }
    }

    private static Answer sql(Command.Sql sql) throws Exception {
        try (Admin admin = Admin.connect(sql.endpoint())) {
            List<List<String>> rows = List.of();
            for (String statement : sql.statements()) {
                rows = admin.run(statement);
            }
            return new Answer.Rows(rows);
        }
    }

    private static Answer describe(Command.Describe asked) {
        if (asked.schema() != Description.SCHEMA) {
            throw new IllegalArgumentException("this checkout describes itself in form " + Description.SCHEMA
                    + ", and form " + asked.schema() + " was asked for");
        }
        return new Answer.Described(Describer.here().describe());
    }

    private Answer reset() throws Exception {
        prepared().reset();
        return new Answer.Reset();
    }

    private Answer shut() {
        if (prepared != null) {
            prepared.close();
            prepared = null;
        }
        return new Answer.Shut();
    }

    private Answer close() {
        shut();
        return new Answer.Closed();
    }

    private PreparedClient prepared() {
        if (prepared == null) {
            throw new IllegalStateException("no client is open in this fork: open one first");
        }
        return prepared;
    }
}
