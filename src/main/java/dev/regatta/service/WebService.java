package dev.regatta.service;

import dev.regatta.load.Threading;
import dev.regatta.protocol.ClientId;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A web stack as it is run. It goes by the name of a client, {@code spring-mvc+jdbc/virtual}, since it is one: framework
 * and way to the database, and the threads that its requests run on.
 *
 * @param name        framework and way to the database
 * @param folder      of its build in {@code services/}
 * @param framework   what it is written with
 * @param threading   what carries its requests
 * @param environment what tells this one from others of its folder: variables of the framework's own
 * @param pool        the variable that sets the size of its pool; empty if it has none
 */
public record WebService(String name, String folder, Framework framework, Threading threading,
        SortedMap<String, String> environment, Optional<String> pool) {

    private static final Optional<String> HIKARI = Optional.of("SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE");
    private static final Optional<String> R2DBC_POOL = Optional.of("SPRING_R2DBC_POOL_MAXSIZE");
    /** Connections that r2dbc-pool opens first. Spring Boot asks for ten, and a pool of fewer is refused then. */
    private static final String R2DBC_INITIAL = "SPRING_R2DBC_POOL_INITIALSIZE";
    private static final int BOOTS_INITIAL = 10;
    private static final Optional<String> AGROAL = Optional.of("QUARKUS_DATASOURCE_JDBC_MAX_SIZE");
    private static final Optional<String> VERTX = Optional.of("QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE");

    private static final List<WebService> ALL = List.of(
            spring("spring-mvc+jdbc", Threading.PLATFORM, HIKARI),
            spring("spring-mvc+jdbc", Threading.VIRTUAL, HIKARI).with("SPRING_THREADS_VIRTUAL_ENABLED", "true"),
            spring("spring-mvc+r2dbc", Threading.PLATFORM, R2DBC_POOL),
            spring("spring-webflux+jdbc", Threading.EVENT_LOOP, HIKARI),
            spring("spring-webflux+r2dbc", Threading.EVENT_LOOP, R2DBC_POOL),
            spring("spring-webflux+r2dbc", Threading.EVENT_LOOP, Optional.empty())
                    .with("SPRING_R2DBC_POOL_ENABLED", "false").named("spring-webflux+r2dbc-without-pool"),
            spring("spring-mvc+jpa", Threading.PLATFORM, HIKARI),
            spring("spring-data-rest+jpa", Threading.PLATFORM, HIKARI),
            spring("jaxrs+rxjava+jpa", Threading.PLATFORM, HIKARI),
            quarkus("quarkus-rest+agroal", Threading.PLATFORM, AGROAL).with("QUARKUS_VIRTUAL_THREADS_ENABLED", "false"),
            quarkus("quarkus-rest+agroal", Threading.VIRTUAL, AGROAL),
            quarkus("quarkus-rest+vertx-pg-client", Threading.EVENT_LOOP, VERTX),
            quarkus("quarkus-rest+hibernate-orm", Threading.PLATFORM, AGROAL),
            quarkus("quarkus-rest+hibernate-reactive", Threading.EVENT_LOOP, VERTX));

    /** Copies the map. */
    public WebService {
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }

    /** Quarkus does not start from a folder with a plus in its name. */
    private static String folder(String name) {
        return name.replace('+', '-');
    }

    private static WebService spring(String name, Threading threading, Optional<String> pool) {
        return new WebService(name, folder(name), Framework.SPRING_BOOT, threading, new TreeMap<>(), pool);
    }

    private static WebService quarkus(String name, Threading threading, Optional<String> pool) {
        return new WebService(name, folder(name), Framework.QUARKUS, threading, new TreeMap<>(), pool);
    }

    private WebService with(String variable, String value) {
        return new WebService(name, folder, framework, threading, new TreeMap<>(Map.of(variable, value)), pool);
    }

    private WebService named(String other) {
        return new WebService(other, folder, framework, threading, environment, pool);
    }

    /** All of them. */
    public static List<WebService> all() {
        return ALL;
    }

    /**
     * The service of this name, with or without its threads: {@code spring-mvc+jdbc} is the first of its name.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static WebService of(String text) {
        return ALL.stream().filter(service -> service.name.equals(text) || service.toString().equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown service '" + text + "', expected one of "
                        + ALL.stream().map(WebService::toString).collect(Collectors.joining(", "))));
    }

    /** The name that it goes by in results. */
    public ClientId client() {
        return new ClientId(name, threading);
    }

    /**
     * The variables of a process whose pool has this many connections, if that is not the framework's own number.
     *
     * @throws IllegalArgumentException if it has no pool of a chosen size
     */
    SortedMap<String, String> environment(Optional<Integer> connections) {
        SortedMap<String, String> all = new TreeMap<>(environment);
        connections.ifPresent(number -> {
            all.put(pool.orElseThrow(() -> new IllegalArgumentException(this + " has no pool of a chosen size")),
                    Integer.toString(number));
            if (pool.equals(R2DBC_POOL) && number < BOOTS_INITIAL) {
                all.put(R2DBC_INITIAL, Integer.toString(number));
            }
        });
        return all;
    }

    @Override
    public String toString() {
        return client().toString();
    }
}
