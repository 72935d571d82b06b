package dev.regatta.findings;

import static dev.regatta.findings.Explored.CONNECTORS_NOW;
import static dev.regatta.findings.Explored.CONNECTORS_THEN;
import static dev.regatta.findings.Explored.JDBC;
import static dev.regatta.findings.Explored.LOADS;
import static dev.regatta.findings.Explored.MANY_IN_FLIGHT;
import static dev.regatta.findings.Explored.MVC_JDBC;
import static dev.regatta.findings.Explored.MVC_JPA;
import static dev.regatta.findings.Explored.MVC_R2DBC;
import static dev.regatta.findings.Explored.MYSQL_PLATFORM;
import static dev.regatta.findings.Explored.MYSQL_VIRTUAL;
import static dev.regatta.findings.Explored.ONE_IN_FLIGHT;
import static dev.regatta.findings.Explored.ORM;
import static dev.regatta.findings.Explored.PLATFORM;
import static dev.regatta.findings.Explored.POOLED;
import static dev.regatta.findings.Explored.POOLS;
import static dev.regatta.findings.Explored.POSTGRESQL_POOLS;
import static dev.regatta.findings.Explored.POSTGRESQL_POOLS_AWAY;
import static dev.regatta.findings.Explored.QUARKUS_ORM;
import static dev.regatta.findings.Explored.QUARKUS_REACTIVE;
import static dev.regatta.findings.Explored.R2DBC;
import static dev.regatta.findings.Explored.REACTIVE;
import static dev.regatta.findings.Explored.SERVICES_IN_FLIGHT;
import static dev.regatta.findings.Explored.SERVICES_POOLS;
import static dev.regatta.findings.Explored.SERVICES_SIXTEEN;
import static dev.regatta.findings.Explored.SERVICES_WORLD;
import static dev.regatta.findings.Explored.SERVICES_WORLDS;
import static dev.regatta.findings.Explored.SINGLE;
import static dev.regatta.findings.Explored.SINGLE_AWAY;
import static dev.regatta.findings.Explored.SIXTEEN;
import static dev.regatta.findings.Explored.SIXTEEN_AWAY;
import static dev.regatta.findings.Explored.SLEEPING_NOW;
import static dev.regatta.findings.Explored.SLEEPING_THEN;
import static dev.regatta.findings.Explored.SMALL_POOLS;
import static dev.regatta.findings.Explored.SMALL_POOLS_AWAY;
import static dev.regatta.findings.Explored.TWENTY;
import static dev.regatta.findings.Explored.TWENTY_AWAY;
import static dev.regatta.findings.Explored.UNPOOLED;
import static dev.regatta.findings.Explored.VIRTUAL;
import static dev.regatta.findings.Explored.WEBFLUX;
import static dev.regatta.findings.Explored.WEBFLUX_UNPOOLED;
import static dev.regatta.findings.Explored.WITHOUT_POOL;
import static dev.regatta.findings.Explored.WORKLOADS;
import static dev.regatta.findings.Explored.sized;
import static dev.regatta.findings.Explored.then;

import dev.regatta.explore.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The ten questions that the published comparisons leave, and those of them that whole stacks answer as well. */
public final class Claims {

    private static final String MARIADB = "[MariaDB, Benchmark JDBC connectors and Java 21 virtual threads]"
            + "(https://mariadb.com/resources/blog/benchmark-jdbc-connectors-and-java-21-virtual-threads/), 2024";
    private static final String MARIADB_HAD = "Java 21; MariaDB Connector/J, MySQL Connector/J and r2dbc-mariadb against one MariaDB"
            + " server; one operation is 100 tasks on an executor of its own";
    private static final String HIBERNATE = "[Hibernate Reactive 1.0: performance](https://in.relation.to/2021/10/27/hibernate-reactive-performance/),"
            + " 2021";
    private static final String AMIS = "[Spring: blocking vs non-blocking](https://technology.amis.nl/software-development/"
            + "performance-and-tuning/spring-blocking-vs-non-blocking-r2dbc-vs-jdbc-and-webflux-vs-web-mvc/), AMIS, 2020";

    private static final String AMIS_COMPARED = "Spring MVC and WebFlux, pools of 100, 4 CPUs; throughput, latency, CPU"
            + " and memory per request";
    private static final String AMIS_HAD = "Spring services, 4 CPUs, 4 to 500 concurrent requests, ten records each";

    /** The same for all that whole stacks answer. */
    private static final String OF_SERVICES = " *Client* is the process of the service and *server* the database with"
            + " the generator of the load, each on one CPU.";

    private static final Claimed MORE = Claimed.MORE;
    /** Microseconds that are added to a round trip, in explorations that vary these. */
    private static final double HERE = 0;
    private static final double AWAY = 1000;
    private static final List<Study> WITH_SIXTEEN = Stream.concat(SIXTEEN.stream(), Stream.of(SIXTEEN_AWAY)).toList();
    private static final Studies.Threads MARIADB_NOW = new Studies.Threads(VIRTUAL, PLATFORM);
    private static final Studies.Threads MYSQL_NOW = new Studies.Threads(MYSQL_VIRTUAL, MYSQL_PLATFORM);
    private static final Studies.Threads MARIADB_THEN = new Studies.Threads(then(VIRTUAL), then(PLATFORM));
    private static final Studies.Threads MYSQL_THEN = new Studies.Threads(then(MYSQL_VIRTUAL), then(MYSQL_PLATFORM));

    private Claims() {
    }

    /** All of them in the order of the questions, with what whole stacks answer behind what drivers do. */
    public static List<Claim> all() {
        return List.of(virtualThreads(), smallPools(), pinning(), r2dbc(), hibernate(), hibernateServices(), bends(),
                withoutPool(), serviceWithoutPool(), manyRequests(), manyRequestsOfServices(), poolSizes(),
                poolSizesOfServices(), whatTheDatabaseSees());
    }

    private static Claim virtualThreads() {
        return new Claim(1, "With 16 connections, virtual threads beat platform threads on `select-1`, `do-1`,"
                + " `row-100-columns` and `rows-1000`.", MARIADB, MARIADB_HAD, WITH_SIXTEEN,
                studies -> withSixteen((study, where) -> List.of(
                        studies.compare(study, where + ": virtual against platform threads", VIRTUAL, PLATFORM, 16,
                                Quantity.ACHIEVED, MORE))),
                studies -> List.of(),
                "Here 16 operations are in flight all the time. The source started 100 tasks at once and waited for all; the"
                        + " workload `burst-100` does that. With more than one client CPU, platform threads would run side by side.");
    }

    /** What is compared in each of the studies with 16 connections. */
    private static List<ClaimedRatio> withSixteen(BiFunction<Study, String, List<ClaimedRatio>> compared) {
        List<ClaimedRatio> comparisons = new ArrayList<>();
        for (int i = 0; i < WORKLOADS.size(); i++) {
            comparisons.addAll(compared.apply(SIXTEEN.get(i), "`" + WORKLOADS.get(i) + "`"));
        }
        comparisons.addAll(compared.apply(SIXTEEN_AWAY, "`select-1`, 1 ms away"));
        return comparisons;
    }

    private static Claim smallPools() {
        return new Claim(2,
                "With platform threads a pool of 4 is faster than one of 16; with virtual threads 16 is the better.",
                MARIADB, MARIADB_HAD, List.of(SMALL_POOLS, SMALL_POOLS_AWAY),
                studies -> List.of(
                        studies.compare(SMALL_POOLS, "platform threads: pool of 4 against 16", PLATFORM, 4, 16, MORE),
                        studies.compare(SMALL_POOLS_AWAY, "platform threads, 1 ms away: pool of 4 against 16", PLATFORM,
                                4,
                                16, MORE),
                        studies.compare(SMALL_POOLS, "virtual threads: pool of 16 against 4", VIRTUAL, 16, 4, MORE),
                        studies.compare(SMALL_POOLS_AWAY, "virtual threads, 1 ms away: pool of 16 against 4", VIRTUAL,
                                16, 4,
                                MORE)),
                studies -> List.of(),
                "100 operations are in flight. One connection carries at most 1,000 operations per second to a database that"
                        + " is 1 ms away: there, 4 connections are too few on any threads.");
    }

    private static Claim pinning() {
        return new Claim(3,
                "MySQL Connector/J gains less from virtual threads than MariaDB Connector/J, because it pins them.",
                MARIADB, MARIADB_HAD,
                List.of(CONNECTORS_THEN, SLEEPING_THEN, CONNECTORS_NOW, SLEEPING_NOW),
                studies -> List.of(
                        studies.gains(CONNECTORS_THEN, "then, `select-1`: MariaDB's gain against MySQL's", MARIADB_THEN,
                                MYSQL_THEN, 16, MORE),
                        studies.gains(SLEEPING_THEN, "then, `sleep-10`: MariaDB's gain against MySQL's", MARIADB_THEN,
                                MYSQL_THEN, 16, MORE),
                        studies.compare(SLEEPING_THEN,
                                "then, `sleep-10`: MySQL's, platform against virtual threads", then(MYSQL_PLATFORM),
                                then(MYSQL_VIRTUAL), 16, Quantity.ACHIEVED, Claimed.more(2)),
                        studies.gains(CONNECTORS_NOW, "now, `select-1`: MariaDB's gain against MySQL's", MARIADB_NOW,
                                MYSQL_NOW, 16, MORE),
                        studies.gains(SLEEPING_NOW, "now, `sleep-10`: MariaDB's gain against MySQL's", MARIADB_NOW,
                                MYSQL_NOW, 16, MORE)),
                studies -> List.of(
                        studies.gain(CONNECTORS_THEN, "then, `select-1`: MariaDB's gain", MARIADB_THEN, 16),
                        studies.gain(CONNECTORS_THEN, "then, `select-1`: MySQL's gain", MYSQL_THEN, 16),
                        studies.gain(SLEEPING_THEN, "then, `sleep-10`: MariaDB's gain", MARIADB_THEN, 16),
                        studies.gain(SLEEPING_THEN, "then, `sleep-10`: MySQL's gain", MYSQL_THEN, 16),
                        studies.gain(CONNECTORS_NOW, "now, `select-1`: MariaDB's gain", MARIADB_NOW, 16),
                        studies.gain(CONNECTORS_NOW, "now, `select-1`: MySQL's gain", MYSQL_NOW, 16),
                        studies.gain(SLEEPING_NOW, "now, `sleep-10`: MariaDB's gain", MARIADB_NOW, 16),
                        studies.gain(SLEEPING_NOW, "now, `sleep-10`: MySQL's gain", MYSQL_NOW, 16)),
                "The gain of a driver is its throughput on virtual threads, divided by that on platform threads. \"Then\" is MySQL"
                        + " Connector/J 8.4.0 on JDK 21; MariaDB Connector/J is today's. \"Now\" is today's versions on JDK 25. In `sleep-10` the"
                        + " database sleeps for 10 ms. A pinned thread keeps its carrier meanwhile. With one CPU there is one"
                        + " carrier, and all other operations wait for it.\n\nPins: explorations only take times, a race counts them."
                        + " [Baselines](../baselines/mariadb.json) hold `pinnedParks` of today's versions on JDK 25. From JDK 24 on,"
                        + " `synchronized` no longer pins, whatever the driver does. Connector/J 9.0.0 replaced its monitors by locks"
                        + " ([resources](resources.md)). This command counts the pins then:\n\n```\n./regatta compare --client "
                        + MYSQL_VIRTUAL
                        + " --workload sleep-10 --jdk 21 --baseline 8.4.0 --candidate 9.0.0\n```");
    }

    private static Claim r2dbc() {
        return new Claim(4, "R2DBC beats platform threads, and virtual threads beat R2DBC.", MARIADB, MARIADB_HAD,
                WITH_SIXTEEN,
                studies -> withSixteen((study, where) -> List.of(
                        studies.compare(study, where + ": R2DBC against platform threads", R2DBC, PLATFORM, 16,
                                Quantity.ACHIEVED, MORE),
                        studies.compare(study, where + ": virtual threads against R2DBC", VIRTUAL, R2DBC, 16,
                                Quantity.ACHIEVED, MORE))),
                studies -> List.of(),
                "The limits are those of question 1. The source read one column 100 times with R2DBC, and half of the"
                        + " 1000 rows with JDBC. Here every client reads all columns and all rows.");
    }

    private static Claim hibernate() {
        return new Claim(5,
                "With 20 queries one after another, Hibernate Reactive carries 1.75 times the load of Hibernate ORM within a"
                        + " p99 of 10 ms; with one query there is little difference.",
                HIBERNATE,
                "TechEmpower on Quarkus, requests over HTTP, 35,000 against 20,000 per second on a large machine",
                List.of(TWENTY, TWENTY_AWAY, SINGLE, SINGLE_AWAY),
                studies -> List.of(
                        studies.carried(TWENTY, "20 queries: Reactive carries more than ORM", REACTIVE, ORM, MORE),
                        studies.carried(TWENTY, "20 queries: more than 1.5 times", REACTIVE, ORM, Claimed.more(1.5)),
                        studies.carried(TWENTY_AWAY, "20 queries, 0.05 ms away: Reactive carries more than ORM",
                                REACTIVE,
                                ORM, MORE),
                        studies.carried(TWENTY_AWAY, "20 queries, 0.05 ms away: more than 1.5 times", REACTIVE, ORM,
                                Claimed.more(1.5)),
                        studies.carried(SINGLE, "one query: Reactive against ORM", REACTIVE, ORM, Claimed.ALIKE),
                        studies.carried(SINGLE_AWAY, "one query, 1 ms away: Reactive against ORM", REACTIVE, ORM,
                                Claimed.ALIKE)),
                studies -> List.of(),
                "Ratios are of the loads within a p99 of 10 ms. \"Little difference\" is read as " + Claimed.ALIKE
                        + ". The source sent"
                        + " requests over HTTP, where the classic stack needs a thread for each; there is no HTTP here. 20 round"
                        + " trips of 1 ms alone exceed the limit, hence 0.05 ms.");
    }

    private static Claim hibernateServices() {
        return new Claim(11, OptionalInt.of(5),
                "Question 5, of whole stacks: with 20 queries one after another, Quarkus with Hibernate Reactive carries 1.75"
                        + " times the load of Quarkus with Hibernate ORM within a p99 of 10 ms; with one query there is little"
                        + " difference.",
                HIBERNATE, "TechEmpower on Quarkus, 35,000 against 20,000 requests per second on a large machine",
                List.of(SERVICES_WORLDS, SERVICES_WORLD),
                studies -> List.of(
                        studies.carried(SERVICES_WORLDS, "20 queries: Reactive carries more than ORM", QUARKUS_REACTIVE,
                                QUARKUS_ORM, MORE),
                        studies.carried(SERVICES_WORLDS, "20 queries: more than 1.5 times", QUARKUS_REACTIVE,
                                QUARKUS_ORM, Claimed.more(1.5)),
                        studies.carried(SERVICES_WORLD, "one query: Reactive against ORM", QUARKUS_REACTIVE,
                                QUARKUS_ORM, Claimed.ALIKE)),
                studies -> List.of(),
                "Ratios are of the loads within a p99 of 10 ms. \"Little difference\" is read as " + Claimed.ALIKE
                        + "." + OF_SERVICES);
    }

    private static Claim bends() {
        return new Claim(6, "Latency bends up at a load of its own for each client.", "asked by all", "",
                List.of(TWENTY, SINGLE, LOADS),
                studies -> List.of(
                        studies.bent(TWENTY, "20 queries: where Reactive bends, against ORM", REACTIVE, ORM,
                                Claimed.DIFFERENT),
                        studies.bent(SINGLE, "one query: where Reactive bends, against ORM", REACTIVE, ORM,
                                Claimed.DIFFERENT),
                        studies.bent(LOADS, "one query: where R2DBC bends, against JDBC", POOLED, JDBC,
                                Claimed.DIFFERENT)),
                studies -> Stream.of(knees(studies, TWENTY, "20 queries, Hibernate ORM", ORM),
                        knees(studies, TWENTY, "20 queries, Hibernate Reactive", REACTIVE),
                        knees(studies, SINGLE, "one query, Hibernate ORM", ORM),
                        knees(studies, SINGLE, "one query, Hibernate Reactive", REACTIVE),
                        knees(studies, LOADS, "one query, JDBC", JDBC),
                        knees(studies, LOADS, "one query, R2DBC", POOLED))
                        .flatMap(List::stream).toList(),
                "Ratios are of the loads at which a curve *bends*: where the median latency is twice that at the lightest"
                        + " load, interpolated between the loads that were offered. *Bound* is that of the next heavier one. The"
                        + " load within the limit is searched for by itself.");
    }

    private static List<ClaimNumber> knees(Studies studies, Study study, String what, String client) {
        return List.of(studies.bend(study, what + ": bends at", client),
                studies.load(study, what + ": p99 is within 10 ms up to", client));
    }

    private static Claim withoutPool() {
        return new Claim(7, "R2DBC without a pool has about ten times the latency and a fraction of the throughput.",
                AMIS, AMIS_HAD, List.of(WITHOUT_POOL),
                studies -> List.of(
                        studies.compare(WITHOUT_POOL, "throughput with a pool against none, 16 in flight", POOLED,
                                UNPOOLED, 16, Quantity.ACHIEVED, MORE),
                        studies.compare(WITHOUT_POOL, "median latency without a pool against with one, 16 in flight",
                                UNPOOLED, POOLED, 16, Quantity.P50, Claimed.about(10))),
                studies -> List.of(),
                "\"About ten times\" is read as " + Claimed.about(10)
                        + ". To open a connection, PostgreSQL starts a process, and both sides go"
                        + " through the SCRAM exchange. TLS would add to that.");
    }

    private static Claim serviceWithoutPool() {
        return new Claim(12, OptionalInt.of(7),
                "Question 7, of whole stacks: Spring WebFlux with R2DBC and without a pool has about ten times the latency and"
                        + " a fraction of the throughput.",
                AMIS, AMIS_HAD, List.of(SERVICES_SIXTEEN),
                studies -> List.of(
                        studies.compare(SERVICES_SIXTEEN, "throughput with a pool against none, 16 in flight", WEBFLUX,
                                WEBFLUX_UNPOOLED, 16, Quantity.ACHIEVED, MORE),
                        studies.compare(SERVICES_SIXTEEN,
                                "median latency without a pool against with one, 16 in flight", WEBFLUX_UNPOOLED,
                                WEBFLUX, 16, Quantity.P50, Claimed.about(10))),
                studies -> List.of(),
                "\"About ten times\" is read as " + Claimed.about(10)
                        + ". The pool is as large as Spring Boot makes it. The third service is for question 13."
                        + OF_SERVICES);
    }

    private static Claim manyRequests() {
        return new Claim(8, "At concurrency 1 JDBC wins; from about 200 concurrent requests R2DBC wins.", AMIS,
                AMIS_COMPARED, List.of(ONE_IN_FLIGHT, MANY_IN_FLIGHT),
                studies -> List.of(
                        studies.compare(ONE_IN_FLIGHT, "1 in flight: throughput of JDBC against R2DBC", JDBC, POOLED,
                                HERE, Quantity.ACHIEVED, MORE),
                        studies.compare(ONE_IN_FLIGHT, "1 in flight, 1 ms away: throughput of JDBC against R2DBC", JDBC,
                                POOLED, AWAY, Quantity.ACHIEVED, MORE),
                        studies.compare(MANY_IN_FLIGHT, "200 in flight: throughput of R2DBC against JDBC", POOLED, JDBC,
                                HERE, Quantity.ACHIEVED, MORE),
                        studies.compare(MANY_IN_FLIGHT, "200 in flight, 1 ms away: throughput of R2DBC against JDBC",
                                POOLED, JDBC, AWAY, Quantity.ACHIEVED, MORE),
                        studies.compare(MANY_IN_FLIGHT, "200 in flight: median latency of JDBC against R2DBC", JDBC,
                                POOLED, HERE, Quantity.P50, MORE),
                        studies.compare(MANY_IN_FLIGHT,
                                "200 in flight: client CPU per operation, JDBC against R2DBC", JDBC, POOLED, HERE,
                                Quantity.CLIENT_CPU, MORE),
                        studies.compare(MANY_IN_FLIGHT,
                                "200 in flight: heap allocated per operation, JDBC against R2DBC", JDBC, POOLED, HERE,
                                Quantity.ALLOCATED, MORE),
                        studies.memory(MANY_IN_FLIGHT, "200 in flight: memory of the process, JDBC against R2DBC", JDBC,
                                POOLED, HERE, MORE)),
                studies -> List.of(),
                "Pools have 100 connections, as in the source. Only the way into the database is compared. No web framework runs"
                        + " here, and that is half of the claim. Memory is what only the client's process uses. Its heap is"
                        + " fixed (-Xms256m -Xmx256m), so that it says little of a request; the heap allocated per operation"
                        + " says more.");
    }

    private static Claim manyRequestsOfServices() {
        return new Claim(13, OptionalInt.of(8),
                "Question 8, of whole stacks: with few concurrent requests Spring MVC with JDBC carries the most, with the"
                        + " least memory per request; from about 200 on, Spring WebFlux with R2DBC carries more, answers faster"
                        + " and needs less CPU and memory per request. R2DBC needs less CPU than JDBC. Without JPA a service is a"
                        + " lot smaller.",
                AMIS, AMIS_COMPARED, List.of(SERVICES_IN_FLIGHT, SERVICES_SIXTEEN),
                studies -> {
                    String mvc = sized(MVC_JDBC, 100);
                    String webflux = sized(WEBFLUX, 100);
                    return List.of(
                            studies.compare(SERVICES_IN_FLIGHT, "4 in flight: throughput of MVC + JDBC against WebFlux"
                                    + " + R2DBC", mvc, webflux, 4, Quantity.ACHIEVED, MORE),
                            studies.memoryPerRequest(SERVICES_IN_FLIGHT,
                                    "4 in flight: memory per request, WebFlux + R2DBC against MVC + JDBC", webflux, mvc,
                                    4, MORE),
                            studies.compare(SERVICES_IN_FLIGHT, "200 in flight: throughput of WebFlux + R2DBC against"
                                    + " MVC + JDBC", webflux, mvc, 200, Quantity.ACHIEVED, MORE),
                            studies.compare(SERVICES_IN_FLIGHT, "500 in flight: throughput of WebFlux + R2DBC against"
                                    + " MVC + JDBC", webflux, mvc, 500, Quantity.ACHIEVED, MORE),
                            studies.compare(SERVICES_IN_FLIGHT, "500 in flight: median latency of MVC + JDBC against"
                                    + " WebFlux + R2DBC", mvc, webflux, 500, Quantity.P50, MORE),
                            studies.compare(SERVICES_IN_FLIGHT, "500 in flight: CPU per request, MVC + JDBC against"
                                    + " WebFlux + R2DBC", mvc, webflux, 500, Quantity.CLIENT_CPU, MORE),
                            studies.compare(SERVICES_IN_FLIGHT, "500 in flight: CPU per request, MVC + JDBC against"
                                    + " MVC + R2DBC", mvc, sized(MVC_R2DBC, 100), 500, Quantity.CLIENT_CPU, MORE),
                            studies.memoryPerRequest(SERVICES_IN_FLIGHT,
                                    "500 in flight: memory per request, MVC + JDBC against WebFlux + R2DBC", mvc,
                                    webflux, 500, MORE),
                            studies.deployed(SERVICES_SIXTEEN, "size of the JAR: MVC + JPA against WebFlux + R2DBC",
                                    MVC_JPA, WEBFLUX, Claimed.more(Claimed.LITTLE)));
                },
                studies -> List.of(),
                "Pools have 100 connections, as in the source. Memory is what only the service's process uses, divided by its"
                        + " requests per second. Its JVM is left as it is, and takes what the machine has before it collects: more"
                        + " memory than the service needs. \"A lot\" is read as " + Claimed.more(Claimed.LITTLE)
                        + ". A size does not vary, and its interval has no width." + OF_SERVICES);
    }

    private static Claim poolSizes() {
        return new Claim(9,
                "The size of the pool (5, 20, 100) matters little for reactive clients; JDBC gets worse with"
                        + " larger pools at high concurrency.",
                AMIS, "PostgreSQL; pools of 5, 20 and 100", List.of(POSTGRESQL_POOLS, POSTGRESQL_POOLS_AWAY, POOLS),
                studies -> Stream.of(sizes(studies, POSTGRESQL_POOLS, "PostgreSQL", JDBC, POOLED),
                        sizes(studies, POSTGRESQL_POOLS_AWAY, "PostgreSQL, 1 ms away", JDBC, POOLED),
                        sizes(studies, POOLS, "MariaDB", PLATFORM, R2DBC)).flatMap(List::stream).toList(),
                studies -> List.of(),
                "100 operations are in flight. \"Little\" is read as a ratio of " + Claimed.ALIKE
                        + ". PostgreSQL gives every connection a"
                        + " process, MariaDB a thread. 1 ms away, 5 connections carry at most 5,000 operations per second.");
    }

    private static List<ClaimedRatio> sizes(Studies studies, Study study, String where, String jdbc, String reactive) {
        return List.of(
                studies.compare(study, where + ": JDBC, pool of 5 against 100", jdbc, 5, 100, MORE),
                studies.compare(study, where + ": JDBC, pool of 20 against 100", jdbc, 20, 100, MORE),
                studies.compare(study, where + ": R2DBC, pool of 5 against 100", reactive, 5, 100, Claimed.ALIKE),
                studies.compare(study, where + ": R2DBC, pool of 20 against 100", reactive, 20, 100, Claimed.ALIKE));
    }

    private static Claim poolSizesOfServices() {
        return new Claim(14, OptionalInt.of(9),
                "Question 9, of whole stacks: the size of the pool (5, 20, 100) matters little for Spring WebFlux with R2DBC;"
                        + " Spring MVC with JDBC gets worse with larger pools at high concurrency.",
                AMIS, "PostgreSQL; pools of 5, 20 and 100", List.of(SERVICES_POOLS),
                studies -> Stream.of(poolsOfService(studies, "MVC + JDBC", MVC_JDBC, MORE),
                        poolsOfService(studies, "WebFlux + R2DBC", WEBFLUX, Claimed.ALIKE)).flatMap(List::stream)
                        .toList(),
                studies -> List.of(),
                "100 requests are in flight. \"Little\" is read as a ratio of " + Claimed.ALIKE + "." + OF_SERVICES);
    }

    private static List<ClaimedRatio> poolsOfService(Studies studies, String what, String service, Claimed claimed) {
        return Stream.of(5, 20).map(size -> studies.compare(SERVICES_POOLS,
                what + ", pool of " + size + " against 100", sized(service, size), sized(service, 100), 100,
                Quantity.ACHIEVED, claimed)).toList();
    }

    private static Claim whatTheDatabaseSees() {
        return new Claim(10, "What does the database see of each client?", "asked by a reader, never answered", "",
                List.of(WITHOUT_POOL, SIXTEEN.getFirst()), studies -> List.of(),
                studies -> List.of(server(studies, WITHOUT_POOL, "PostgreSQL, `rows-10`, JDBC", JDBC),
                        server(studies, WITHOUT_POOL, "PostgreSQL, `rows-10`, R2DBC", POOLED),
                        server(studies, WITHOUT_POOL, "PostgreSQL, `rows-10`, R2DBC without a pool", UNPOOLED),
                        server(studies, SIXTEEN.getFirst(), "MariaDB, `select-1`, JDBC, platform threads", PLATFORM),
                        server(studies, SIXTEEN.getFirst(), "MariaDB, `select-1`, JDBC, virtual threads", VIRTUAL),
                        server(studies, SIXTEEN.getFirst(), "MariaDB, `select-1`, R2DBC", R2DBC)),
                "It is a question and claims nothing. 16 operations are in flight, on 16 connections; a client without a pool opens"
                        + " one for each operation. [Round trips](round-trips.md) has the statements, transactions, round trips,"
                        + " bytes and writes of an operation, for every client; they are counted and need no interval. A race reads"
                        + " the connections in use ([resources](resources.md)). The memory of the server was not read.");
    }

    private static ClaimNumber server(Studies studies, Study study, String what, String client) {
        return studies.reading(study, what + ": server CPU for an operation", client, 16, Quantity.SERVER_CPU,
                ClaimNumber.Unit.MICROSECONDS);
    }
}
