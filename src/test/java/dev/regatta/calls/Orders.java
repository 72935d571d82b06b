package dev.regatta.calls;

import java.util.List;

/** The tables of the samples: ten orders of two items each. */
final class Orders {

    /** Whether the samples call more often than they need. */
    static final boolean PLANTED = Boolean.getBoolean("planted");

    /** Makes the tables anew. */
    static final List<String> MIGRATION = List.of("drop table if exists item", "drop table if exists orders",
            "create table orders (id int primary key, open boolean not null)",
            "create table item (id int primary key, order_id int not null, name varchar(40) not null)",
            "insert into orders values (1, true), (2, true), (3, true), (4, true), (5, true), (6, true), (7, true),"
                    + " (8, true), (9, true), (10, true)",
            "insert into item select 2 * id, id, 'a' from orders",
            "insert into item select 2 * id + 1, id, 'b' from orders");

    private Orders() {
    }
}
