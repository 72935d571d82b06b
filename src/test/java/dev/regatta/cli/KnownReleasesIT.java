package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.regatta.load.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Released versions of which is known what they changed, raced by the commands a user would type. Half an hour:
 * {@code mvn verify -Pknown}.
 */
class KnownReleasesIT {

    private static final int SEEDS = 20;

    /** What a command printed and how it ended. */
    private record Ending(int code, String output, Duration took) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"pgjdbc+hikari/platform | select-1 | 42.2.20 | 42.2.21 | 4",
            "r2dbc-postgresql+r2dbc-pool/event-loop | point-select | 0.8.3 | 0.8.4 | 1"})
    void aKnownRegressionIsFound(String client, String workload, String older, String newer, String pool) {
        Ending forth = compare(client, workload, older, newer, "--pool", pool);
        assertThat(forth.code()).as(forth.output()).isEqualTo(Exits.REGRESSED);
        assertThat(forth.output()).contains("1 regressed");
        Ending back = compare(client, workload, newer, older, "--pool", pool);
        assertThat(back.code()).as(back.output()).isEqualTo(Exits.GOOD);
        assertThat(back.output()).contains("1 improved");
    }

    /**
     * Of a pool while it grows by its times, of drivers by their counts. That of pgjdbc is found by its times where an
     * operation takes too long to be counted.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "pgjdbc+agroal/virtual | pool-growth | io.agroal:agroal-pool:3.2 | io.agroal:agroal-pool:3.2.1 | throughput is 0\\.[1-4]",
            "pgjdbc/platform | metadata | 42.2.22 | 42.2.23 | '437\\.0 round trips per operation, was 12\\.0|throughput is 0\\.[4-7]'",
            "mariadb+hikari/platform | metadata | 3.4.0 | 3.4.1 | 75\\.0 round trips per operation, was 5\\.0"})
    void aKnownRegressionBesideTheStatementsIsFound(String client, String workload, String older, String newer,
            String words) {
        Ending ending = compare(client, workload, older, newer);
        assertThat(ending.code()).as(ending.output()).isEqualTo(Exits.REGRESSED);
        assertThat(ending.output()).containsPattern(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"pgjdbc+hikari/platform | point-select | 42.7.9 | 42.7.10",
            "mariadb+hikari/platform | select-1 | 3.2.0 | 3.3.0"})
    void aHarmlessReleaseIsUnchanged(String client, String workload, String older, String newer) {
        Ending ending = compare(client, workload, older, newer);
        assertThat(ending.code()).as(ending.output()).isEqualTo(Exits.GOOD);
        assertThat(ending.output()).contains("1 unchanged");
    }

    @ParameterizedTest
    @ValueSource(strings = "pgjdbc+hikari/platform")
    void theSameJarIsUnchangedUnderEverySeed(String client) {
        Stream<Executable> races = IntStream.rangeClosed(1, SEEDS).mapToObj(seed -> () -> {
            Ending ending = compare(client, "select-1", "42.7.10", "42.7.10", "--seed", Integer.toString(seed));
            assertThat(ending.output()).as("seed %d", seed).contains("1 unchanged");
        });
        assertAll(races);
    }

    @Test
    void aSearchNamesTheReleaseThatBrokeIt() {
        Ending ending = run("bisect", "--client", "pgjdbc+hikari/platform", "--workload", "select-1", "--good",
                "42.2.19", "--bad", "42.2.21");
        assertThat(ending.code()).as(ending.output()).isEqualTo(Exits.GOOD);
        assertThat(ending.output()).contains("first bad version: org.postgresql:postgresql:42.2.21");
    }

    private static Ending compare(String client, String workload, String older, String newer, String... more) {
        return run(Stream.concat(Stream.of("compare", "--client", client, "--workload", workload, "--baseline", older,
                "--candidate", newer), Arrays.stream(more)).toArray(String[]::new));
    }

    private static Ending run(String... arguments) {
        var line = new Regatta(MavenArtifactSource::new, RealDuels::new, Map.of(), System.getProperties(),
                new RealExplorations())
                .commandLine();
        var output = new StringWriter();
        line.setOut(new PrintWriter(output));
        line.setErr(new PrintWriter(System.out, true));
        long started = Clock.nanos();
        int code = line.execute(arguments);
        var ending = new Ending(code, output.toString(),
                Duration.ofNanos(Clock.nanos() - started));
        System.out.println(String.join(" ", arguments) + "\n" + ending.output() + "exit " + code + " after "
                + ending.took().toSeconds() + " s");
        return ending;
    }
}
