package dev.regatta.stack;

import dev.regatta.load.Threading;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.BlobStream;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Connect;
import dev.regatta.workload.CopyIn;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Idle;
import dev.regatta.workload.Metadata;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Transaction;
import dev.regatta.workload.TypedRows;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The catalog of client stacks. */
public final class Stacks {

    private static final Set<Dialect> POSTGRESQL = EnumSet.of(Dialect.POSTGRESQL);
    private static final Set<Dialect> MARIADB = EnumSet.of(Dialect.MARIADB);

    private static final Root PGJDBC = new Root("org.postgresql:postgresql", "postgresql.version",
            "org.postgresql.Driver");
    private static final Root MARIADB_JDBC = new Root("org.mariadb.jdbc:mariadb-java-client",
            "mariadb-java-client.version", "org.mariadb.jdbc.Driver");
    private static final Root MYSQL_JDBC = new Root("com.mysql:mysql-connector-j", "mysql-connector-j.version",
            "com.mysql.cj.jdbc.Driver");
    private static final Root HIKARI = new Root("com.zaxxer:HikariCP", "hikari.version",
            "com.zaxxer.hikari.HikariDataSource");
    private static final Root R2DBC_POSTGRESQL = new Root("org.postgresql:r2dbc-postgresql",
            "r2dbc-postgresql.version", "io.r2dbc.postgresql.PostgresqlConnectionFactory");
    private static final Root R2DBC_MARIADB = new Root("org.mariadb:r2dbc-mariadb", "r2dbc-mariadb.version",
            "org.mariadb.r2dbc.MariadbConnectionFactory");
    private static final Root R2DBC_POOL = new Root("io.r2dbc:r2dbc-pool", "r2dbc-pool.version",
            "io.r2dbc.pool.ConnectionPool");

    private static final Root AGROAL = new Root("io.agroal:agroal-pool", "agroal.version",
            "io.agroal.pool.ConnectionPool");

    private static final Root VERTX_PG = new Root("io.vertx:vertx-pg-client", "vertx-pg-client.version",
            "io.vertx.pgclient.PgConnection");
    private static final Root VERTX_MYSQL = new Root("io.vertx:vertx-mysql-client", "vertx-mysql-client.version",
            "io.vertx.mysqlclient.MySQLConnection");
    /** Vert.x 4 declares it optional. */
    private static final Root SCRAM = new Root("com.ongres.scram:scram-client", "scram-client.version",
            "com.ongres.scram.client.ScramClient");

    private static final Root HIBERNATE_ORM = new Root("org.hibernate.orm:hibernate-core", "hibernate-orm.version",
            "org.hibernate.SessionFactory");
    private static final Root HIBERNATE_REACTIVE = new Root("org.hibernate.reactive:hibernate-reactive-core",
            "hibernate-reactive.version", "org.hibernate.reactive.stage.Stage");
    /** The Hibernate ORM that Hibernate Reactive needs, which is older than that of the other stacks. */
    private static final Root REACTIVE_ORM = new Root("org.hibernate.orm:hibernate-core",
            "hibernate-reactive-orm.version", "org.hibernate.SessionFactory");
    private static final Root REACTIVE_VERTX_PG = new Root("io.vertx:vertx-pg-client",
            "hibernate-reactive-vertx-pg-client.version", "io.vertx.pgclient.PgConnection");
    private static final Root REACTIVE_VERTX_MYSQL = new Root("io.vertx:vertx-mysql-client",
            "hibernate-reactive-vertx-mysql-client.version", "io.vertx.mysqlclient.MySQLConnection");

    private static final Gap NO_BURST = Gap.of(Burst.class,
            "without a pool every task opens a connection, more at once than a server accepts");
    private static final Gap NO_POOL = new Gap(workload -> workload instanceof PoolCycle || workload instanceof Idle,
            "it has no pool");
    private static final Gap NO_METADATA = Gap.of(Metadata.class, "DatabaseMetaData is a part of JDBC");
    private static final Gap NO_R2DBC_COPY = Gap.of(CopyIn.class,
            "R2DBC has no COPY; what is measured is the CopyManager of pgjdbc");

    private static final List<Gap> OF_THE_WIRE = List.of(
            Gap.of(BlobStream.class,
                    "the raw wire has no streams, which are what is measured: old against new decides"),
            Gap.of(CopyIn.class,
                    "the raw wire has no writes of its own, which are what is measured: old against new decides"),
            NO_METADATA,
            Gap.of(TypedRows.class,
                    "the raw wire knows integers and texts only, and types are what is measured: old against new decides"),
            Gap.of(Burst.class,
                    "the raw wire lends no connections, which the tasks wait for: old against new decides"),
            new Gap(workload -> workload instanceof PoolCycle || workload instanceof Idle,
                    "the raw wire has no pool: old against new decides"),
            Gap.of(OwnCode.class, "it has no code of a project: old against new decides"));
    private static final List<Gap> OF_R2DBC_POSTGRESQL = List.of(
            Gap.of(BlobStream.class, "its Blob is a value of type bytea, large objects are out of its reach"),
            NO_R2DBC_COPY, NO_METADATA);
    private static final List<Gap> OF_R2DBC_MARIADB = List.of(
            Gap.of(BlobStream.class,
                    "R2DBC's Blob is an ordinary parameter, as in large-parameter; what is measured is that of JDBC"),
            NO_R2DBC_COPY, NO_METADATA);

    private static final List<Gap> OF_VERTX = List.of(
            Gap.of(BlobStream.class, "the clients of Vert.x have no streams into a column"),
            Gap.of(CopyIn.class, "the client of Vert.x has no COPY; what is measured is the CopyManager of pgjdbc"),
            NO_METADATA);
    private static final List<Gap> OF_VERTX_PIPELINED = and(OF_VERTX, NO_POOL,
            new Gap(workload -> workload instanceof BatchUpdate
                    || workload instanceof Transaction transaction && !transaction.autocommit(),
                    "the pipelined client lends no connection, and so has no transactions"));

    private static final List<Gap> OF_HIBERNATE = List.of(
            Gap.of(BatchInsert.class, "the table that is inserted into has no key, and an entity needs one"),
            Gap.of(BatchUpdate.class, "Hibernate sends no batches unless a setting says so"),
            Gap.of(Connect.class, "Hibernate borrows connections and opens none by itself"),
            Gap.of(PoolCycle.class, "its pool is that of another client, and to make its sessions takes longer than"
                    + " that pool needs to grow"),
            Gap.of(Idle.class, "its pool is that of another client, which runs it"),
            new Gap(workload -> workload.entity().isEmpty(), "no entity is mapped to what it reads"));

    /** The raw wire, which other clients are compared with where it runs. */
    public static final Stack WIRE = new Stack("wire", Api.WIRE, Pool.OWN_CONNECTIONS,
            EnumSet.of(Dialect.POSTGRESQL, Dialect.MARIADB),
            List.of(), OF_THE_WIRE, false);

    private static final List<Stack> ALL = List.of(WIRE,
            judged("pgjdbc+hikari", Api.JDBC, Pool.HIKARI, POSTGRESQL, List.of(PGJDBC, HIKARI), List.of()),
            judged("r2dbc-postgresql+r2dbc-pool", Api.R2DBC, Pool.R2DBC_POOL, POSTGRESQL,
                    List.of(R2DBC_POSTGRESQL, R2DBC_POOL), OF_R2DBC_POSTGRESQL),
            judged("mariadb+hikari", Api.JDBC, Pool.HIKARI, MARIADB, List.of(MARIADB_JDBC, HIKARI), List.of()),
            judged("mysql-connector-j+hikari", Api.JDBC, Pool.HIKARI, MARIADB, List.of(MYSQL_JDBC, HIKARI), List.of()),
            judged("r2dbc-mariadb+r2dbc-pool", Api.R2DBC, Pool.R2DBC_POOL, MARIADB, List.of(R2DBC_MARIADB, R2DBC_POOL),
                    OF_R2DBC_MARIADB),
            judged("pgjdbc+agroal", Api.JDBC, Pool.AGROAL, POSTGRESQL, List.of(PGJDBC, AGROAL), List.of()),
            compared("pgjdbc", Api.JDBC, Pool.NONE, POSTGRESQL, List.of(PGJDBC), List.of(NO_BURST, NO_POOL)),
            compared("r2dbc-postgresql", Api.R2DBC, Pool.NONE, POSTGRESQL, List.of(R2DBC_POSTGRESQL),
                    and(OF_R2DBC_POSTGRESQL, NO_BURST, NO_POOL)),
            judged("vertx-pg-client+pool", Api.VERTX, Pool.VERTX, POSTGRESQL, List.of(VERTX_PG, SCRAM), OF_VERTX),
            judged("vertx-pg-client+pipelined", Api.VERTX, Pool.ONE_PIPELINED, POSTGRESQL, List.of(VERTX_PG, SCRAM),
                    OF_VERTX_PIPELINED),
            judged("hibernate-orm+pgjdbc+hikari", Api.HIBERNATE_ORM, Pool.HIKARI, POSTGRESQL,
                    List.of(HIBERNATE_ORM, PGJDBC, HIKARI), OF_HIBERNATE),
            judged("hibernate-reactive+vertx-pg-client", Api.HIBERNATE_REACTIVE, Pool.VERTX, POSTGRESQL,
                    List.of(HIBERNATE_REACTIVE, REACTIVE_ORM, REACTIVE_VERTX_PG, SCRAM), OF_HIBERNATE),
            compared("mariadb+agroal", Api.JDBC, Pool.AGROAL, MARIADB, List.of(MARIADB_JDBC, AGROAL), List.of()),
            compared("mariadb", Api.JDBC, Pool.NONE, MARIADB, List.of(MARIADB_JDBC), List.of(NO_BURST, NO_POOL)),
            compared("r2dbc-mariadb", Api.R2DBC, Pool.NONE, MARIADB, List.of(R2DBC_MARIADB),
                    and(OF_R2DBC_MARIADB, NO_BURST, NO_POOL)),
            judged("vertx-mysql-client+pool", Api.VERTX, Pool.VERTX, MARIADB, List.of(VERTX_MYSQL), OF_VERTX),
            compared("vertx-mysql-client+pipelined", Api.VERTX, Pool.ONE_PIPELINED, MARIADB, List.of(VERTX_MYSQL),
                    OF_VERTX_PIPELINED),
            compared("hibernate-orm+mariadb+hikari", Api.HIBERNATE_ORM, Pool.HIKARI, MARIADB,
                    List.of(HIBERNATE_ORM, MARIADB_JDBC, HIKARI), OF_HIBERNATE),
            compared("hibernate-reactive+vertx-mysql-client", Api.HIBERNATE_REACTIVE, Pool.VERTX, MARIADB,
                    List.of(HIBERNATE_REACTIVE, REACTIVE_ORM, REACTIVE_VERTX_MYSQL), OF_HIBERNATE));

    private Stacks() {
    }

    private static List<Gap> and(List<Gap> gaps, Gap... more) {
        return Stream.concat(gaps.stream(), Stream.of(more)).toList();
    }

    /** A stack of which the default suite has cells, as a test makes sure. */
    private static Stack judged(String id, Api api, Pool pool, Set<Dialect> databases, List<Root> roots,
            List<Gap> gaps) {
        return new Stack(id, api, pool, databases, roots, gaps, true);
    }

    /**
     * A stack that the default suite leaves out: the full one has cells of it, and {@code ./regatta compare} races it.
     */
    private static Stack compared(String id, Api api, Pool pool, Set<Dialect> databases, List<Root> roots,
            List<Gap> gaps) {
        return new Stack(id, api, pool, databases, roots, gaps, false);
    }

    /**
     * A class of a project's own code, with whatever it connects through; it is in no catalog.
     *
     * @param type      the name of the class
     * @param threading what carries its operations
     */
    public static Stack ownCode(String type, Threading threading) {
        return new Stack(type, Api.OWN_CODE.threadings().contains(threading) ? Api.OWN_CODE : Api.OWN_CODE_ASYNC,
                Pool.OF_THE_PROJECT, EnumSet.allOf(Dialect.class), List.of(), List.of(), false);
    }

    /** Every stack in the order of reports, the raw wire first. */
    public static List<Stack> all() {
        return ALL;
    }

    /** The stacks of released artifacts: all but the raw wire. */
    public static List<Stack> released() {
        return ALL.stream().filter(stack -> stack != WIRE).toList();
    }

    /** The stacks that connect to {@code dialect}, the raw wire first. */
    public static List<Stack> on(Dialect dialect) {
        return ALL.stream().filter(stack -> stack.databases().contains(dialect)).toList();
    }

    /** The stack with this id, if there is one. */
    public static Optional<Stack> find(String id) {
        return ALL.stream().filter(stack -> stack.id().equals(id)).findFirst();
    }

    /**
     * The stack with this id.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static Stack of(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("unknown client stack '" + id
                + "', expected one of " + ALL.stream().map(Stack::id).collect(Collectors.joining(", "))));
    }
}
