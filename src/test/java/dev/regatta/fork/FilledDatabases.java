package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.World;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The embedded servers, each started and filled when it is first asked for. */
public final class FilledDatabases implements AutoCloseable {

    private final Placement placement;
    private final Forks forks;
    private final Map<String, String> properties;
    private final Map<Dialect, Database> databases = new EnumMap<>(Dialect.class);

    public FilledDatabases(Placement placement, Forks forks) {
        this(placement, forks, Map.of());
    }

    /** With what a user set. */
    public FilledDatabases(Placement placement, Forks forks, Map<String, String> properties) {
        this.placement = placement;
        this.forks = forks;
        this.properties = properties;
    }

    /** The recipe of the raw wire, which needs no jar. */
    public static ResolvedRecipe wire() {
        return new ResolvedRecipe(new Recipe(Stacks.WIRE.id(), List.of(), new TreeMap<>()), List.of());
    }

    public Database of(Dialect dialect) throws MeasurementFailure {
        Database database = databases.get(dialect);
        if (database == null) {
            database = Databases.start(dialect, DatabaseMode.EMBEDDED, placement,
                    name -> Optional.ofNullable(properties.get(name)),
                    System.out::println);
            databases.put(dialect, database);
            try (Fork clerk = forks.of(dialect, ArmSetup.WIRE, Arm.REFERENCE, 2,
                    ArmSetup.of(wire(), Jdk.running()))) {
                // Twice: on an empty database and on a filled one.
                clerk.sql(database.endpoint(), World.statements(dialect));
                clerk.sql(database.endpoint(), World.statements(dialect));
                assertThat(clerk.sql(database.endpoint(), List.of(World.proof())).getFirst())
                        .isEqualTo(World.expectedProof());
            }
        }
        return database;
    }

    @Override
    public void close() {
        databases.values().forEach(Database::close);
    }
}
