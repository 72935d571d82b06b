package dev.regatta.client;

import javax.sql.DataSource;

/** Where JDBC's operations borrow their connections. */
interface JdbcPool extends AutoCloseable {

    /** Lends connections, which are given back by closing them. */
    DataSource source();

    /** How many connections it holds; 0 where every connection is a new one. */
    int connections();

    @Override
    void close();
}
