package service;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;

import java.util.ArrayList;
import java.util.List;

@ApplicationScoped
public class WorldRepository {

    private final Pool database;

    public WorldRepository(Pool database) {
        this.database = database;
    }

    public Uni<List<Person>> persons() {
        return database.preparedQuery("SELECT id, first_name, last_name FROM person").execute().map(rows -> {
            List<Person> persons = new ArrayList<>();
            for (Row row : rows) {
                persons.add(new Person(row.getInteger("id"), row.getString("first_name"), row.getString("last_name")));
            }
            return persons;
        });
    }

    public Uni<World> world(int id) {
        return database.preparedQuery("SELECT id, randomnumber FROM world WHERE id = $1").execute(Tuple.of(id))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    return new World(row.getInteger("id"), row.getInteger("randomnumber"));
                });
    }
}
