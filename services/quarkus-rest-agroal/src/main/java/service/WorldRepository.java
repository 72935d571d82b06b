package service;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

@ApplicationScoped
public class WorldRepository {

    private final AgroalDataSource database;

    public WorldRepository(AgroalDataSource database) {
        this.database = database;
    }

    public List<Person> persons() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection
                        .prepareStatement("SELECT id, first_name, last_name FROM person");
                ResultSet rows = select.executeQuery()) {
            List<Person> persons = new ArrayList<>();
            while (rows.next()) {
                persons.add(new Person(rows.getInt("id"), rows.getString("first_name"), rows.getString("last_name")));
            }
            return persons;
        }
    }

    public World world(int id) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection
                        .prepareStatement("SELECT id, randomnumber FROM world WHERE id = ?")) {
            select.setInt(1, id);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                return new World(rows.getInt("id"), rows.getInt("randomnumber"));
            }
        }
    }
}
