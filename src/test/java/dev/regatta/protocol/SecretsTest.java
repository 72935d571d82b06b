package dev.regatta.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class SecretsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            login failed, password=hunter2, giving up   | login failed, password=***, giving up
            PGPASSWORD: hunter2                         | PGPASSWORD: ***
            {"apiKey" : "hun ter2", "user" : "me"}      | {"apiKey" : "***", "user" : "me"}
            options {ssl.password='hunter2', a=b}       | options {ssl.password='***', a=b}
            jdbc:postgresql://me:hunter2@host:5432/db   | jdbc:postgresql://me:***@host:5432/db
            jdbc:mariadb://me:hu@nter2@host:5432/db     | jdbc:mariadb://me:***@host:5432/db
            user postgresql://me@host:5432/db           | user postgresql://me@host:5432/db
            clone https://glpat-hunter2@host/x failed   | clone https://***@host/x failed
            HTTPS://hunter2:x-oauth-basic@host:80/a@b   | HTTPS://***@host:80/a@b
            grpc://hunter2@host,http://hunter2@host     | grpc://***@host,http://***@host
            postgresql://host:5432/db?password=hunter2&ssl=on | postgresql://host:5432/db?password=***&ssl=on
            tokens are separated by spaces              | tokens are separated by spaces
            mail me@host at http://host:80/a@b          | mail me@host at http://host:80/a@b
            """)
    void whatLooksLikeASecretIsHiddenAndNothingElse(String text, String hidden) {
        assertThat(Secrets.TELLING.hidden(text)).isEqualTo(hidden);
    }

    @Test
    void aPasswordThatWasSetIsHiddenWhereNothingTellsThatItIsOne() {
        var secrets = Secrets.of(name -> Optional.ofNullable(Map.of("regatta.password.postgresql", "p(s").get(name)),
                Map.of("REGATTA_PASSWORD_MARIADB", "hunter2"));
        assertThat(secrets.hidden("no hunter2 and p(s, or p%28s; hunter25 is another"))
                .isEqualTo("no *** and ***, or ***; hunter25 is another");
        assertThat(secrets.hidden(new TreeMap<>(Map.of("sslPassword", "x", "user", "hunter2", "ssl", "on"))))
                .isEqualTo(Map.of("sslPassword", "***", "user", "***", "ssl", "on"));
    }
}
