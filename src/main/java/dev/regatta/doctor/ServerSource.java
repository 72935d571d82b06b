package dev.regatta.doctor;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.DockerState;
import dev.regatta.workload.Dialect;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where the databases of a race would come from.
 *
 * @param mode       what the user asks for
 * @param docker     what there is of Docker
 * @param properties the user's properties
 * @param embedded   the artifact of a database's embedded server, or an {@link IllegalStateException} saying what is
 *                   missing
 */
record ServerSource(DatabaseMode mode, DockerState docker, Function<String, Optional<String>> properties,
        Function<Dialect, String> embedded) {

    /**
     * The finding on one database: where it comes from, or why it cannot be had, and whether its image must be pulled
     * first.
     */
    private record Server(String words, boolean possible, boolean toBePulled) {

        private Server(String words, boolean possible) {
            this(words, possible, false);
        }
    }

    /** What there is of Docker. */
    Finding engine() {
        return switch (docker) {
            case DockerState.Answering answering -> Finding.good("Docker", answering.words());
            case DockerState.Broken broken -> Finding.remark("Docker", broken.cause(),
                    "Repair Docker, or name the embedded servers with -D" + DatabaseMode.PROPERTY + "=embedded.");
            case DockerState.Absent absent -> Finding.remark("Docker", "none: " + absent.reason(),
                    "Without Docker the embedded servers race, which is an environment of its own in the baselines.");
        };
    }

    /** Which databases can race. */
    Finding databases() {
        List<Server> servers = Arrays.stream(Dialect.values()).map(this::server).toList();
        String found = servers.stream().map(Server::words).collect(Collectors.joining("; "));
        if (servers.stream().allMatch(Server::possible)) {
            return servers.stream().noneMatch(Server::toBePulled)
                    ? Finding.good("databases", found)
                    : Finding.remark("databases", found,
                            "The first race pulls what is missing; where that fails, name images"
                                    + " the engine has (-Dregatta.image.postgresql, -Dregatta.image.mariadb).");
        }
        return servers.stream().anyMatch(Server::possible)
                ? Finding.remark("databases", found, "Cells of the missing database cannot be judged here.")
                : Finding.bad("databases", found,
                        "Start Docker, or name a server of your own with -Dregatta.url.postgresql"
                                + " or -Dregatta.url.mariadb.");
    }

    /** The first database that can race. */
    Optional<Dialect> first() {
        return Arrays.stream(Dialect.values()).filter(dialect -> server(dialect).possible()).findFirst();
    }

    private Server server(Dialect dialect) {
        Optional<String> url = properties.apply("regatta.url." + dialect);
        return switch (mode) {
            case AUTO -> url.isPresent() ? external(dialect, url) : automatic(dialect);
            case CONTAINER -> container(dialect);
            case EMBEDDED -> embedded(dialect);
            case EXTERNAL -> external(dialect, url);
        };
    }

    private Server automatic(Dialect dialect) {
        return docker instanceof DockerState.Answering ? container(dialect) : embedded(dialect);
    }

    private Server container(Dialect dialect) {
        return switch (docker) {
            case DockerState.Answering answering -> {
                boolean there = answering.images().contains(dialect);
                yield new Server(dialect + " in a container of " + Databases.image(dialect, properties)
                        + (there ? "" : ", to be pulled"), true, !there);
            }
            case DockerState.Broken broken -> new Server("no " + dialect + ": " + broken.cause(), false);
            case DockerState.Absent absent -> new Server("no " + dialect + ": " + absent.reason(), false);
        };
    }

    private Server embedded(Dialect dialect) {
        try {
            return new Server(dialect + " embedded from " + embedded.apply(dialect), true);
        } catch (IllegalStateException e) {
            return new Server("no " + dialect + ": " + e.getMessage(), false);
        }
    }

    private static Server external(Dialect dialect, Optional<String> url) {
        return url.isPresent()
                ? new Server(dialect + " at a server of your own", true)
                : new Server("no " + dialect + ": regatta.url." + dialect + " is not set", false);
    }
}
