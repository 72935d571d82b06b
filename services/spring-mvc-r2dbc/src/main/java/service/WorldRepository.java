package service;

import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Repository;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Repository
public class WorldRepository {

    private final DatabaseClient database;

    public WorldRepository(DatabaseClient database) {
        this.database = database;
    }

    public Flux<Person> persons() {
        return database.sql("SELECT id, first_name, last_name FROM person")
                .map(row -> new Person(row.get("id", Integer.class), row.get("first_name", String.class),
                        row.get("last_name", String.class)))
                .all();
    }

    public Mono<World> world(int id) {
        return database.sql("SELECT id, randomnumber FROM world WHERE id = $1").bind(0, id)
                .map(row -> new World(row.get("id", Integer.class), row.get("randomnumber", Integer.class))).one();
    }
}
