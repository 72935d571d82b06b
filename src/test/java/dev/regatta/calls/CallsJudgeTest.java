package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.relay.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

class CallsJudgeTest {

    private static final String ITEMS = "select id, order_id, name, price from item where order_id = $1";
    private static final Calls THREE = calls(3, 0, Map.of("BEGIN", 1L, ITEMS, 1L, "COMMIT", 1L));
    private static final Calls TWELVE = calls(12, 0, Map.of("BEGIN", 1L, ITEMS, 10L, "COMMIT", 1L));

    @TempDir
    private Path folder;

    @Test
    void moreCallsFailWithTheStatementThatIsExecutedMoreOften() {
        update("a", THREE);
        assertThatThrownBy(() -> checkOtherCode(TWELVE)).isInstanceOf(AssertionError.class).hasMessage(
                "orders: 12 round trips, was 3: \"select … from item where order_id = $1\" 10 times, was 1\n"
                        + "  also 12 statements, was 3; 1200 bytes, was 300\n"
                        + "  if it is meant, run with -Dregatta.baseline=update and commit " + folder
                        + "/baselines/calls.json");
    }

    @Test
    void equalCallsPassInSilence() {
        update("a", THREE);
        assertThat(checkOtherCode(THREE)).isEmpty();
    }

    @Test
    void fewerCallsPassAndAreTold() {
        update("a", TWELVE);
        assertThat(checkOtherCode(THREE).orElseThrow()).startsWith("orders: 3 round trips, 12 in ")
                .endsWith("-Dregatta.baseline=update keeps the smaller number");
    }

    @Test
    void aTenthMoreBytesAreNotMore() {
        update("a", calls(10, 0, Map.of("a", 10L)));
        assertThat(checkOtherCode(new Calls(Map.of(CallCount.ROUND_TRIPS, 10L, CallCount.STATEMENTS, 10L,
                CallCount.TRANSACTIONS, 1L, CallCount.CONNECTIONS, 0L, CallCount.PREPARATIONS, 0L, CallCount.BYTES,
                1100L), calls(10, 0, Map.of("a", 10L)).statements()))).isEmpty();
    }

    /** Who builds the project as another user reads it too. */
    @Test
    void aBaselineFileIsAsReadableAsAnyOther() throws IOException {
        update("a", THREE);
        Path other = Files.writeString(folder.resolve("other"), "");
        assertThat(Files.getPosixFilePermissions(folder.resolve("baselines/calls.json")))
                .isEqualTo(Files.getPosixFilePermissions(other));
        assertThat(folder.resolve("baselines")).isDirectoryNotContaining("glob:**.next");
    }

    @Test
    void aMissingBaselineIsNoPass() {
        assertThatThrownBy(() -> checkOtherCode(THREE)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("orders: no baseline in ").hasMessageContaining("3 round trips")
                .hasMessageContaining("run once with -Dregatta.baseline=update and commit the file");
    }

    @Test
    void noCallsWhereThereWereSomeAreNoPass() {
        update("a", THREE);
        assertThatThrownBy(() -> checkOtherCode(Calls.NONE)).isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("orders: no call went through the relay, where there were 3 round trips");
    }

    @Test
    void noCallsWhereThereWereNonePass() {
        assertThat(update("a", Calls.NONE)).startsWith("orders: 0 round trips, ").endsWith("/baselines/calls.json; give"
                + " the code under test the address of DatabaseCalls.through(…), if it calls a database");
        assertThat(checkOtherCode(Calls.NONE)).isEmpty();
    }

    @Test
    void runsOfTheSameCodeThatDifferAreNamedAndTheLargerCounts() {
        update("a", THREE);
        Calls four = calls(4, 0, THREE.statements());
        assertThatThrownBy(() -> judge("a", false, four)).hasMessageContaining("orders: 4 round trips, was 3")
                .hasMessageContaining("but this is not steady, as runs of the same code had 3 to 4 round trips");
        assertThat(update("a", THREE)).contains("it is not steady, as runs of the same code had 3 to 4 round trips");
        assertThat(checkOtherCode(four).orElseThrow()).contains("orders is not steady");
        assertThat(checkOtherCode(THREE).orElseThrow()).contains("orders is not steady");
        assertThatThrownBy(() -> judge("c", false, calls(5, 0, THREE.statements())))
                .hasMessageContaining("orders: 5 round trips, was 4\n").hasMessageContaining("if it is meant");
    }

    @Test
    void theSameCodeThatAlwaysCallsMoreIsNotCalledUnsteady() {
        update("a", THREE);
        for (int run = 0; run < 2; run++) {
            assertThatThrownBy(() -> checkOtherCode(TWELVE)).hasMessageContaining("if it is meant");
        }
    }

    @Test
    void anUpdateOfOtherCodeReplacesTheBaselineAndKeepsOtherTests() throws IOException {
        settings("a", true).baselines().change("Other.test", any -> Runs.of(TWELVE));
        update("a", TWELVE);
        update("b", THREE);
        assertThat(checkOtherCode(THREE)).isEmpty();
        assertThat(settings("a", false).baselines().of("Other.test")).contains(Runs.of(TWELVE));
        assertThat(Files.readString(folder.resolve("baselines/calls.json"))).contains("""
                  "Orders.orders": {
                    "roundTrips": 3,
                    "statements": 3,
                    "transactions": 1,
                    "connections": 0,
                    "preparations": 0,
                    "bytes": 300,
                    "calls": {
                      "BEGIN": 1,
                      "COMMIT": 1,
                      "select id, order_id, name, price from item where order_id = $1": 1
                    }
                  },
                """.stripTrailing().replace("},", "}"));
    }

    @Test
    void aDamagedFileIsAnErrorWithItsLine() throws IOException {
        update("a", THREE);
        Path file = folder.resolve("baselines/calls.json");
        Files.writeString(file, Files.readString(file).replace("\"statements\": 3,", "\"statements\": 3"));
        assertThatThrownBy(() -> checkOtherCode(THREE)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("calls.json is no file of calls, line 5 is not as expected: ,");
        Files.writeString(file, "{\"Orders.orders\": {\"calls\": {}}}");
        assertThatThrownBy(() -> checkOtherCode(THREE))
                .hasMessageContaining("as \"Orders.orders: roundTrips\" has no number");
    }

    @Test
    void anUnknownValueOfTheSettingIsAnError() {
        assertThatThrownBy(() -> CallsSettings.of(name -> Optional.of("updaet")))
                .hasMessage("regatta.baseline is 'updaet', expected check or update");
    }

    private String update(String code, Calls calls) {
        return judge(code, true, calls).orElseThrow();
    }

    private Optional<String> checkOtherCode(Calls calls) {
        return judge("other", false, calls);
    }

    private Optional<String> judge(String code, boolean update, Calls calls) {
        return new CallsJudge(settings(code, update)).judge("Orders.orders", "orders", calls);
    }

    private CallsSettings settings(String code, boolean update) {
        return new CallsSettings(update, new CallsFile(folder.resolve("baselines/calls.json")),
                new CallsFile(folder.resolve("target/calls-" + code + ".json")), Optional.empty());
    }

    private static Calls calls(long roundTrips, long connections, Map<String, Long> statements) {
        return Calls
                .of(new Traffic(connections, roundTrips, statements.values().stream().mapToLong(Long::longValue).sum(),
                        0, 1, 0, 50 * roundTrips, 1, 50 * roundTrips, 1), statements);
    }
}
