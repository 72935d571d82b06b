package dev.regatta.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.workload.Burst;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Idle;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class StacksTest {

    @Test
    void jdbcRunsEverythingButCopyOnMariaDb() {
        assertThat(of(Api.JDBC)).allSatisfy(stack -> {
            assertThat(ofOneConnection(stack, Dialect.POSTGRESQL)).isEmpty();
            assertThat(ofOneConnection(stack, Dialect.MARIADB)).containsExactly(Workloads.COPY_IN);
        });
    }

    @Test
    void r2dbcRunsNothingThatOnlyJdbcHas() {
        assertThat(of(Api.R2DBC)).allSatisfy(stack -> assertThat(stack.databases()).isNotEmpty()
                .allSatisfy(dialect -> assertThat(ofOneConnection(stack, dialect)).containsExactly(Workloads.BLOB,
                        Workloads.COPY_IN, Workloads.METADATA)));
    }

    @Test
    void theWireRunsNothingThatOnlyADriverDoes() {
        assertThat(Dialect.values()).allSatisfy(dialect -> assertThat(ofOneConnection(Stacks.WIRE, dialect))
                .containsExactly(Workloads.BLOB, Workloads.COPY_IN, Workloads.METADATA, Workloads.TYPES));
    }

    @Test
    void whatLendsNoConnectionHasNoTransactions() {
        assertThat(gaps(Stacks.of("vertx-pg-client+pool"), Dialect.POSTGRESQL)).containsExactly(Workloads.BLOB,
                Workloads.COPY_IN, Workloads.METADATA);
        assertThat(gaps(Stacks.of("vertx-pg-client+pipelined"), Dialect.POSTGRESQL)).containsExactly(
                Workloads.TRANSACTION_READ, Workloads.TRANSACTION_ROWS, Workloads.TRANSACTION, Workloads.BATCH_UPDATE,
                Workloads.BLOB, Workloads.COPY_IN, Workloads.METADATA, Workloads.POOL_GROWTH, Workloads.POOL_RECOVERY,
                Workloads.POOL_HALF_OPEN, Workloads.IDLE);
    }

    @Test
    void hibernateRunsWhatReadsEntities() {
        assertThat(of(Api.HIBERNATE_ORM, Api.HIBERNATE_REACTIVE)).allSatisfy(stack -> assertThat(stack.databases())
                .isNotEmpty().allSatisfy(dialect -> assertThat(Workloads.all())
                        .filteredOn(workload -> stack.gap(workload, dialect).isEmpty())
                        .containsExactly(Workloads.POINT_SELECT, Workloads.POINT_SELECT_20, Workloads.ROWS_10,
                                Workloads.TRANSACTION, Workloads.UPDATE_20)));
    }

    /** The stacks behind these, of which each has some. */
    private static List<Stack> of(Api... apis) {
        List<Stack> stacks = Stacks.all().stream().filter(stack -> List.of(apis).contains(stack.api())).toList();
        assertThat(stacks).extracting(Stack::api).contains(apis);
        return stacks;
    }

    @Test
    void aBurstNeedsAClientThatLetsItsTasksShareConnections() {
        assertThat(Stacks.all()).filteredOn(stack -> stack.databases().stream()
                .allMatch(dialect -> stack.gap(Workloads.BURST_100, dialect).isEmpty())).extracting(Stack::pool)
                .containsOnly(Pool.HIKARI, Pool.AGROAL, Pool.R2DBC_POOL, Pool.VERTX, Pool.ONE_PIPELINED);
        assertThat(Stacks.all()).filteredOn(stack -> stack.databases().stream()
                .anyMatch(dialect -> stack.gap(Workloads.BURST_100, dialect).isPresent())).isNotEmpty().allSatisfy(
                        stack -> assertThat(stack.pool() == Pool.NONE || stack == Stacks.WIRE
                                || stack.api() == Api.HIBERNATE_ORM || stack.api() == Api.HIBERNATE_REACTIVE)
                                .as(stack.id()).isTrue());
    }

    @Test
    void tlsIsAnOptionOfTheWayAndNotOfTheDriverOrThePool() {
        Stack stack = Stacks.of("pgjdbc+agroal");
        var options = Map.of(Endpoint.TLS, "true", "a", "1", "pool.connectionCache", "none");
        assertThat(stack.driverOptions(options)).isEqualTo(Map.of("a", "1"));
        assertThat(stack.poolOptions(options)).isEqualTo(Map.of("pool.connectionCache", "none"));
        assertThat(Stack.encrypts(options)).isTrue();
        assertThat(Stack.encrypts(Map.of("a", "1"))).isFalse();
    }

    @Test
    void everyPoolGrowsRecoversAndIdlesButThoseBehindHibernate() {
        assertThat(Stacks.all()).allSatisfy(stack -> assertThat(stack.databases()).allSatisfy(dialect -> {
            for (Workload workload : List.of(Workloads.POOL_GROWTH, Workloads.POOL_RECOVERY, Workloads.POOL_HALF_OPEN,
                    Workloads.IDLE)) {
                assertThat(stack.gap(workload, dialect).isEmpty()).as(stack.id())
                        .isEqualTo(stack.pool().sized() && stack.api() != Api.HIBERNATE_ORM
                                && stack.api() != Api.HIBERNATE_REACTIVE);
            }
        }));
    }

    @Test
    void everyPoolOfAChosenSizeIsToldHowOftenItLooksAfterItsConnections() {
        assertThat(Stacks.all()).filteredOn(stack -> stack.pool().sized()).isNotEmpty()
                .allSatisfy(stack -> assertThat(Stack.keepAlive(stack.poolOptions(Workloads.IDLE.poolOptions())))
                        .as(stack.id()).hasValueSatisfying(period -> assertThat(period).hasMillis(10)));
        assertThat(Stack.keepAlive(Map.of())).isEmpty();
        for (String wrong : List.of("0", "-1", "1s", "")) {
            assertThatThrownBy(() -> Stack.keepAlive(Map.of("pool.keepAlive", wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("pool.keepAlive is '" + wrong + "', expected milliseconds from 1");
        }
    }

    @Test
    void theReasonIsTheDatabasesWhereNoClientCouldRunIt() {
        assertThat(Stacks.WIRE.gap(Workloads.COPY_IN, Dialect.MARIADB)).hasValueSatisfying(
                reason -> assertThat(reason).contains("PostgreSQL"));
    }

    @Test
    void everyReleasedStackIsMadeOfSomethingAndSpeaksToOneDatabase() {
        assertThat(Stacks.released()).isNotEmpty().allSatisfy(stack -> {
            assertThat(stack.roots()).isNotEmpty();
            assertThat(stack.databases()).hasSize(1);
        });
        assertThat(Stacks.all()).extracting(Stack::id).doesNotHaveDuplicates();
    }

    @Test
    void anUnknownStackIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> Stacks.of("odbc")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'odbc'").hasMessageContaining("pgjdbc+hikari");
    }

    @Test
    void optionsOfThePoolAreKeptFromTheDriver() {
        Stack agroal = Stacks.of("pgjdbc+agroal");
        var options = Map.of("pool.connectionCache", "none", "prepareThreshold", "1");
        assertThat(agroal.driverOptions(options)).containsOnlyKeys("prepareThreshold");
        assertThat(agroal.poolOptions(options)).containsOnlyKeys("pool.connectionCache");
        assertThatThrownBy(() -> Stacks.of("pgjdbc+hikari").poolOptions(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the pool of pgjdbc+hikari has no option 'pool.connectionCache', it takes pool.keepAlive");
    }

    @Test
    void everyRootHasAVersionThatBotsSee() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String filled = Files.readString(Path.of("src/main/resources/dev/regatta/recipe/candidates.properties"));
        assertThat(roots()).isNotEmpty().allSatisfy(root -> {
            String[] module = root.module().split(":");
            assertThat(pom).as("a property").contains("<" + root.property() + ">");
            assertThat(pom).as("its use in the profile candidates").containsPattern(
                    "<groupId>" + module[0] + "</groupId>\\s*<artifactId>" + module[1]
                            + "</artifactId>\\s*<version>\\$\\{" + root.property() + "}</version>");
            assertThat(filled).contains(root.property() + " = ${" + root.property() + "}");
        });
    }

    @Test
    void noRootIsBumpedTogetherWithOthers() throws IOException {
        String bot = Files.readString(Path.of(".github/dependabot.yml"));
        List<String> excluded = bot.substring(bot.indexOf("exclude-patterns:")).lines()
                .skip(1).map(String::strip).takeWhile(line -> line.startsWith("- ")).map(line -> line.substring(2))
                .toList();
        assertThat(roots()).isNotEmpty().allSatisfy(root -> assertThat(excluded)
                .anyMatch(pattern -> root.module().matches(pattern.replace(".", "\\.").replace("*", ".*"))));
    }

    private static List<Root> roots() {
        return Stacks.all().stream().flatMap(stack -> stack.roots().stream()).distinct().toList();
    }

    /** The gaps among workloads whose operations use one connection. */
    private static List<Workload> ofOneConnection(Stack stack, Dialect dialect) {
        return gaps(stack, dialect).stream()
                .filter(workload -> !(workload instanceof Burst || workload instanceof PoolCycle
                        || workload instanceof Idle))
                .toList();
    }

    private static List<Workload> gaps(Stack stack, Dialect dialect) {
        return Workloads.all().stream().filter(workload -> stack.gap(workload, dialect).isPresent()).toList();
    }
}
