package dev.regatta.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.regatta.operations.DatabaseAddress;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the constructor of a project's class is given: where its database is, or a pool of the project's own class path
 * with that pool's own defaults. Nobody closes the pool: its process ends with the instance.
 */
final class OwnCodeArgument {

    private static final String ADDRESS = DatabaseAddress.class.getName();
    private static final String DATA_SOURCE = "javax.sql.DataSource";
    private static final String CONNECTION_FACTORY = "io.r2dbc.spi.ConnectionFactory";
    private static final List<String> TYPES = List.of(ADDRESS, DATA_SOURCE, CONNECTION_FACTORY);
    private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";
    private static final String R2DBC_POOL = "io.r2dbc.pool.ConnectionPool";

    private OwnCodeArgument() {
    }

    /** Whether there is an argument of a type. */
    static boolean isOf(Class<?> type) {
        return TYPES.contains(type.getName());
    }

    /**
     * The argument of a type.
     *
     * @throws IllegalArgumentException with one sentence, if there is none
     */
    static Object of(Class<?> type, DatabaseAddress at) {
        return switch (type.getName()) {
            case DATA_SOURCE -> Hikari.pool(at);
            case CONNECTION_FACTORY -> R2dbc.factory(at);
            case String name when name.equals(ADDRESS) -> at;
            case String other -> throw new IllegalArgumentException("there is no argument of the type " + other);
        };
    }

    /** The types, for people: {@code DatabaseAddress, DataSource or ConnectionFactory}. */
    static String types() {
        return TYPES.stream().map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.joining(", ")).replaceFirst(", (\\w+)$", " or $1");
    }

    /** What makes an argument and is not there, in a sentence; empty if nothing is missing. */
    static Optional<String> missing(Class<?> type, ClassLoader loader) {
        return type.getName().equals(DATA_SOURCE) && !present(HIKARI, loader)
                ? Optional.of("a DataSource is a pool of HikariCP, which is not on the class path: take a"
                        + " DatabaseAddress instead, and make the pool that the application has")
                : Optional.empty();
    }

    private static boolean present(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Loaded where a class path has HikariCP only. */
    private static final class Hikari {

        private Hikari() {
        }

        static Object pool(DatabaseAddress at) {
            var config = new HikariConfig();
            config.setJdbcUrl(at.jdbcUrl());
            config.setUsername(at.user());
            config.setPassword(at.password());
            return new HikariDataSource(config);
        }
    }

    /** Loaded where a class path has R2DBC only. */
    private static final class R2dbc {

        private R2dbc() {
        }

        /** The driver's, in a pool if r2dbc-pool is there. */
        static Object factory(DatabaseAddress at) {
            List<String> names = present(R2DBC_POOL, R2dbc.class.getClassLoader())
                    ? List.of("pool", at.database())
                    : List.of(at.database());
            ConnectionFactoryOptions.Builder options = ConnectionFactoryOptions.builder()
                    .option(ConnectionFactoryOptions.DRIVER, names.getFirst())
                    .option(ConnectionFactoryOptions.HOST, at.host())
                    .option(ConnectionFactoryOptions.PORT, at.port())
                    .option(ConnectionFactoryOptions.DATABASE, at.name())
                    .option(ConnectionFactoryOptions.USER, at.user())
                    .option(ConnectionFactoryOptions.PASSWORD, at.password());
            names.stream().skip(1).forEach(name -> options.option(ConnectionFactoryOptions.PROTOCOL, name));
            return ConnectionFactories.get(options.build());
        }
    }
}
