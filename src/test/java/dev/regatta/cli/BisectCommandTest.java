package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.nio.file.Path;
import java.util.List;

@Execution(ExecutionMode.CONCURRENT)
class BisectCommandTest extends CommandTest {

    private static final String CELL = "bisect --client pgjdbc+hikari/platform --workload select-1 ";

    @AfterEach
    void nothingStaysOpen() {
        assertThat(open).isEmpty();
    }

    @Test
    void theExampleOfTheHelpIsWhatItPrints() {
        slowIn("42.2.21");
        assertThat(run(BisectCommand.EXAMPLE_ARGUMENTS)).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).isEqualTo(BisectCommand.EXAMPLE);
    }

    @Test
    void theHelpShowsTheExample() {
        assertThat(run("bisect --help")).isZero();
        assertThat(CompareCommandTest.words(out.toString()))
                .contains(CompareCommandTest.words("Example: regatta " + BisectCommand.EXAMPLE_ARGUMENTS))
                .contains(CompareCommandTest.words(BisectCommand.EXAMPLE));
    }

    @Test
    void everyVersionRacesAgainstTheGoodEnd() {
        slowIn("42.2.21");
        run(CELL + "--good 42.2.19 --bad 42.2.21 --jdk 21");
        assertThat(settings.results()).as("what `compare` measured stays").endsWithRaw(Path.of("regatta", "bisect"));
        assertThat(races).hasSize(3).allSatisfy(race -> {
            assertThat(race.baseline().roots()).containsExactly(DRIVER + "42.2.19", POOL + "7.1.0");
            assertThat(race.baseline().jdk()).isEqualTo(race.candidate().jdk()).isPresent();
        });
        assertThat(races).extracting(race -> race.candidate().roots().getFirst()).containsExactly(DRIVER + "42.2.21",
                DRIVER + "42.2.19", DRIVER + "42.2.20");
    }

    @Test
    void aNewerGoodEndAsksForTheFirstGoodVersion() {
        slowIn("42.2.19", "42.2.20", "42.2.21");
        assertThat(run(CELL + "--good 42.2.22 --bad 42.2.19")).isEqualTo(Exits.GOOD);
        assertThat(out.toString())
                .endsWith("first good version: org.postgresql:postgresql:42.2.22 (42.2.21 is bad)\n");
    }

    @Test
    void aPoolIsSearchedWithTheDriverHeld() {
        published = List.of("6.3.3", "7.0.0", "7.0.2");
        slow = request -> cell -> !request.candidate().roots().contains(POOL + "6.3.3");
        assertThat(run(CELL + "--good 42.7.9,com.zaxxer:HikariCP:6.3.3 --bad com.zaxxer:HikariCP:7.0.2,42.7.9"))
                .isEqualTo(Exits.GOOD);
        assertThat(races).isNotEmpty()
                .allSatisfy(race -> assertThat(race.candidate().roots()).contains(DRIVER + "42.7.9"));
        assertThat(out.toString()).endsWith("first bad version: com.zaxxer:HikariCP:7.0.0 (6.3.3 is good)\n");
    }

    @Test
    void whatCannotBeHadIsPassedOver() {
        slowIn("42.2.22");
        broken.add("42.2.20");
        assertThat(run(CELL + "--good 42.2.19 --bad 42.2.22")).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).contains("42.2.20 unknown org.postgresql:postgresql:42.2.20 was not found")
                .endsWith("first bad version: org.postgresql:postgresql:42.2.22 (42.2.21 is good)\n");
    }

    /** It was printed as it came, unlike whatever else the commands print of it. */
    @Test
    void whatComesFromOutsideIsOneLineWithoutSecrets() {
        slowIn("42.2.22");
        broken.add("42.2.20");
        missing = " cannot be read from https://ci:hunter2@nexus.example/\n::error::no";
        assertThat(run(CELL + "--good 42.2.19 --bad 42.2.22")).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).contains("42.2.20 cannot be read from https://***@nexus.example/ : :error::no\n");
    }

    @Test
    void suspectsAreNamedWhereNothingCanBeSaid() {
        slowIn("42.2.22");
        broken.addAll(List.of("42.2.20", "42.2.21"));
        assertThat(run(CELL + "--good 42.2.19 --bad 42.2.22")).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).endsWith(
                "first bad version: one of 42.2.20, 42.2.21, 42.2.22: those in between could not be judged\n");
        slowIn("42.2.19");
        assertThat(run(CELL + "--good 42.2.22 --bad 42.2.19")).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).endsWith(
                "first good version: one of 42.2.22, 42.2.21, 42.2.20: those in between could not be judged\n");
    }

    @Test
    void endsThatDoNotDifferEndTheSearch() {
        assertThat(run(CELL + "--good 42.2.19 --bad 42.2.22")).isEqualTo(Exits.NO_VERDICT);
        assertThat(races).hasSize(1);
        assertThat(out.toString())
                .endsWith("nothing to search for: 42.2.22 was said to be bad and is good against 42.2.19\n");
    }

    @Test
    void oneSlowWorkloadMakesAVersionBad() {
        slow = request -> cell -> request.candidate().roots().getFirst().endsWith("42.2.21")
                && cell.workload().equals("rows-1000");
        assertThat(run(
                "bisect --client pgjdbc+hikari/platform --workload select-1,rows-1000 --good 42.2.20 --bad 42.2.21"))
                .isEqualTo(Exits.GOOD);
        assertThat(out.toString()).contains("42.2.21 bad     select-1 throughput 1.011").contains("; rows-1000 thr");
    }

    @Test
    void endsOfTwoPartsAreAUsageError() {
        assertThat(run(CELL + "--good 42.2.19 --bad com.zaxxer:HikariCP:7.0.0")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("--good 42.2.19 and --bad com.zaxxer:HikariCP:7.0.0 differ in 2 parts");
        assertThat(run(CELL + "--good 42.2.19 --bad 42.2.19")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("--good 42.2.19 and --bad 42.2.19 are the same");
        assertThat(run(CELL + "--bad 42.2.19")).isEqualTo(Exits.USAGE);
        assertThat(races).isEmpty();
    }

    @Test
    void anEndThatWasNeverPublishedIsNamed() {
        assertThat(run(CELL + "--good 42.2.19 --bad 42.9")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("org.postgresql:postgresql:42.9 is not among the 4 versions");
    }

    private void slowIn(String... versions) {
        slow = request -> cell -> List.of(versions).stream()
                .anyMatch(version -> request.candidate().roots().getFirst().endsWith(":" + version));
    }
}
