package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Hibernate ORM: the planted fault is that a join is not fetched. */
@CountsDatabaseCalls
class OrdersByHibernate {

    private static HikariDataSource pool;
    private static SessionFactory factory;

    @Entity(name = "Item")
    @Table(name = "item")
    static class Item {
        @Id
        private int id;
        @Column(name = "order_id")
        private int order;
        private String name;
        private int price;
    }

    @Entity(name = "Orders")
    @Table(name = "orders")
    static class Order {
        @Id
        private int id;
        private boolean open;
        @OneToMany
        @JoinColumn(name = "order_id", insertable = false, updatable = false)
        private List<Item> items = new ArrayList<>();
    }

    @BeforeAll
    static void migrate() {
        var config = new HikariConfig();
        config.setJdbcUrl(DatabaseCalls.through(Orders.URL));
        config.setUsername(Orders.USER);
        config.setPassword(Orders.PASSWORD);
        pool = new HikariDataSource(config);
        var configuration = new Configuration().addAnnotatedClass(Order.class).addAnnotatedClass(Item.class);
        configuration.getProperties().put("hibernate.connection.datasource", pool);
        factory = configuration.buildSessionFactory();
        factory.inTransaction(session -> Orders.MIGRATION
                .forEach(sql -> session.createNativeMutationQuery(sql).executeUpdate()));
    }

    @AfterAll
    static void end() {
        factory.close();
        pool.close();
    }

    @Test
    void openOrders() {
        assertEquals(Orders.ITEMS, factory.fromTransaction(OrdersByHibernate::items).intValue());
    }

    private static int items(Session session) {
        String fetch = Orders.PLANTED ? "" : " join fetch o.items";
        return session.createSelectionQuery("select o from Orders o" + fetch + " where o.open", Order.class)
                .getResultList().stream().mapToInt(order -> order.items.size()).sum();
    }
}
