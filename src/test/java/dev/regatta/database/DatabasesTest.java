package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.Optional;

class DatabasesTest {

    /** The run would be on another server than the user believes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            EMBEDDED | regatta.image.postgresql | postgres:17 | the database is embedded: leave it out, or use -Dregatta.database=container
            EMBEDDED | regatta.image.postgresql.digest | sha256:1 | the database is embedded: leave it out, or use -Dregatta.database=container
            EMBEDDED | regatta.url.postgresql | postgresql://a:1/b | the database is embedded: leave it out, or name your server with -Dregatta.url.postgresql and use -Dregatta.database=external
            EMBEDDED | regatta.user.postgresql | me | the database is embedded: leave it out
            CONTAINER | regatta.password.postgresql | secret | the database is container: leave it out
            AUTO | regatta.user.postgresql | me | the database is a server of ours: leave it out
            EXTERNAL | regatta.image.postgresql | postgres:17 | the database is external: leave it out, or use -Dregatta.database=container
            EXTERNAL | regatta.server.connections | 300 | the database is external: leave it out, or set it on your server
            """)
    void whatDescribesAnotherServerIsRefused(DatabaseMode mode, String name, String value, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Databases.today(Dialect.POSTGRESQL, mode,
                        asked -> Optional.ofNullable(Map.of(name, value).get(asked)), line -> {
                        }))
                .withMessageStartingWith("-D" + name + " does nothing where " + words)
                .withMessageNotContaining("secret");
    }

    @Test
    void whatDescribesAnotherDatabaseIsLeftToIt() {
        assertThatCode(() -> Databases.today(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED,
                asked -> Optional.ofNullable(Map.of("regatta.image.mariadb", "mariadb:11.8").get(asked)), line -> {
                })).doesNotThrowAnyException();
    }
}
