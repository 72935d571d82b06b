package dev.regatta.client;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;

import javax.sql.DataSource;

/** No pool: each borrowed connection is opened by the driver, and closed for good. */
final class JdbcWithoutPool implements JdbcPool, DataSource {

    private final JdbcDriver.Target target;

    JdbcWithoutPool(JdbcDriver.Target target) {
        this.target = target;
    }

    @Override
    public DataSource source() {
        return this;
    }

    @Override
    public int connections() {
        return 0;
    }

    @Override
    public void close() {
        // Nothing stays open.
    }

    @Override
    public Connection getConnection() throws SQLException {
        return target.driver().connect(target.url(), target.login());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("there is one user");
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("the driver's own timeout holds");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("there is nothing inside");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
