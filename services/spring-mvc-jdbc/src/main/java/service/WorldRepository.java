package service;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

import java.util.List;

@Repository
public class WorldRepository {

    private final JdbcClient jdbc;

    public WorldRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public List<Person> persons() {
        return jdbc.sql("SELECT id, first_name, last_name FROM person")
                .query((row, number) -> new Person(row.getInt("id"), row.getString("first_name"), row.getString("last_name")))
                .list();
    }

    public World world(int id) {
        return jdbc.sql("SELECT id, randomnumber FROM world WHERE id = ?").param(id)
                .query((row, number) -> new World(row.getInt("id"), row.getInt("randomnumber"))).single();
    }
}
