package dev.regatta.calls;

import java.util.List;

/** What the samples have in common: ten orders of two items each, and where they are. */
final class Orders {

    /** Whether the samples ask for the items of each order by itself. */
    static final boolean PLANTED = Boolean.getBoolean("planted");

    static final String URL = System.getProperty("db.url");
    static final String USER = System.getProperty("db.user");
    static final String PASSWORD = System.getProperty("db.password");

    /** How a driver that leaves it to its users writes the first parameter. */
    static final String PARAMETER = URL != null && URL.contains("postgresql") ? "$1" : "?";

    static final String OPEN = "select id from orders where open";
    static final String JOINED = "select i.id, i.order_id, i.name, i.price from item i"
            + " join orders o on o.id = i.order_id where o.open";
    static final String ITEMS_OF = "select id, order_id, name, price from item where order_id = ";
    static final int ITEMS = 20;

    /** Makes the tables anew. */
    static final List<String> MIGRATION = List.of("drop table if exists item", "drop table if exists orders",
            "create table orders (id int primary key, open boolean not null)",
            "create table item (id int primary key, order_id int not null, name varchar(40) not null, price int)",
            "insert into orders values (1, true), (2, true), (3, true), (4, true), (5, true), (6, true), (7, true),"
                    + " (8, true), (9, true), (10, true)",
            "insert into item select 2 * id, id, 'a', 7 from orders",
            "insert into item select 2 * id + 1, id, 'b', 8 from orders");

    private Orders() {
    }
}
