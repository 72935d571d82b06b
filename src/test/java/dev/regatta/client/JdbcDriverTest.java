package dev.regatta.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Properties;

class JdbcDriverTest {

    @Test
    void aPatientDriverHasALimitForLogInsUnlessOneIsGiven() {
        assertThat(patient(JdbcDriver.PGJDBC, Map.of())).isEqualTo(Map.of("loginTimeout", "5"));
        assertThat(patient(JdbcDriver.MARIADB, Map.of("sslMode", "disable")))
                .isEqualTo(Map.of("sslMode", "disable", "connectTimeout", "5000"));
        assertThat(patient(JdbcDriver.PGJDBC, Map.of("loginTimeout", "7"))).isEqualTo(Map.of("loginTimeout", "7"));
    }

    /** Of a driver that is not on the class path. */
    private static Map<Object, Object> patient(JdbcDriver driver, Map<String, String> given) {
        var properties = new Properties();
        properties.putAll(given);
        JdbcDriver.Target patient = driver.patient(new JdbcDriver.Target(null, "jdbc:x", properties, "user", "secret"));
        assertThat(properties).isEqualTo(given);
        assertThat(patient.login()).containsAllEntriesOf(patient.properties()).containsEntry("user", "user");
        return patient.properties();
    }
}
