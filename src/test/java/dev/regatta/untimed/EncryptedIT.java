package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Database;
import dev.regatta.database.Databases;
import dev.regatta.database.ListenAddress;
import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.FilledDatabases;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Untimed;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Api;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Every driver with TLS, on servers that are not on the loopback: what runs is encrypted, and what cannot be counted
 * then is said. Counts that decide repeat themselves.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EncryptedIT {

    private static final List<Counter> READ_IN_REQUESTS = List.of(Counter.STATEMENTS, Counter.PREPARATIONS);
    private static final List<Counter> OF_A_WARM_CONNECTION = List.of(Counter.ROUND_TRIPS, Counter.WRITES);

    private final Placement placement = Placement.detect();
    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Forks forks = forks(true);
    private final FilledDatabases databases = new FilledDatabases(placement, forks,
            Map.of(Databases.TLS_PROPERTY, "true", ListenAddress.PROPERTY, "host"));

    static Stream<Arguments> stacks() {
        return Stream.of(Dialect.values()).flatMap(dialect -> Stacks.on(dialect).stream()
                .filter(stack -> stack.judged() && stack.api() != Api.HIBERNATE_REACTIVE)
                .map(stack -> Arguments.of(dialect, stack)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("stacks")
    void whatRunsIsEncryptedAndWhatCannotBeCountedIsSaid(Dialect dialect, Stack stack)
            throws MeasurementFailure, UnknownHostException {
        Database database = databases.of(dialect);
        assertThat(InetAddress.getByName(database.endpoint().host()).isLoopbackAddress()).isFalse();
        assertThat(database.facts()).containsEntry(Fingerprint.NETWORK_PATH, "host-address");
        for (Workload workload : List.of(Workloads.CONNECT, Workloads.ROWS_1000, Workloads.ROWS_10)) {
            if (stack.gap(workload, dialect).isPresent()) {
                continue;
            }
            Counts first = count(workload, database, stack, forks);
            assertThat(UntimedSlices.readable(Untimed.counted(List.of(first)))).isEmpty();
            READ_IN_REQUESTS.forEach(counter -> assertThat(first.absences().get(counter))
                    .as(stack + " " + workload.id()).contains("cannot read TLS"));
            Counts again = count(workload, database, stack, forks);
            OF_A_WARM_CONNECTION.forEach(counter -> {
                assertThat(first.of(counter).isPresent()).as(stack + " " + workload.id() + " " + counter)
                        .isEqualTo(workload != Workloads.CONNECT);
                assertThat(again.of(counter).map(Count::perOperation))
                        .isEqualTo(first.of(counter).map(Count::perOperation));
            });
            assertThat(again.of(Counter.CONNECTIONS).orElseThrow().perOperation())
                    .isEqualTo(first.of(Counter.CONNECTIONS).orElseThrow().perOperation());
        }
    }

    /** A release that does not know today's option for TLS would be compared with one that encrypts. */
    @ParameterizedTest
    @EnumSource
    void aClientThatDoesNotEncryptIsFound(Dialect dialect) throws MeasurementFailure {
        Stack stack = Stacks.on(dialect).stream().filter(one -> one.judged() && one.api() == Api.JDBC).findFirst()
                .orElseThrow();
        try (Forks plain = forks(false)) {
            Counts counts = count(Workloads.CONNECT, databases.of(dialect), stack, plain);
            assertThat(UntimedSlices.readable(Untimed.counted(List.of(counts)))).hasValue(Arm.CANDIDATE);
        }
    }

    private Forks forks(boolean encrypted) {
        return new Forks(placement, Path.of("target", "encrypted").toAbsolutePath(),
                new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS, encrypted);
    }

    private Counts count(Workload workload, Database database, Stack stack, Forks forks) throws MeasurementFailure {
        var client = new ClientId(stack.id(), stack.threadings().getFirst());
        Counts counts = CountedAlone.of(client, workload.id(), database, resolver.today(stack.id()), forks);
        System.out.println(stack + " " + workload.id() + ": " + counts.values().entrySet().stream()
                .map(count -> count.getKey().phrase(count.getValue().perOperation())).toList() + " without "
                + counts.absences());
        return counts;
    }

    @AfterAll
    void end() {
        forks.close();
        databases.close();
        resolver.close();
    }
}
