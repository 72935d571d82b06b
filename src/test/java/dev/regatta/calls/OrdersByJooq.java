package dev.regatta.calls;

import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** jOOQ on one connection. */
@CountsDatabaseCalls
class OrdersByJooq {

    private static final Field<Integer> ID = field("id", Integer.class);
    private static final Field<Integer> ORDER = field("order_id", Integer.class);
    private static final List<Field<?>> COLUMNS = List.of(ID, ORDER, field("name"), field("price"));
    private static Connection connection;
    private static DSLContext jooq;

    @BeforeAll
    static void migrate() throws SQLException {
        connection = DriverManager.getConnection(DatabaseCalls.through(Orders.URL), Orders.USER, Orders.PASSWORD);
        jooq = DSL.using(connection);
        Orders.MIGRATION.forEach(jooq::execute);
    }

    @AfterAll
    static void end() throws SQLException {
        connection.close();
    }

    @Test
    void openOrders() {
        int items = jooq.transactionResult(transaction -> Orders.PLANTED
                ? transaction.dsl().select(ID).from(table("orders")).where(condition("open")).fetch(ID).stream()
                        .mapToInt(order -> itemsOf(order, transaction.dsl())).sum()
                : transaction.dsl().fetch(Orders.JOINED).size() + itemsOf(0, transaction.dsl()));
        assertEquals(Orders.ITEMS, items);
    }

    private static int itemsOf(int order, DSLContext jooq) {
        return jooq.select(COLUMNS).from(table("item")).where(ORDER.eq(order)).fetch().size();
    }
}
