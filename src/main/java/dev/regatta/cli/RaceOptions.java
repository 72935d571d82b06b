package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.ServerForm;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Roots;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Api;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Idle;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What every race needs to know besides its two arms. */
final class RaceOptions extends MeasuringOptions {

    @Option(names = "--client", paramLabel = "<client>", description = "driver+pool/threading, like pgjdbc+hikari/platform; it also names the database")
    private Optional<ClientId> client = Optional.empty();

    @Option(names = "--workload", required = true, split = ",", paramLabel = "<workload>", description = "what is asked of the database, like point-select; several separated by commas, each gets a"
            + " verdict")
    private final List<String> workloads = new ArrayList<>();

    @Option(names = "--pool", paramLabel = "<n>", description = "connections of the pool; as many operations are in flight unless --concurrency says otherwise"
            + " (default: 4 per client CPU, at most 60)")
    private Optional<Integer> pool = Optional.empty();

    @Option(names = "--concurrency", paramLabel = "<n>", description = "operations in flight; those for which the pool has no connection wait for one")
    private Optional<Integer> concurrency = Optional.empty();

    /**
     * A client and the option that named it.
     *
     * @param option as it was given
     * @param client likewise
     */
    record Named(String option, ClientId client) {

        @Override
        public String toString() {
            return option + " " + client;
        }
    }

    /** Two clients that race; empty where both arms are one client. */
    private Optional<Pair> two = Optional.empty();

    private record Pair(Named baseline, Named candidate) {}

    /**
     * Lets two clients race.
     *
     * @throws ParameterException where one is missing, or {@code --client} is given as well
     */
    void clients(Optional<ClientId> baseline, Optional<ClientId> candidate) {
        if (baseline.isEmpty() && candidate.isEmpty()) {
            return;
        }
        if (client.isPresent()) {
            throw wrong("--client names the one client of both arms, and --baseline-client and --candidate-client name"
                    + " two: leave out one or the other");
        }
        if (baseline.isEmpty() || candidate.isEmpty()) {
            throw wrong((baseline.isEmpty()
                    ? "--candidate-client also needs --baseline-client"
                    : "--baseline-client also needs --candidate-client")
                    + ": two clients race, or one against itself where both options name it");
        }
        two = Optional.of(new Pair(new Named("--baseline-client", baseline.get()),
                new Named("--candidate-client", candidate.get())));
    }

    /** The client that gets the verdict. */
    private Named judged() {
        return two.map(Pair::candidate).or(() -> client.map(given -> new Named("--client", given)))
                .orElseThrow(() -> wrong("Missing required option: '--client=<client>'"));
    }

    /** All clients that race. */
    private List<Named> racing() {
        return two.map(pair -> List.of(pair.baseline(), pair.candidate())).orElseGet(() -> List.of(judged()));
    }

    /** The client of an arm, where two clients race. */
    Optional<ClientId> client(Arm arm) {
        return two.map(pair -> arm == Arm.BASELINE ? pair.baseline() : pair.candidate()).map(this::sized);
    }

    String stack() {
        return judged().client().stack();
    }

    /** The client stack of an arm. */
    private String stack(Arm arm) {
        return client(arm).map(ClientId::stack).orElseGet(this::stack);
    }

    /**
     * The roots of one arm.
     *
     * @param option  the option that chooses them
     * @param classes of the arm's checkout
     * @throws ParameterException where the choice cannot be understood
     */
    Roots roots(ArtifactSource supplies, Arm arm, String option, Optional<String> choice, Optional<Path> classes) {
        try {
            return supplies.roots(stack(arm), classes, choice);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }

    /**
     * The client, with the size of its pool where that is another than the number of operations in flight.
     *
     * @throws ParameterException where both cannot be
     */
    ClientId client() {
        return sized(judged());
    }

    private ClientId sized(Named named) {
        ClientId given = named.client();
        return poolSize(named).map(given::with).orElseGet(() -> new ClientId(given.stack(), Optional.empty(),
                given.threading(), given.jdk()));
    }

    /** How many connections an operation of every given workload can use. */
    private int atOnce() {
        return asked().mapToInt(Workload::atOnce).min().orElse(1);
    }

    /** The given workloads that there are. */
    private Stream<Workload> asked() {
        return Workloads.all().stream().filter(workload -> workloads.contains(workload.id()));
    }

    /** The option that gives a named client its JDK. */
    private static String jdkOption(Named named) {
        return switch (named.option()) {
            case "--baseline-client" -> "--jdk-baseline";
            case "--candidate-client" -> "--jdk-candidate";
            default -> "--jdk";
        };
    }

    private Optional<Integer> poolSize(Named named) {
        ClientId given = named.client();
        Optional<Integer> size = given.pool().or(() -> pool.filter(number -> concurrency.isPresent()));
        if (pool.isPresent() && size.isPresent() && !pool.equals(size)) {
            throw wrong("--pool " + pool.get() + " and " + named + " differ: give one of them");
        }
        Optional<String> sized = concurrency.map(number -> "--concurrency").or(() -> pool.map(number -> "--pool"))
                .or(() -> size.map(number -> "the ~" + number + " of " + named.option()));
        sized.ifPresent(option -> asked().filter(Workload::oneAtATime).findFirst()
                .ifPresent(workload -> {
                    throw wrong(workload.id() + " has callers and a number of connections of its own: leave out "
                            + option);
                }));
        Optional<Integer> other = size.filter(connections -> !concurrency.equals(Optional.of(connections)));
        other.ifPresent(connections -> {
            String option = pool.isPresent() ? "--pool " + connections : named.toString();
            if (concurrency.isEmpty()) {
                throw wrong(option + " also needs --concurrency, the number of operations in flight");
            }
            if (connections > concurrency.get() * atOnce()) {
                throw wrong(option + " is a larger pool than --concurrency " + concurrency.get() + " can use");
            }
            if (!Stacks.of(given.stack()).pool().sized()) {
                throw wrong(option + ": " + given.stack() + " has no pool of a chosen size");
            }
        });
        return other;
    }

    /**
     * The cells.
     *
     * @throws ParameterException for a client or workload that is not known
     */
    List<CellId> cells() {
        return cells(judged());
    }

    private List<CellId> cells(Named named) {
        ClientId client = named.client();
        Stack stack = Stacks.find(client.stack()).filter(known -> known != Stacks.WIRE)
                .orElseThrow(() -> wrong(named + " is not known, expected one of "
                        + Stacks.released().stream()
                                .flatMap(known -> known.threadings().stream()
                                        .map(threading -> known + "/" + threading))
                                .collect(Collectors.joining(", "))));
        if (client.jdk().isPresent()) {
            throw wrong(named + " names a JDK, which only a run on several JDKs does: give " + named.option() + " "
                    + client.onAnyJdk() + " " + jdkOption(named) + " " + client.jdk().get());
        }
        if (!stack.threadings().contains(client.threading())) {
            throw wrong(named + " does not exist: " + stack + " runs on "
                    + stack.threadings().stream().map(Threading::id).collect(Collectors.joining(" or ")));
        }
        ClientId sized = sized(named);
        var cells = new LinkedHashSet<CellId>();
        for (String workload : workloads) {
            try {
                Workload known = Workloads.of(workload);
                Dialect dialect = dialect(client.stack());
                stack.gap(known, dialect).ifPresent(reason -> {
                    throw new IllegalArgumentException(client + " does not run " + known.id() + ": " + reason);
                });
                cells.add(new CellId(dialect, sized, known.id()));
            } catch (IllegalArgumentException e) {
                throw wrong("--workload: " + e.getMessage());
            }
        }
        return List.copyOf(cells);
    }

    /**
     * The request of a race between two arms.
     *
     * @throws ParameterException for options that contradict each other
     */
    DuelRequest request(ArmRequest baseline, ArmRequest candidate, boolean profiled) {
        return request(baseline, candidate, database.orElseGet(this::databaseSetting), profiled,
                Collections.emptySortedMap());
    }

    /**
     * The same on a database that comes from elsewhere than the options say.
     *
     * @param said options that no recipe tells
     */
    DuelRequest request(ArmRequest baseline, ArmRequest candidate, DatabaseMode mode, boolean profiled,
            SortedMap<String, String> said) {
        return new DuelRequest(cells(), baseline, candidate, connections(), mode, budget(), seed,
                latency.map(this::latency), profiled, said, Optional.empty());
    }

    /**
     * The servers of the two arms.
     *
     * @param baseline  empty where it is the one the settings name
     * @param candidate likewise
     * @param mode      where both come from
     */
    record ServerChoice(Optional<ServerForm> baseline, Optional<ServerForm> candidate, DatabaseMode mode) {}

    /**
     * Reads the servers of the two arms.
     *
     * @throws ParameterException if one is no server, or if they do not come from where the database does
     */
    ServerChoice servers(Optional<String> baseline, Optional<String> candidate) {
        DatabaseMode mode = database.orElseGet(this::databaseSetting);
        Optional<ServerForm> older = server("--server-baseline", baseline, mode);
        Optional<ServerForm> newer = server("--server-candidate", candidate, mode);
        if (older.isPresent() && newer.isPresent() && older.get().mode() != newer.get().mode()) {
            throw wrong("--server-baseline " + baseline.get() + " is " + kind(older.get()) + " and --server-candidate "
                    + candidate.get() + " is " + kind(newer.get())
                    + ": name two versions or two images, because clients reach them in different ways");
        }
        if (older.isPresent() != newer.isPresent() && mode == DatabaseMode.AUTO
                && regatta().given("regatta.url." + dialect(stack()))) {
            throw wrong("the " + dialect(stack()) + " of this race is a server of your own, beside which no other can"
                    + " be raced: leave out " + (older.isPresent() ? "--server-baseline" : "--server-candidate"));
        }
        if (older.isPresent() && newer.isPresent()) {
            Settings.ofDatabases().stream().filter(regatta()::given).findFirst().ifPresent(setting -> {
                throw wrong("-D" + setting + " is of the server that an arm has without an option of its own, and"
                        + " --server-baseline and --server-candidate name both: leave it out");
            });
        }
        return new ServerChoice(older, newer, newer.or(() -> older).map(ServerForm::mode).orElse(mode));
    }

    private Optional<ServerForm> server(String option, Optional<String> choice, DatabaseMode mode) {
        return choice.map(text -> {
            ServerForm form;
            try {
                form = ServerForm.of(dialect(stack()), text);
            } catch (IllegalArgumentException e) {
                throw wrong(option + ": " + e.getMessage());
            }
            if (mode != DatabaseMode.AUTO && mode != form.mode()) {
                throw wrong(option + " " + text + " is " + kind(form) + ", but the database of this race is " + mode
                        + ": leave out -D" + DatabaseMode.PROPERTY + " and --database, or name another server");
            }
            return form;
        });
    }

    private static String kind(ServerForm form) {
        return switch (form) {
            case ServerForm.Artifact artifact -> "a version of the embedded server";
            case ServerForm.Image image -> "an image";
        };
    }

    /** Checks everything before anything is downloaded or started. */
    void verify() {
        connections();
        racing().forEach(this::cells);
        two.filter(pair -> dialect(pair.baseline().client().stack()) != dialect(pair.candidate().client().stack()))
                .ifPresent(pair -> {
                    throw wrong(
                            pair.baseline() + " is a client of " + dialect(pair.baseline().client().stack()) + " and "
                                    + pair.candidate() + " one of " + dialect(pair.candidate().client().stack())
                                    + ": a race has one database, name two of its clients");
                });
        if (regatta().given("regatta.connections") && asked().allMatch(Workload::oneAtATime)) {
            throw wrong(String.join(", ", workloads) + (workloads.size() == 1
                    ? " has callers and a number of connections of its own"
                    : " have callers and a number of connections of their own") + ": leave out -Dregatta.connections");
        }
        for (Arm arm : List.of(Arm.BASELINE, Arm.CANDIDATE)) {
            checked(arm, "--option", options);
            if (Stacks.of(stack(arm)).api() == Api.HIBERNATE_REACTIVE && regatta().settings("compare").encrypted()) {
                throw wrong(stack(arm) + " is not measured with TLS: leave out -Dregatta.tls");
            }
        }
        budget();
        latency.ifPresent(this::latency);
    }

    /** Checks those of the options of an arm that are the pool's, and that there are none where none are possible. */
    void checked(Arm arm, String option, Map<String, String> given) {
        try {
            Stack stack = Stacks.of(stack(arm));
            if (stack.api() == Api.HIBERNATE_REACTIVE && !given.isEmpty()) {
                throw new IllegalArgumentException(stack + " has no options, got " + given.keySet());
            }
            stack.poolOptions(given);
            if (given.containsKey(Idle.KEEP_ALIVE)) {
                asked().filter(workload -> !(workload instanceof Idle)).findFirst().ifPresent(this::refuseKeepAlive);
            }
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    private void refuseKeepAlive(Workload workload) {
        throw new IllegalArgumentException("how often a pool looks after its connections in " + workload.id()
                + " depends on time, so that counts differ by chance: leave out " + Idle.KEEP_ALIVE + ", or race idle");
    }

    private DatabaseMode databaseSetting() {
        return regatta().settings("compare").databaseMode();
    }

    /** What is asked, as it was given. */
    List<String> workloads() {
        return List.copyOf(workloads);
    }

    /** Connections of the pool, as they were given. */
    Optional<Integer> pool() {
        pool.ifPresent(number -> checked("--pool", number));
        return pool;
    }

    /**
     * The settings of a race of services; what the command line says more directly wins. How many requests are in flight
     * is not the size of a pool: that is the service's own.
     */
    Settings ofServices(String results) {
        concurrency.ifPresent(number -> checked("--concurrency", number));
        return over(regatta().settings(results), database.orElseGet(this::databaseSetting), concurrency,
                latency.map(this::latency), seed, budget());
    }

    /** Operations in flight. */
    private Optional<Integer> connections() {
        pool.ifPresent(number -> checked("--pool", number));
        concurrency.ifPresent(number -> checked("--concurrency", number));
        return concurrency.or(() -> pool);
    }

    /** The database of a stack that is known and released: each of those has one. */
    static Dialect dialect(String stack) {
        return Stacks.of(stack).databases().iterator().next();
    }
}
