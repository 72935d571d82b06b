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

    /**
     * The argument of a type; empty if there is none of it.
     *
     * @throws IllegalArgumentException with one sentence, if the class path lacks what makes it
     */
    static Optional<Object> of(Class<?> type, DatabaseAddress at) {
        return switch (type.getName()) {
            case String name when name.equals(ADDRESS) -> Optional.of(at);
            case DATA_SOURCE -> Optional.of(pool(at));
            case CONNECTION_FACTORY -> Optional.of(R2dbc.factory(at));
            default -> Optional.empty();
        };
    }

    /** The types, for people: {@code DatabaseAddress, DataSource or ConnectionFactory}. */
    static String types() {
        return TYPES.stream().map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.joining(", ")).replaceFirst(", (\\w+)$", " or $1");
    }

    private static Object pool(DatabaseAddress at) {
        if (!present(HIKARI)) {
            throw new IllegalArgumentException(
                    "a DataSource is a pool of HikariCP, which is not on the class path: take"
                            + " a DatabaseAddress instead, and make the pool that the application has");
        }
        return Hikari.pool(at);
    }

    private static boolean present(String name) {
        try {
            Class.forName(name, false, OwnCodeArgument.class.getClassLoader());
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
            List<String> names = present(R2DBC_POOL) ? List.of("pool", at.database()) : List.of(at.database());
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
