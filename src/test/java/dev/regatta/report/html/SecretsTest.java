package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            login failed, password=hunter2, giving up   | login failed, password=***, giving up
            PGPASSWORD: hunter2                         | PGPASSWORD: ***
            {"apiKey" : "hun ter2", "user" : "me"}      | {"apiKey" : "***", "user" : "me"}
            options {ssl.password='hunter2', a=b}       | options {ssl.password='***', a=b}
            jdbc:postgresql://me:hunter2@host:5432/db   | jdbc:postgresql://me:***@host:5432/db
            postgresql://host:5432/db?password=hunter2&ssl=on | postgresql://host:5432/db?password=***&ssl=on
            tokens are separated by spaces              | tokens are separated by spaces
            mail me@host at http://host:80/a@b          | mail me@host at http://host:80/a@b
            """)
    void whatLooksLikeASecretIsHiddenAndNothingElse(String text, String hidden) {
        assertThat(Secrets.hidden(text)).isEqualTo(hidden);
    }
}
