package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.stats.Median;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import dev.regatta.workload.World;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Nothing grows while clients work: a worker of every client opens one workload after another, runs a slice, and shuts,
 * round after round. Threads, file descriptors, memory and the server's sessions at the end must be those of the
 * beginning. Each database takes {@code -Dminutes=2}, so that {@code -Dminutes=15} soaks for half an hour.
 */
class SoakIT {

    private static final Duration LONG = Duration.ofMinutes(Integer.getInteger("minutes", 2));
    /** Of {@code -Dstacks=pgjdbc+agroal}; empty for all that are judged. */
    private static final List<String> STACKS = Stream.of(System.getProperty("stacks", "").split(","))
            .filter(stack -> !stack.isEmpty()).toList();
    private static final int CONNECTIONS = 4;
    private static final long SLICE_NANOS = 100_000_000;
    private static final int CHECKED = 8;
    /** Fewer rounds show no growth. */
    private static final int FEWEST_ROUNDS = 8;
    /** A heap of less than 4 GiB is put below that address, and nothing else is. */
    private static final long HEAP_END = 1L << 32;
    /**
     * Agroal 3.2.1 keeps the last connection of a closed pool for a thread that lives on, because its cache is a
     * {@code ThreadLocal}: 55 KB for each pool of pgjdbc, and nothing with {@code pool.connectionCache=none}.
     */
    private static final double KEPT_BY_AGROAL = 60_000;
    private static final int MORE_THREADS = 2;
    private static final int MORE_DESCRIPTORS = 4;
    private static final double MORE_LIVE = 1.1;
    /**
     * Code that is compiled late, and what the allocator keeps. Half an hour opens 180 clients between the two
     * quarters: 90 KB each.
     */
    private static final double MORE_BESIDE_THE_HEAP = 16e6;

    private final Placement placement = Placement.detect();
    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(),
            new Settings(System.getProperties()).maven());
    private final Forks forks = new Forks(placement, Path.of("target", "soak").toAbsolutePath(),
            new AnswerTimeouts(Duration.ofSeconds(60), Duration.ZERO), Forks.JVM_OPTIONS);

    /**
     * What a process occupies.
     *
     * @param live    bytes of the objects that are reachable
     * @param memory bytes beside the heap that only this process uses
     */
    private record Vitals(long threads, long descriptors, long live, long memory) {

        static Vitals of(long pid) throws IOException, InterruptedException {
            return of(pid, Long.parseLong(lastLine("jcmd", Long.toString(pid), "GC.class_histogram").strip()
                    .split("\\s+")[2]));
        }

        static Vitals ofThisProcess() throws IOException {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            return of(ProcessHandle.current().pid(), runtime.totalMemory() - runtime.freeMemory());
        }

        private static Vitals of(long pid, long live) throws IOException {
            Path proc = Path.of("/proc", Long.toString(pid));
            long memory = 0;
            boolean heap = false;
            for (String line : Files.readAllLines(proc.resolve("smaps"))) {
                int dash = line.indexOf('-');
                if (dash > 0 && line.substring(0, dash).matches("[0-9a-f]+")) {
                    heap = Long.parseUnsignedLong(line, 0, dash, 16) < HEAP_END;
                } else if (!heap && line.startsWith("Private_")) {
                    memory += 1024 * Long.parseLong(line.split("\\s+")[1]);
                }
            }
            return new Vitals(entries(proc.resolve("task")), entries(proc.resolve("fd")), live, memory);
        }

        private static long entries(Path folder) throws IOException {
            try (Stream<Path> entries = Files.list(folder)) {
                return entries.count();
            }
        }

        private static String lastLine(String tool, String... arguments) throws IOException, InterruptedException {
            var command = Stream.concat(
                    Stream.of(Path.of(System.getProperty("java.home"), "bin", tool).toString()),
                    Stream.of(arguments)).toList();
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            return said.lines().reduce((first, last) -> last).orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void nothingGrows(Dialect dialect) throws Exception {
        try (Database database = Databases.start(dialect, DatabaseMode.EMBEDDED, placement, name -> Optional.empty(),
                System.out::println)) {
            var wire = ArmSetup.of(
                    new ResolvedRecipe(new Recipe(Stacks.WIRE.id(), List.of(), new TreeMap<>()), List.of()),
                    Jdk.running());
            Fork clerk = forks.of(dialect, ArmSetup.WIRE, Arm.REFERENCE, 1, wire);
            clerk.sql(database.endpoint(), World.statements(dialect));
            var clients = new LinkedHashMap<ClientId, Fork>();
            for (ClientId client : clients(dialect)) {
                clients.put(client, forks.of(dialect, client, Arm.CANDIDATE, 1,
                        ArmSetup.of(resolver.today(client.stack()), Jdk.running())));
            }
            var vitals = new LinkedHashMap<String, List<Vitals>>();
            var sessions = new ArrayList<Long>();
            long end = Clock.nanos() + LONG.toNanos();
            for (int round = 0; Clock.nanos() < end || round < FEWEST_ROUNDS; round++) {
                for (Map.Entry<ClientId, Fork> client : clients.entrySet()) {
                    work(dialect, database, client.getKey(), client.getValue(), round);
                    vitals.computeIfAbsent(client.getKey().toString(), first -> new ArrayList<>())
                            .add(Vitals.of(client.getValue().pid()));
                }
                vitals.computeIfAbsent("the judging JVM", first -> new ArrayList<>())
                        .add(Vitals.ofThisProcess());
                sessions.add(sessions(dialect, database, clerk));
            }
            vitals.forEach(SoakIT::tell);
            System.out.printf("%s: %d rounds of %d clients, sessions at the end of a round %s%n", dialect,
                    sessions.size(), clients.size(), sessions.stream().distinct().toList());
            vitals.forEach(SoakIT::flat);
            assertThat(sessions).as("sessions of " + dialect).containsOnly(sessions.getFirst());
        }
    }

    private static void work(Dialect dialect, Database database, ClientId client, Fork fork, int round)
            throws MeasurementFailure {
        for (Workload workload : Workloads.all()) {
            if (Stacks.of(client.stack()).gap(workload, dialect).isEmpty()) {
                fork.open(workload.id(), database.endpoint(), CONNECTIONS);
                fork.reset(workload, database.endpoint());
                fork.check(workload.id(), CHECKED, round);
                var slice = fork.run(SLICE_NANOS, round).slice();
                assertThat(slice.errors() + slice.wrong()).as(client + " " + workload.id() + ": " + slice.problem())
                        .isZero();
                fork.shut();
            }
        }
    }

    private static List<ClientId> clients(Dialect dialect) {
        return Stacks.on(dialect).stream().filter(Stack::judged)
                .filter(stack -> STACKS.isEmpty() || STACKS.contains(stack.id()))
                .flatMap(stack -> stack.threadings().stream().map(threading -> new ClientId(stack.id(), threading)))
                .toList();
    }

    /** How many sessions the server has; one that is ending counts for a moment. */
    private static long sessions(Dialect dialect, Database database, Fork clerk) throws Exception {
        String count = switch (dialect) {
            case POSTGRESQL -> "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'";
            case MARIADB -> "SELECT COUNT(*) FROM information_schema.processlist WHERE user <> 'system user'";
        };
        Thread.sleep(200);
        return Long.parseLong(clerk.sql(database.endpoint(), List.of(count)).getFirst().getFirst());
    }

    private static void tell(String who, List<Vitals> rounds) {
        System.out.printf(Locale.ROOT,
                "%s: threads %.0f -> %.0f, descriptors %.0f -> %.0f, live %.1f -> %.1f MB, beside the heap %.1f -> %.1f MB%n",
                who, before(rounds, Vitals::threads), after(rounds, Vitals::threads),
                before(rounds, Vitals::descriptors), after(rounds, Vitals::descriptors),
                before(rounds, Vitals::live) / 1e6, after(rounds, Vitals::live) / 1e6,
                before(rounds, Vitals::memory) / 1e6, after(rounds, Vitals::memory) / 1e6);
    }

    private static void flat(String who, List<Vitals> rounds) {
        assertThat(after(rounds, Vitals::threads)).as(who + ": threads")
                .isLessThanOrEqualTo(before(rounds, Vitals::threads) + MORE_THREADS);
        assertThat(after(rounds, Vitals::descriptors)).as(who + ": descriptors")
                .isLessThanOrEqualTo(before(rounds, Vitals::descriptors) + MORE_DESCRIPTORS);
        // Closed connections of some drivers stay reachable for a while, so that only the least of a quarter must not
        // grow.
        assertThat((double) last(rounds).stream().mapToLong(Vitals::live).min().orElseThrow())
                .as(who + ": live bytes").isLessThanOrEqualTo(
                        MORE_LIVE * second(rounds).stream().mapToLong(Vitals::live).min().orElseThrow()
                                + (who.contains("+agroal") ? KEPT_BY_AGROAL * openedAfterTheFirstQuarter(rounds) : 0));
        assertThat(after(rounds, Vitals::memory)).as(who + ": bytes beside the heap")
                .isLessThanOrEqualTo(before(rounds, Vitals::memory) + MORE_BESIDE_THE_HEAP);
    }

    private static int openedAfterTheFirstQuarter(List<Vitals> rounds) {
        return (rounds.size() - rounds.size() / 4) * Workloads.all().size();
    }

    /** The second quarter: in the first one classes are loaded and code is compiled. */
    private static double before(List<Vitals> rounds, ToLongFunction<Vitals> reading) {
        return middle(second(rounds), reading);
    }

    private static double after(List<Vitals> rounds, ToLongFunction<Vitals> reading) {
        return middle(last(rounds), reading);
    }

    private static List<Vitals> second(List<Vitals> rounds) {
        return rounds.subList(rounds.size() / 4, rounds.size() / 2);
    }

    private static List<Vitals> last(List<Vitals> rounds) {
        return rounds.subList(rounds.size() * 3 / 4, rounds.size());
    }

    private static double middle(List<Vitals> rounds, ToLongFunction<Vitals> reading) {
        return Median.of(rounds.stream().mapToDouble(reading::applyAsLong).toArray());
    }

    @AfterEach
    void end() {
        forks.close();
        resolver.close();
    }
}
