package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Optional;

class ServerUrlTest {

    private static DatabaseAddress address(String url) {
        return ServerUrl.of(url).address(Optional.empty(), Optional.empty());
    }

    @Test
    void userAndPasswordMayBeOptionsOrBeforeTheHost() {
        assertThat(address("jdbc:postgresql://db:5433/shop?ssl=false&user=me&password=a%26b+c")).isEqualTo(
                new DatabaseAddress("postgresql", "db", 5433, "shop", "me", "a&b+c"));
        assertThat(address("r2dbc:pool:mariadb://me:s%40cret@[::1]/shop")).isEqualTo(
                new DatabaseAddress("mariadb", "::1", 3306, "shop", "me", "s@cret"));
        assertThat(address("postgres://me:@db/shop")).isEqualTo(
                new DatabaseAddress("postgresql", "db", 5432, "shop", "me", ""));
    }

    @Test
    void whatIsNotEncodedIsTakenAsItIs() {
        assertThat(address("jdbc:mariadb://db/shop?user=me&password=50%off").password()).isEqualTo("50%off");
    }

    /** As a container's does. */
    @Test
    void othersMaySayWhoLogsIn() {
        assertThat(ServerUrl.of("jdbc:mysql://localhost:32768/test").address(Optional.of("app"), Optional.of("hush")))
                .isEqualTo(new DatabaseAddress("mariadb", "localhost", 32768, "test", "app", "hush"));
    }

    @Test
    void nobodyWhoLogsInIsAnError() {
        assertThatThrownBy(() -> address("jdbc:postgresql://db/shop?user=me")).hasMessage("the URL of postgresql on"
                + " db:5432 names no user with a password: add ?user=…&password=…, or return a DatabaseAddress");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:oracle:thin:@db:1521/shop?password=hush", "jdbc:postgresql:shop?password=hush",
            "jdbc:postgresql://me:hush@a,b/shop", "jdbc:postgresql://me:a/hush@db/shop",
            "jdbc:mariadb://db?password=hush", ""})
    void otherFormsAreRefusedAndNoPasswordIsRepeated(String url) {
        assertThatThrownBy(() -> ServerUrl.of(url)).hasMessageContaining("is not understood; expected one server")
                .hasMessageNotContaining("hush");
    }

    @Test
    void addressesAndUrlsNeverShowAPassword() {
        assertThat(ServerUrl.of("jdbc:postgresql://me:hush@db/shop?password=hush"))
                .hasToString("postgresql://db:5432/shop");
        assertThat(new GivenServer(address("jdbc:postgresql://me:hush@db/shop"), "", "Races.server()").toString())
                .doesNotContain("hush");
        assertThat(ServerUrl.withoutSecrets("cannot reach jdbc:postgresql://me:hush@db/shop?password=hush now"))
                .isEqualTo("cannot reach jdbc:postgresql://…@db/shop now");
    }
}
