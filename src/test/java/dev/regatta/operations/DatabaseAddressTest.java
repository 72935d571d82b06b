package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DatabaseAddressTest {

    private static final DatabaseAddress MARIADB = new DatabaseAddress("mariadb", "10.0.0.1", 3306, "shop", "me",
            "hush");

    @Test
    void eachKindOfDriverHasItsUrl() {
        assertThat(MARIADB.jdbcUrl()).isEqualTo("jdbc:mariadb://10.0.0.1:3306/shop");
        assertThat(MARIADB.jdbcUrl("mysql")).isEqualTo("jdbc:mysql://10.0.0.1:3306/shop");
        assertThat(MARIADB.r2dbcUrl()).isEqualTo("r2dbc:mariadb://10.0.0.1:3306/shop");
        assertThat(new DatabaseAddress("postgresql", "::1", 5432, "shop", "me", "hush").jdbcUrl())
                .isEqualTo("jdbc:postgresql://[::1]:5432/shop");
    }

    @Test
    void itsPasswordIsNotShown() {
        assertThat(MARIADB).hasToString("mariadb://me@10.0.0.1:3306/shop");
    }

    @Test
    void whatCannotBeReachedIsRefused() {
        assertThatThrownBy(() -> new DatabaseAddress("oracle", "db", 1521, "shop", "me", ""))
                .hasMessage("the database of an address is postgresql or mariadb, got 'oracle'");
        assertThatThrownBy(() -> new DatabaseAddress("mariadb", "db", 0, "shop", "me", ""))
                .hasMessage("port 0 of db is not in 1 to 65535");
    }
}
