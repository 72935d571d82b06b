package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.client.wire.Admin;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What is ended on a server, and what stays: {@code mvn verify -DskipUTs -Dit.test=SessionsIT}. */
class SessionsIT {

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void sessionsThatBeganLaterEndAndOthersStay(Dialect dialect) throws IOException {
        try (Database server = server(dialect);
                Admin before = Admin.connect(server.endpoint());
                Sessions sessions = Sessions.of(server.endpoint());
                Outages.Ahead outage = sessions.ahead();
                Admin one = Admin.connect(server.endpoint());
                Admin other = Admin.connect(server.endpoint())) {
            outage.come();
            for (Admin lost : List.of(one, other)) {
                assertThatThrownBy(() -> lost.run("SELECT 1")).isInstanceOf(IOException.class);
            }
            assertThat(before.run("SELECT 1")).isEqualTo(List.of(List.of("1")));
        }
    }

    /** An operation that lost nothing would be timed as one that recovered at once. */
    @ParameterizedTest
    @EnumSource(Dialect.class)
    void whereNoneIsSeenNoneWasEnded(Dialect dialect) throws IOException {
        try (Database server = server(dialect);
                Sessions sessions = Sessions.of(server.endpoint());
                Outages.Ahead outage = sessions.ahead()) {
            assertThatThrownBy(outage::come).isInstanceOf(IOException.class)
                    .hasMessageContaining("the server shows none of the sessions that the pool has opened");
        }
    }

    private static Database server(Dialect dialect) {
        return Databases.start(dialect, DatabaseMode.EMBEDDED, Placement.NONE, name -> Optional.empty(), line -> {
        });
    }
}
