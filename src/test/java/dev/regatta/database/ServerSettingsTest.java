package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class ServerSettingsTest {

    @Test
    void settingsBecomeArgumentsInTheOrderOfTheirNames() {
        var values = new TreeMap<>(Map.of("b", "2", "a", "1"));
        assertThat(new ServerSettings(Dialect.POSTGRESQL, values).arguments()).containsExactly("-c", "a=1", "-c",
                "b=2");
        assertThat(new ServerSettings(Dialect.MARIADB, values).arguments()).containsExactly("--a=1", "--b=2");
    }

    @Test
    void anotherValueIsAnotherHash() {
        var before = new ServerSettings(Dialect.MARIADB, new TreeMap<>(Map.of("a", "1")));
        var after = new ServerSettings(Dialect.MARIADB, new TreeMap<>(Map.of("a", "2")));
        assertThat(before.hash()).matches("[0-9a-f]{12}").isNotEqualTo(after.hash());
    }

    @Test
    void versionsAreReadFromWhatServersSay() {
        assertThat(Product.of(Dialect.POSTGRESQL, Optional.of("postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)")))
                .hasToString("PostgreSQL 15.20");
        assertThat(Product.of(Dialect.MARIADB, Optional.of("mariadbd  Ver 11.4.5-MariaDB for linux-systemd on x86_64")))
                .hasToString("MariaDB 11.4.5");
        assertThat(Product.of(Dialect.MARIADB, Optional.of("10.11.19-MariaDB"))).hasToString("MariaDB 10.11.19");
        assertThat(Product.of(Dialect.POSTGRESQL, Optional.empty())).hasToString("PostgreSQL");
    }
}
