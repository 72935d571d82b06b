package dev.regatta.findings;

import dev.regatta.protocol.ClientId;

import java.util.List;

/** The explorations that the claims rest on. Each takes a few minutes. */
final class Explored {

    static final String PLATFORM = "mariadb+hikari/platform";
    static final String VIRTUAL = "mariadb+hikari/virtual";
    static final String R2DBC = "r2dbc-mariadb+r2dbc-pool/event-loop";
    static final String MYSQL_PLATFORM = "mysql-connector-j+hikari/platform";
    static final String MYSQL_VIRTUAL = "mysql-connector-j+hikari/virtual";
    static final String ORM = "hibernate-orm+pgjdbc+hikari/platform";
    static final String REACTIVE = "hibernate-reactive+vertx-pg-client/event-loop";
    static final String JDBC = "pgjdbc+hikari/platform";
    static final String POOLED = "r2dbc-postgresql+r2dbc-pool/event-loop";
    static final String UNPOOLED = "r2dbc-postgresql/event-loop";

    static final String MVC_JDBC = "spring-mvc+jdbc/platform";
    static final String MVC_R2DBC = "spring-mvc+r2dbc/platform";
    static final String MVC_JPA = "spring-mvc+jpa/platform";
    static final String WEBFLUX = "spring-webflux+r2dbc/event-loop";
    static final String WEBFLUX_UNPOOLED = "spring-webflux+r2dbc-without-pool/event-loop";
    static final String QUARKUS_ORM = "quarkus-rest+hibernate-orm/platform";
    static final String QUARKUS_REACTIVE = "quarkus-rest+hibernate-reactive/event-loop";

    static final List<String> WORKLOADS = List.of("select-1", "do-1", "row-100-columns", "rows-1000");

    private static final String MARIADB = clients(PLATFORM, VIRTUAL, R2DBC);
    private static final String THREADS = clients(PLATFORM, VIRTUAL);
    private static final String SMALL = " --workload select-1 --sweep pool=4,16 --in-flight 100";
    private static final String CONNECTORS = clients(MYSQL_PLATFORM, MYSQL_VIRTUAL, PLATFORM, VIRTUAL);
    private static final String ON_JDK_21 = "@21";
    private static final String THEN = " --with com.mysql:mysql-connector-j:8.4.0";
    private static final String CONNECTORS_OF_THEN = clients(then(MYSQL_PLATFORM), then(MYSQL_VIRTUAL), then(PLATFORM),
            then(VIRTUAL)) + THEN;
    private static final String POSTGRESQL = clients(JDBC, POOLED);
    private static final String SIXTEEN_IN_FLIGHT = " --sweep concurrency=16";
    private static final String SLEEPING = " --workload sleep-10" + SIXTEEN_IN_FLIGHT;
    private static final String HIBERNATE = clients(ORM, REACTIVE);
    private static final String EMBEDDED = " --database embedded";

    static final List<Study> SIXTEEN = WORKLOADS.stream().map(workload -> study("mariadb-16-" + workload,
            MARIADB + " --workload " + workload + SIXTEEN_IN_FLIGHT)).toList();
    static final Study POOLS = study("mariadb-pools",
            clients(PLATFORM, R2DBC) + " --workload select-1 --sweep pool=5,20,100 --in-flight 100");
    static final Study SMALL_POOLS = study("mariadb-small-pools", THREADS + SMALL);
    static final Study CONNECTORS_NOW = study("connectors-now", CONNECTORS + " --workload select-1"
            + SIXTEEN_IN_FLIGHT);
    static final Study CONNECTORS_THEN = study("connectors-then", CONNECTORS_OF_THEN
            + " --workload select-1" + SIXTEEN_IN_FLIGHT);
    static final Study SLEEPING_THEN = study("sleeping-then", CONNECTORS_OF_THEN
            + SLEEPING);
    static final Study SLEEPING_NOW = study("sleeping-now", CONNECTORS + SLEEPING);
    static final Study TWENTY = study("hibernate-20", HIBERNATE + " --workload point-select-20 --sla p99=10ms");
    static final Study SINGLE = study("hibernate-1", HIBERNATE + " --workload point-select --sla p99=10ms");
    /** Apart from others: the slices of all are as long as those of a client without a pool must be. */
    static final Study WITHOUT_POOL = study("postgresql-16", clients(JDBC, POOLED, UNPOOLED)
            + " --workload rows-10" + SIXTEEN_IN_FLIGHT);
    static final Study ONE_IN_FLIGHT = study("postgresql-1", POSTGRESQL
            + " --workload rows-10 --sweep latency=0,1ms --pool 1 --in-flight 1");
    static final Study MANY_IN_FLIGHT = study("postgresql-200", POSTGRESQL
            + " --workload rows-10 --sweep latency=0,1ms --pool 100 --in-flight 200");
    static final Study POSTGRESQL_POOLS = study("postgresql-pools", POSTGRESQL
            + " --workload rows-10 --sweep pool=5,20,100 --in-flight 100");

    static final Study SIXTEEN_AWAY = study("mariadb-16-select-1-1ms",
            MARIADB + " --workload select-1" + SIXTEEN_IN_FLIGHT + " --latency 1ms");
    static final Study SMALL_POOLS_AWAY = study("mariadb-small-pools-1ms", THREADS + SMALL + " --latency 1ms");
    static final Study POSTGRESQL_POOLS_AWAY = study("postgresql-pools-1ms", POSTGRESQL
            + " --workload rows-10 --sweep pool=5,20,100 --in-flight 100 --latency 1ms");
    static final Study TWENTY_AWAY = study("hibernate-20-50us",
            HIBERNATE + " --workload point-select-20 --sla p99=10ms --point 500ms --latency 50us");
    static final Study SINGLE_AWAY = study("hibernate-1-1ms",
            HIBERNATE + " --workload point-select --sla p99=10ms --point 500ms --latency 1ms");
    static final Study LOADS = study("postgresql-load",
            POSTGRESQL + " --workload point-select --sla p99=10ms --point 500ms");

    static final Study SERVICES_WORLDS = services("services-worlds", " --workload worlds --sla p99=10ms --point 500ms",
            QUARKUS_ORM, QUARKUS_REACTIVE);
    static final Study SERVICES_WORLD = services("services-world", " --workload world --sla p99=10ms --point 500ms",
            QUARKUS_ORM, QUARKUS_REACTIVE);
    static final Study SERVICES_SIXTEEN = services("services-16",
            " --workload persons --sweep concurrency=16 --point 500ms", WEBFLUX, WEBFLUX_UNPOOLED, MVC_JPA);
    static final Study SERVICES_IN_FLIGHT = services("services-in-flight",
            " --workload persons --sweep concurrency=4,200,500 --point 500ms", sized(MVC_JDBC, 100),
            sized(MVC_R2DBC, 100), sized(WEBFLUX, 100));
    static final Study SERVICES_POOLS = services("services-pools",
            " --workload persons --sweep concurrency=100 --point 500ms", sized(MVC_JDBC, 5), sized(MVC_JDBC, 20),
            sized(MVC_JDBC, 100), sized(WEBFLUX, 5), sized(WEBFLUX, 20), sized(WEBFLUX, 100));

    private Explored() {
    }

    /** The service with a pool of this size. */
    static String sized(String service, int pool) {
        return ClientId.of(service).with(pool).toString();
    }

    private static Study services(String id, String arguments, String... services) {
        return study(id, "--service " + String.join(",", services) + arguments);
    }

    /** The client on the JDK of the source. */
    static String then(String client) {
        return client + ON_JDK_21;
    }

    private static String clients(String... clients) {
        return "--client " + String.join(",", clients);
    }

    private static Study study(String id, String arguments) {
        return Study.of(id, arguments + EMBEDDED);
    }
}
