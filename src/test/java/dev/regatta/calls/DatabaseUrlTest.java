package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.relay.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.InetSocketAddress;

class DatabaseUrlTest {

    private static final InetSocketAddress RELAY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    @ParameterizedTest
    @CsvSource({"jdbc:postgresql://db:5433/shop?user=a, POSTGRESQL, 5433, jdbc:postgresql://127.0.0.1:1/shop?user=a",
            "jdbc:postgresql://db/shop, POSTGRESQL, 5432, jdbc:postgresql://127.0.0.1:1/shop",
            "jdbc:mariadb://db, MARIADB, 3306, jdbc:mariadb://127.0.0.1:1",
            "jdbc:mysql://db:3307/shop, MARIADB, 3307, jdbc:mysql://127.0.0.1:1/shop",
            "r2dbc:postgresql://me:p@db:5432/shop, POSTGRESQL, 5432, r2dbc:postgresql://me:p@127.0.0.1:1/shop",
            "r2dbc:pool:mariadb://db:3306/shop, MARIADB, 3306, r2dbc:pool:mariadb://127.0.0.1:1/shop",
            "postgresql://me@db/shop, POSTGRESQL, 5432, postgresql://me@127.0.0.1:1/shop",
            "postgres://db/shop, POSTGRESQL, 5432, postgres://127.0.0.1:1/shop",
            "vertx-reactive:mysql://db/shop, MARIADB, 3306, vertx-reactive:mysql://127.0.0.1:1/shop"})
    void theAddressIsReplacedAndTheRestStays(String url, Language language, int port, String through) {
        DatabaseUrl read = DatabaseUrl.of(url);
        assertThat(read.language()).isEqualTo(language);
        assertThat(read.server().getHostString()).isEqualTo("db");
        assertThat(read.server().getPort()).isEqualTo(port);
        assertThat(read.at(RELAY)).isEqualTo(through);
    }

    /** Where a JVM prefers addresses of IPv6, its loopback is one. */
    @Test
    void anAddressWithColonsIsInBrackets() {
        assertThat(DatabaseUrl.of("jdbc:postgresql://db/shop").at(new InetSocketAddress("::1", 1)))
                .isEqualTo("jdbc:postgresql://[0:0:0:0:0:0:0:1]:1/shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://a:1,b:2/shop", "jdbc:mysql:replication://a/shop", "jdbc:oracle:thin:@a",
            "r2dbcs:postgresql://a/shop", "jdbc:tc:postgresql:18:///shop", "a"})
    void anotherUrlIsRefusedWithAnExample(String url) {
        assertThatThrownBy(() -> DatabaseUrl.of(url)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(url).hasMessageContaining("jdbc:postgresql://localhost:5432/shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:oracle://me:secret@a/b", "jdbc:sqlserver://a;password=secret",
            "x://a?password=secret", "jdbc:postgresql://me:a/secret@db/shop"})
    void aRefusalDoesNotTellThePassword(String url) {
        assertThatThrownBy(() -> DatabaseUrl.of(url)).hasMessageNotContaining("secret");
    }
}
