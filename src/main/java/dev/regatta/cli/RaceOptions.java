package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.ServerForm;
import dev.regatta.load.Threading;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Roots;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
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

    @Option(names = "--client", required = true, paramLabel = "<client>", description = "driver+pool/threading, like pgjdbc+hikari/platform; it also names the database")
    private ClientId client;

    @Option(names = "--workload", required = true, split = ",", paramLabel = "<workload>", description = "what is asked of the database, like point-select; several separated by commas, each gets a"
            + " verdict")
    private final List<String> workloads = new ArrayList<>();

    @Option(names = "--pool", paramLabel = "<n>", description = "connections of the pool; as many operations are in flight unless --concurrency says otherwise"
            + " (default: 4 per client CPU)")
    private Optional<Integer> pool = Optional.empty();

    @Option(names = "--concurrency", paramLabel = "<n>", description = "operations in flight; those for which the pool has no connection wait for one")
    private Optional<Integer> concurrency = Optional.empty();

    String stack() {
        return client.stack();
    }

    /**
     * The roots of one arm.
     *
     * @param option  the option that chooses them
     * @param classes of the arm's checkout
     * @throws ParameterException where the choice cannot be understood
     */
    Roots roots(ArtifactSource supplies, String option, Optional<String> choice, Optional<Path> classes) {
        try {
            return supplies.roots(stack(), classes, choice);
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
        return poolSize().map(client::with).orElseGet(() -> new ClientId(client.stack(), Optional.empty(),
                client.threading(), client.jdk()));
    }

    /** How many connections an operation of every given workload can use. */
    private int atOnce() {
        return asked().mapToInt(Workload::atOnce).min().orElse(1);
    }

    /** The given workloads that there are. */
    private Stream<Workload> asked() {
        return Workloads.all().stream().filter(workload -> workloads.contains(workload.id()));
    }

    private Optional<Integer> poolSize() {
        Optional<Integer> size = client.pool().or(() -> pool.filter(given -> concurrency.isPresent()));
        if (pool.isPresent() && size.isPresent() && !pool.equals(size)) {
            throw wrong("--pool " + pool.get() + " and --client " + client + " differ: give one of them");
        }
        Optional<String> sized = concurrency.map(given -> "--concurrency").or(() -> pool.map(given -> "--pool"))
                .or(() -> size.map(given -> "the ~" + given + " of --client"));
        sized.ifPresent(option -> asked().filter(workload -> workload.ownConnections().isPresent()).findFirst()
                .ifPresent(workload -> {
                    throw wrong(workload.id() + " has callers and a number of connections of its own: leave out "
                            + option);
                }));
        Optional<Integer> other = size.filter(connections -> !concurrency.equals(Optional.of(connections)));
        other.ifPresent(connections -> {
            String given = pool.isPresent() ? "--pool " + connections : "--client " + client;
            if (concurrency.isEmpty()) {
                throw wrong(given + " also needs --concurrency, the number of operations in flight");
            }
            if (connections > concurrency.get() * atOnce()) {
                throw wrong(given + " is a larger pool than --concurrency " + concurrency.get() + " can use");
            }
            if (!Stacks.of(client.stack()).pool().sized()) {
                throw wrong(given + ": " + client.stack() + " has no pool of a chosen size");
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
        Stack stack = Stacks.find(client.stack()).filter(known -> known != Stacks.WIRE)
                .orElseThrow(() -> wrong("--client " + client + " is not known, expected one of "
                        + Stacks.released().stream()
                                .flatMap(known -> known.threadings().stream()
                                        .map(threading -> known + "/" + threading))
                                .collect(Collectors.joining(", "))));
        if (client.jdk().isPresent()) {
            throw wrong("--client " + client + " names a JDK, which only a run on several JDKs does: give --client "
                    + client.onAnyJdk() + " --jdk " + client.jdk().get());
        }
        if (!stack.threadings().contains(client.threading())) {
            throw wrong("--client " + client + " does not exist: " + stack + " runs on "
                    + stack.threadings().stream().map(Threading::id).collect(Collectors.joining(" or ")));
        }
        ClientId sized = client();
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
                latency.map(this::latency), profiled, said);
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
                form = ServerForm.of(dialect(client.stack()), text);
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
        cells();
        checked("--option", options);
        budget();
        latency.ifPresent(this::latency);
    }

    /** Checks those of the options that are the pool's. */
    void checked(String option, Map<String, String> given) {
        try {
            Stacks.of(client.stack()).poolOptions(given);
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    private DatabaseMode databaseSetting() {
        return regatta().settings("compare").databaseMode();
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
