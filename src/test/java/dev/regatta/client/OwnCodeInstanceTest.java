package dev.regatta.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.operations.DatabaseAddress;
import dev.regatta.operations.Reset;
import io.r2dbc.spi.ConnectionFactory;
import org.junit.jupiter.api.Test;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** What newcomers do, and what they are told. */
class OwnCodeInstanceTest {

    /** Nothing listens there. */
    private static final DatabaseAddress AT = new DatabaseAddress("postgresql", "127.0.0.1", 1, "shop", "me", "hush");
    private static final String HERE = OwnCodeInstanceTest.class.getName() + "$";

    private record Told(DatabaseAddress at) {}

    private record Twice(DatabaseAddress at, DatabaseAddress again) {}

    private static final class Plain {
    }

    private record Other(List<String> names) {}

    private static final class Two {

        Two() {
            // One.
        }

        Two(DatabaseAddress at) {
            throw new AssertionError(at);
        }
    }

    private static final class NoDriver {

        NoDriver() throws SQLException {
            DriverManager.getConnection("jdbc:nothing://127.0.0.1/shop");
        }
    }

    private static final class NoClass {

        NoClass() {
            throw new IllegalStateException(new NoClassDefFoundError("org/flywaydb/core/Flyway"));
        }
    }

    private static final class NoClassAtStart {

        static final Object LOADED = load();

        private static Object load() {
            throw new NoClassDefFoundError("org/flywaydb/core/Flyway");
        }
    }

    private static final class Throws {

        Throws() {
            throw new IllegalStateException("the table orders is missing");
        }
    }

    private static class Inserts {

        int rows = 7;

        @Reset
        private void delete() {
            if (rows < 0) {
                throw new IllegalStateException("no such row");
            }
            rows = 0;
        }
    }

    private static final class AlsoInserts extends Inserts {
    }

    private record OnDataSource(DataSource source) {}

    private record OnFactory(ConnectionFactory factory) {}

    private static Object made(Class<?> type) {
        return OwnCodeInstance.made(type.getName(), AT);
    }

    @Test
    void aConstructorIsGivenWhereTheDatabaseIs() {
        assertThat(made(Told.class)).isEqualTo(new Told(AT));
        assertThat(made(Twice.class)).isEqualTo(new Twice(AT, AT));
        assertThat(made(Plain.class)).isInstanceOf(Plain.class);
    }

    @Test
    void otherParametersAndSeveralConstructorsAreRefused() {
        for (Class<?> type : List.of(Other.class, Two.class)) {
            assertThatThrownBy(() -> made(type)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(type.getName() + " cannot be made: give it one constructor, whose parameters are of the"
                            + " types DatabaseAddress, DataSource or ConnectionFactory");
        }
    }

    @Test
    void aDriverThatIsMissingIsNamedAsSuch() {
        assertThatThrownBy(() -> made(NoDriver.class)).hasMessage("the constructor of " + HERE + "NoDriver finds no"
                + " driver for its database (No suitable driver found for jdbc:nothing://127.0.0.1/shop): add the"
                + " driver's dependency, in a scope that tests have");
        assertThatThrownBy(() -> made(OnFactory.class)).hasMessageContaining("finds no driver for its database")
                .hasMessageContaining("add the driver's dependency").hasMessageNotContaining("hush");
    }

    @Test
    void aClassThatIsMissingIsNamed() {
        assertThatThrownBy(() -> made(NoClass.class)).hasMessage("the constructor of " + HERE
                + "NoClass needs the class"
                + " org.flywaydb.core.Flyway, which is not on the class path of the tests: add its dependency, in a scope"
                + " that tests have");
        assertThatThrownBy(() -> made(NoClassAtStart.class)).hasMessageContaining("needs the class"
                + " org.flywaydb.core.Flyway, which is not on the class path");
        assertThatThrownBy(() -> OwnCodeInstance.made("shop.Gone", AT))
                .hasMessage("shop.Gone cannot be made: it is not on this class path");
    }

    @Test
    void aConstructorThatThrowsIsTheCause() {
        assertThatThrownBy(() -> made(Throws.class)).isInstanceOf(IllegalStateException.class)
                .hasMessage("the constructor of " + HERE + "Throws failed")
                .hasRootCauseMessage("the table orders is missing");
    }

    @Test
    void theDataIsResetByTheMethodThatSaysSo() throws Exception {
        var inserts = new AlsoInserts();
        var instance = new OwnCodeInstance(inserts);
        instance.reset();
        assertThat(inserts.rows).isZero();
        inserts.rows = -1;
        assertThatThrownBy(instance::reset).hasMessage("delete() of " + HERE + "AlsoInserts, which resets its data,"
                + " failed").hasRootCauseMessage("no such row");
        new OwnCodeInstance(new Plain()).reset();
    }

    @Test
    void withoutHikariThereIsNoDataSource() {
        ClassLoader jdk = ClassLoader.getPlatformClassLoader();
        assertThat(OwnCodeArgument.missing(DataSource.class, jdk)).hasValueSatisfying(sentence -> assertThat(sentence)
                .startsWith(
                        "a DataSource is a pool of HikariCP, which is not on the class path: take a DatabaseAddress"));
        assertThat(OwnCodeArgument.missing(DatabaseAddress.class, jdk)).isEmpty();
    }

    /** HikariCP of the class path, which connects at once. */
    @Test
    void aDataSourceIsAPool() {
        assertThatThrownBy(() -> made(OnDataSource.class)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the constructor of " + HERE + "OnDataSource ").hasMessageNotContaining("hush");
    }
}
