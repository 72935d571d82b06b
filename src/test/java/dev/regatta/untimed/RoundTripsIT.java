package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.regatta.database.Database;
import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.FilledDatabases;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.stats.Median;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What every client does to run every workload once, counted on the embedded servers as in a measurement; it writes the
 * tables of {@code docs/round-trips.md}. Everything is counted twice, with {@code -Druns=20} 20 times, each time in
 * another worker, and must be the same each time, bytes allocated within 1 %; {@code -Dworkloads=select-1,transaction}
 * and {@code -Dstacks=pgjdbc+hikari} count those only, and write nothing. It takes minutes, so it runs only when it is
 * asked for: {@code mvn verify -DskipUTs -Dit.test=RoundTripsIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoundTripsIT {

    private static final Path PAGE = Path.of("docs", "round-trips.md");
    private static final String BEGIN = "<!-- counted -->\n";
    private static final String END = "<!-- end of what is counted -->\n";

    private static final int RUNS = Integer.getInteger("runs", 2);

    /** What reading the bytes allocates itself, once for 5 to 100 operations: all there is of the raw wire. */
    private static final double READING = 24;

    /** Those with connections of their own are about pools, which open them and look after them as they like. */
    private static final List<Workload> WORKLOADS = System.getProperty("workloads") == null
            ? Workloads.all().stream().filter(workload -> !workload.oneAtATime()).toList()
            : Stream.of(System.getProperty("workloads").split(",")).map(Workloads::of).toList();

    /** Empty for all. */
    private static final List<String> STACKS = Stream.of(System.getProperty("stacks", "").split(","))
            .filter(stack -> !stack.isEmpty()).toList();

    /** What is the same in every run of the same client. */
    private static final List<Counter> EXACT = Stream.of(Counter.values())
            .filter(counter -> counter.weight() == Counter.Weight.EXACT && counter != Counter.FAILURES)
            .toList();
    private static final List<Counter> SHOWN = List.of(Counter.ROUND_TRIPS, Counter.WRITES, Counter.STATEMENTS,
            Counter.PREPARATIONS, Counter.BYTES_SENT, Counter.BYTES_RECEIVED, Counter.TRANSACTIONS,
            Counter.SERVER_STATEMENTS,
            Counter.ROWS_READ, Counter.ROWS_WRITTEN, Counter.BUFFER_HITS);

    private final Placement placement = Placement.detect();
    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Forks forks = new Forks(placement, Path.of("target", "round-trips").toAbsolutePath(),
            new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS);
    private final FilledDatabases databases = new FilledDatabases(placement, forks);
    /** Of those that passed. */
    private final Map<Dialect, Map<String, Map<String, Counts>>> all = new EnumMap<>(Dialect.class);

    static Stream<Arguments> stacks() {
        return Stream.of(Dialect.values())
                .flatMap(dialect -> Stacks.on(dialect).stream()
                        .filter(stack -> STACKS.isEmpty()
                                ? stack.judged() || stack == Stacks.WIRE
                                : STACKS.contains(stack.id()))
                        .map(stack -> Arguments.of(dialect, stack)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("stacks")
    void countsAreThereAndRepeatThemselves(Dialect dialect, Stack stack) throws MeasurementFailure {
        Database database = databases.of(dialect);
        ResolvedRecipe recipe = stack == Stacks.WIRE
                ? FilledDatabases.wire()
                : resolver.today(stack.id());
        var client = new ClientId(stack.id(), stack.threadings().getFirst());
        var byWorkload = new LinkedHashMap<String, Counts>();
        var allocated = new LinkedHashMap<String, List<Double>>();
        var differences = new ArrayList<String>();
        for (int run = 1; run <= RUNS; run++) {
            for (Workload workload : WORKLOADS) {
                if (stack.gap(workload, dialect).isEmpty()) {
                    Counts counts = count(workload, database, client, recipe);
                    counts.of(Counter.ALLOCATED_BYTES).ifPresent(bytes -> allocated
                            .computeIfAbsent(workload.id(), none -> new ArrayList<>()).add(bytes.perOperation()));
                    Counts first = byWorkload.putIfAbsent(workload.id(), counts);
                    if (first != null) {
                        differences.addAll(differences(workload.id() + " run " + run, first, counts));
                    }
                }
            }
            forks.killAll();
        }
        differences.forEach(System.out::println);
        allocated.forEach((workload, bytes) -> System.out.printf(Locale.ROOT,
                "%s %s: %.0f bytes allocated, largest / smallest of %d workers %.4f%n", stack, workload,
                median(bytes), bytes.size(), Collections.max(bytes) / Collections.min(bytes)));
        assertThat(byWorkload.values()).isNotEmpty()
                .allSatisfy(counts -> assertThat(counts.values()).containsKeys(EXACT.toArray(Counter[]::new)));
        assertThat(byWorkload.values())
                .allSatisfy(counts -> assertThat(counts.values().get(Counter.ROUND_TRIPS).perOperation()).isPositive());
        assertThat(differences).noneMatch(difference -> EXACT.stream()
                .anyMatch(counter -> difference.contains(" " + counter.name() + ":")));
        assertThat(allocated.keySet()).as("what only waits is not asked for its bytes").isEqualTo(byWorkload.keySet()
                .stream().filter(workload -> !Workloads.of(workload).waits()).collect(Collectors.toSet()));
        allocated.forEach((workload, bytes) -> assertThat(bytes).as(stack + " " + workload)
                .allSatisfy(each -> assertThat(each).isCloseTo(median(bytes),
                        stack == Stacks.WIRE ? offset(READING) : offset(0.01 * median(bytes)))));
        all.computeIfAbsent(dialect, first -> new LinkedHashMap<>()).put(stack.id(), byWorkload);
    }

    private static List<String> differences(String where, Counts first, Counts again) {
        return Stream.of(Counter.values()).filter(counter -> !again.of(counter).equals(first.of(counter)))
                .map(counter -> where + " " + counter + ": " + first.of(counter) + ", " + again.of(counter)).toList();
    }

    private static double median(List<Double> values) {
        return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private Counts count(Workload workload, Database database, ClientId client, ResolvedRecipe recipe)
            throws MeasurementFailure {
        long start = System.nanoTime();
        Counts counts = CountedAlone.of(client, workload.id(), database, recipe, forks);
        System.out.println(client.stack() + " " + workload.id() + " in " + (System.nanoTime() - start) / 1_000_000
                + " ms: " + SHOWN.stream().map(counter -> number(counts, counter) + " " + counter.words()).toList());
        return counts;
    }

    private static String number(Counts counts, Counter counter) {
        return counts.of(counter).map(count -> counter.number(count.perOperation())).orElse("–");
    }

    @AfterAll
    void end() throws IOException {
        forks.close();
        databases.close();
        resolver.close();
        if (STACKS.isEmpty() && System.getProperty("workloads") == null
                && all.values().stream().mapToLong(Map::size).sum() == stacks().count()) {
            String page = Files.readString(PAGE);
            Files.writeString(PAGE, page.substring(0, page.indexOf(BEGIN)) + BEGIN + tables() + "\n"
                    + page.substring(page.indexOf(END)));
        }
    }

    private String tables() {
        var text = new StringBuilder();
        all.forEach((dialect, stacks) -> {
            text.append("\n## ").append(dialect).append(": round trips\n\n");
            row(text, Stream.concat(Stream.of("workload"), stacks.keySet().stream()).toList());
            row(text, Stream.concat(Stream.of("---"), stacks.keySet().stream().map(stack -> "---:")).toList());
            for (Workload workload : Workloads.all()) {
                if (stacks.values().stream().anyMatch(counts -> counts.containsKey(workload.id()))) {
                    row(text, Stream.concat(Stream.of("`" + workload.id() + "`"), stacks.values().stream()
                            .map(counts -> counts.containsKey(workload.id())
                                    ? number(counts.get(workload.id()), Counter.ROUND_TRIPS)
                                    : "–"))
                            .toList());
                }
            }
            stacks.forEach((stack, counts) -> {
                text.append("\n## ").append(dialect).append(": ").append(stack).append("\n\n");
                row(text, Stream.concat(Stream.of("workload"), SHOWN.stream().map(Counter::words)).toList());
                row(text, Stream.concat(Stream.of("---"), SHOWN.stream().map(counter -> "---:")).toList());
                counts.forEach((workload, read) -> row(text, Stream.concat(Stream.of("`" + workload + "`"),
                        SHOWN.stream().map(counter -> number(read, counter))).toList()));
            });
        });
        return text.toString();
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
    }
}
