package dev.regatta.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Databases;
import dev.regatta.fork.Forks;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Json;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** What this build says of itself. */
@Execution(ExecutionMode.CONCURRENT)
class ThisCheckoutTest {

    private static final Description TOLD = new ThisCheckout().describe();
    private static final CellId SELECT = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    private static final CellId POINT = CellId.of("postgresql/pgjdbc+hikari/platform/point-select");

    @Test
    void whatIsWrittenIsRead() {
        Answer answer = new Answer.Described(TOLD);
        assertThat(Json.read(Json.line(answer), Answer.class, "answer")).isEqualTo(answer);
    }

    @Test
    void everyClientIsToldByItsInterfaceAndItsPool() {
        assertThat(TOLD.clients().keySet()).containsExactlyInAnyOrderElementsOf(
                Stacks.all().stream().map(Stack::id).toList());
        assertThat(TOLD.client("pgjdbc+hikari")).contains("api JDBC, pool HIKARI");
        assertThat(TOLD.client("our-dao")).isEmpty();
    }

    /** A component that is new here either makes the client another one, and is told, or it does not. */
    @Test
    void nothingElseOfTheCatalogMakesAClient() {
        assertThat(Arrays.stream(Stack.class.getRecordComponents()).map(RecordComponent::getName))
                .as("api and pool are told; the jars of the roots are an input; the others say which cells there are")
                .containsExactly("id", "api", "pool", "databases", "roots", "gaps", "judged");
    }

    @Test
    void everyWorkloadIsToldOnEachDatabaseThatHasIt() {
        for (Dialect dialect : Dialect.values()) {
            assertThat(TOLD.databases().get(dialect).workloads().keySet()).containsExactlyInAnyOrderElementsOf(
                    Workloads.all().stream().filter(workload -> workload.missingOn(dialect).isEmpty())
                            .map(workload -> workload.id()).toList());
        }
        assertThat(TOLD.workload(CellId.of("mariadb/mariadb+hikari/platform/copy-in"))).isEmpty();
        assertThat(TOLD.database(CellId.of("postgresql/pgjdbc+hikari/platform/select-0"))).isEmpty();
    }

    @Test
    void noTwoWorkloadsAreTheSame() {
        assertThat(TOLD.databases().values()).allSatisfy(database -> assertThat(database.workloads().values()
                .stream().map(Description.Workload::definition)).doesNotHaveDuplicates());
    }

    /**
     * What a base branch says is compared with what this one says, so that both must digest by the same rules. They
     * change with {@link Description#SCHEMA} only; these digests change with the workloads as well.
     */
    @Test
    void theRulesOfTheDigestsAreThoseOfThisForm() {
        assertThat(Description.SCHEMA).isEqualTo(2);
        assertThat(TOLD.workload(SELECT)).contains(new Description.Workload(
                "7cab5262bba944e44ebe136be41d2715386ee8a7195af08f1e6ad0c9bb524ba9",
                "18b74d0c0872fd83a3ad2f1b484bdda90b1107608da9818f3f3353bc8a27b365"));
        assertThat(TOLD.workload(POINT)).contains(new Description.Workload(
                "0a273ca975a5da408317fc0bd6be0f7cdb8c9c624a70e9810bd18a605397ab5e",
                "ff3c757c5d1211e2745ec7f914c0d7798b2ede8ad5ce6335e43e304c2cfa37c2"));
    }

    @Test
    void theOptionsOfWorkersAreTold() {
        assertThat(TOLD.jvmOptions()).isEqualTo(Forks.JVM_OPTIONS);
    }

    @Test
    void theServerIsTheOneThatWouldStart() {
        assertThat(TOLD.databases()).allSatisfy((dialect, database) -> {
            assertThat(Databases.embedded(dialect)).endsWith("-" + database.server().artifact() + ".jar");
            assertThat(database.server().image()).isEqualTo(Databases.image(dialect, name -> Optional.empty()));
            assertThat(Databases.settingsHash(dialect, database.server().settings()))
                    .isEqualTo(Databases.settingsHash(dialect));
        });
    }

    @Test
    void theImagesThatBotsBumpAreTold() throws IOException {
        String compose = Files.readString(Path.of(".ci/images/compose.yaml"));
        assertThat(TOLD.databases().values()).allSatisfy(database -> assertThat(database.server().pinnedImage())
                .contains("@sha256:").satisfies(image -> assertThat(compose).contains("image: " + image)));
        assertThat(TOLD.databases().get(Dialect.MARIADB).server().pinnedImage()).startsWith("mariadb:");
    }
}
