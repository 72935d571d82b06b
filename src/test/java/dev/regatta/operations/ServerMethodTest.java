package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.testcontainers.postgresql.PostgreSQLContainer;

import java.util.List;

class ServerMethodTest {

    private static final DatabaseAddress AT = new DatabaseAddress("postgresql", "db", 5432, "shop", "me", "hush");

    private static class Shared {

        @DatabaseServer
        private static DatabaseAddress shared() {
            return AT;
        }
    }

    private static final class Sharing extends Shared {
    }

    private static final class Url {

        @DatabaseServer
        static String server() {
            return "jdbc:mariadb://me:hush@db/shop";
        }
    }

    private static final class NoDocker {

        @DatabaseServer
        static Object server() {
            throw new IllegalStateException("Previous attempts to find a Docker environment failed.",
                    new IllegalStateException("Could not find a valid Docker environment. Please see logs"));
        }
    }

    private static final class Other {

        @DatabaseServer
        static Object server() {
            return List.of();
        }
    }

    private static final class OfAnInstance {

        @DatabaseServer
        String server() {
            return "";
        }
    }

    private static final class Two {

        @DatabaseServer
        static String one() {
            return "";
        }

        @DatabaseServer
        static String two() {
            return "";
        }
    }

    /** One that runs already, wherever that is. */
    private static final class Running extends PostgreSQLContainer {

        private static int started;

        Running() {
            super("postgres:18");
            withUsername("me").withPassword("hush");
        }

        @DatabaseServer
        static Running server() {
            return new Running();
        }

        @Override
        public void start() {
            started++;
        }

        @Override
        public String getContainerId() {
            return "4711";
        }

        @Override
        public String getJdbcUrl() {
            return "jdbc:postgresql://localhost:32768/test?loggerLevel=OFF";
        }
    }

    private static GivenServer given(Class<?> type) {
        return ServerMethod.of(type).orElseThrow().call();
    }

    @Test
    void anAddressIsTakenAsItIs() {
        assertThat(given(Shared.class)).isEqualTo(new GivenServer(AT, "", "Shared.shared()"));
    }

    @Test
    void aSuperclassMayHaveTheMethod() {
        assertThat(ServerMethod.of(Sharing.class)).isEqualTo(ServerMethod.of(Shared.class)).isPresent();
        assertThat(ServerMethod.of(String.class)).isEmpty();
    }

    @Test
    void aUrlIsTakenApart() {
        assertThat(given(Url.class).at()).isEqualTo(
                new DatabaseAddress("mariadb", "db", 3306, "shop", "me", "hush"));
    }

    @Test
    void aContainerIsStartedAndKnownByItsId() {
        int before = Running.started;
        assertThat(given(Running.class)).isEqualTo(new GivenServer(
                new DatabaseAddress("postgresql", "localhost", 32768, "test", "me", "hush"), "4711",
                "Running.server()"));
        assertThat(Running.started).isEqualTo(before + 1);
    }

    @Test
    void withoutDockerTheSentenceSaysWhatToDo() {
        assertThatThrownBy(() -> given(NoDocker.class)).hasMessage("NoDocker.server() gave no database (Could not find"
                + " a valid Docker environment. Please see logs): start Docker, or return the URL of a server that runs");
    }

    @Test
    void anythingElseIsRefused() {
        assertThatThrownBy(() -> given(Other.class)).hasMessageContaining("Other.server() returned a java.util.")
                .hasMessageContaining("expected a JdbcDatabaseContainer of Testcontainers, a URL or a DatabaseAddress");
        assertThat(ServerMethod.of(OfAnInstance.class).orElseThrow().flaw())
                .hasValue("OfAnInstance.server() gives the database and must be static, without parameters");
        assertThatThrownBy(() -> ServerMethod.of(Two.class))
                .hasMessage("Two has 2 methods with @DatabaseServer: leave one");
    }

    @Test
    void aServerOfTheOtherDatabaseIsRefused() {
        ServerMethod method = ServerMethod.of(Url.class).orElseThrow();
        GivenServer given = method.call();
        assertThat(method.required(given, "mariadb")).isEqualTo(given);
        assertThatThrownBy(() -> method.required(given, "postgresql")).hasMessage("Url.server() gave a server of"
                + " mariadb, and its class has @DatabaseOperations(database = \"postgresql\")");
    }
}
