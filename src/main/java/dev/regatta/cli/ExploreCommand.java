package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.explore.Ask;
import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.explore.OpenRatio;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Sla;
import dev.regatta.host.AtomicFile;
import dev.regatta.http.ServiceRequest;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.report.AdviceText;
import dev.regatta.report.ExplorationCsv;
import dev.regatta.report.ExplorationText;
import dev.regatta.report.ExplorationWords;
import dev.regatta.report.Words;
import dev.regatta.report.html.ExplorationPage;
import dev.regatta.report.html.Shell;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code regatta explore}: which client for which load. */
@Command(name = "explore", header = "Measures which client carries which load.", description = {
        "Offers load to clients by turns: operations start when they are due, whether earlier ones have ended or not, and"
                + " latency counts from then. Prints latency against load, or what a closed loop carries as something else"
                + " varies, each with a 95 %% interval over sets of fresh JVMs; with --sla also the load within a limit of"
                + " latency. Points are kept as they are measured: --resume goes on after any interruption.",
        ""})
final class ExploreCommand implements Callable<Integer> {

    private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)(?:/s)?");
    /** Connections of a pool unless the user says otherwise; as many as in MariaDB's benchmark. */
    private static final int POOL = 16;
    private static final Duration BUDGET = Duration.ofHours(1);
    private static final int IN_FLIGHT = 256;
    /** The clients that a load is tried on unless others are named: one of each kind. */
    private static final List<ClientId> ASKED = Stream.of("pgjdbc+hikari/platform", "pgjdbc+hikari/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop", "vertx-pg-client+pool/event-loop").map(ClientId::of).toList();

    /** What --resume may be given with; the rest is in the file. */
    private static final Set<String> BESIDE_RESUME = Set.of("--resume", "--file", "--csv", "--budget", "--database",
            "--ask");

    private final Regatta regatta;
    private final Explorations explorations;

    @Mixin
    private MeasuringOptions measuring;

    @Option(names = "--client", split = ",", paramLabel = "<client>", description = "driver+pool/threading, like pgjdbc+hikari/virtual; several of one database separated by commas;"
            + " with @21 on that JDK")
    private final List<ClientId> clients = new ArrayList<>();

    @Option(names = "--service", split = ",", paramLabel = "<service>", description = "whole web stacks of services/ in place of clients, like spring-mvc+jdbc/virtual; several separated by"
            + " commas. Each is also started ten times; --workload is persons, world or worlds then, --pool the size of the"
            + " service's own pool (default: the framework's), and PostgreSQL is behind it")
    private final List<String> services = new ArrayList<>();

    @Option(names = "--workload", paramLabel = "<workload>", description = "what every operation does, like point-select-20")
    private Optional<String> workload = Optional.empty();

    @Option(names = "--load", split = ",", paramLabel = "<rate>", description = "operations per second to be offered, like 500/s; several separated by commas (default: eight up to"
            + " what the fastest client carries)")
    private final List<String> loads = new ArrayList<>();

    @Option(names = "--sla", paramLabel = "<limit>", description = "also search the load within a limit of latency, like p99=10ms")
    private Optional<String> sla = Optional.empty();

    @Option(names = "--sweep", paramLabel = "<axis=values>", description = "vary something else than the load: concurrency=1,4,16,64, pool=4,16,100 or latency=0,500us,1ms"
            + " measure what a closed loop carries, and with --sla the load within it; jdk=21,25 measures each client on each JDK")
    private Optional<String> sweep = Optional.empty();

    @Option(names = "--ask", paramLabel = "<load>", description = "answer for a load of yours, like rate=2000/s,queries=5,rtt=1ms,sla=p99:20ms,cores=1: what each client"
            + " carries within the limit, and what it needs for your load (default: four clients of PostgreSQL)")
    private Optional<String> ask = Optional.empty();

    @Option(names = "--pool", paramLabel = "<n>", description = "connections of each pool (default: 16)")
    private int pool = POOL;

    @Option(names = "--in-flight", paramLabel = "<n>", description = "operations in flight at most; what is due beyond is refused, and counted (default: 256)")
    private int inFlight = IN_FLIGHT;

    @Option(names = "--cores", paramLabel = "<n>", description = "CPUs of the client; the database has the others (default: a half). All of them where operations wait, as with --latency 1ms")
    private Optional<Integer> cores = Optional.empty();

    @Option(names = "--arrivals", paramLabel = "<kind>", description = "poisson (default) or constant")
    private Optional<String> arrivals = Optional.empty();

    @Option(names = "--sets", paramLabel = "<n>", description = "sets of fresh JVMs; an interval is made of differences between them (default: 3)")
    private int sets = 3;

    @Option(names = "--within", paramLabel = "<percent>", description = "add sets until the 95 %% intervals of all ratios of two clients are within so much of them, like 5%%,"
            + " or the budget is over")
    private Optional<String> within = Optional.empty();

    @Option(names = "--point", paramLabel = "<time>", description = "how long a point is measured at least (default: 1s)")
    private String point = "1s";

    @Option(names = "--resume", description = "go on with the exploration that was interrupted, and answer for its --ask again; only --file, --csv,"
            + " --budget and --database may be given with it, and --ask with other cores")
    private boolean resume;

    @Option(names = "--file", paramLabel = "<file>", description = "where points are kept (default: exploration.json in the folder of results)")
    private Optional<Path> kept = Optional.empty();

    @Option(names = "--with", paramLabel = "<group:artifact:version>", description = "another version than today's of a driver, a pool or an access layer, for the clients that have it; several"
            + " separated by commas")
    private Optional<String> version = Optional.empty();

    @Option(names = "--csv", paramLabel = "<file>", description = "also write every point there")
    private Optional<Path> csv = Optional.empty();

    ExploreCommand(Explorations explorations, Regatta regatta) {
        this.explorations = explorations;
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        Settings settings = regatta.settings("explore");
        Path file = kept.orElseGet(() -> settings.results().resolve("exploration.json"));
        Exploration exploration = explorations.explore(request(settings, file), settings, regatta::progress);
        regatta.out().print(asked().or(() -> exploration.facts().ask())
                .map(load -> AdviceText.of(load, exploration, resuming()))
                .orElseGet(() -> new ExplorationText(exploration, resuming()).text()));
        regatta.out().flush();
        Path page = settings.results().resolve("exploration.html");
        AtomicFile.write(page, ExplorationPage.page(exploration, resuming()));
        regatta.progress("page: " + page);
        csv.ifPresent(table -> AtomicFile.write(table, ExplorationCsv.of(exploration)));
        return exploration.facts().complete() && OpenRatio.of(exploration).isEmpty() ? Exits.GOOD : Exits.NO_VERDICT;
    }

    /** The command that goes on with this exploration: with its file, and in the environment of these settings. */
    private String resuming() {
        return Stream.concat(kept.stream().map(file -> " --file " + Shell.word(file.toString())),
                regatta.given(CommandSettings.of("explore --resume")).map(setting -> " " + Shell.word(setting)))
                .collect(Collectors.joining("", ExplorationWords.RESUME, ""));
    }

    private OptionalInt cores() {
        return cores.map(cpus -> OptionalInt.of(measuring.checked("--cores", cpus))).orElse(OptionalInt.empty());
    }

    private Optional<Ask> asked() {
        try {
            return ask.map(Ask::of);
        } catch (IllegalArgumentException e) {
            throw wrong("--ask: " + e.getMessage());
        }
    }

    private ExploreRequest request(Settings settings, Path file) {
        Duration time = measuring.budget().or(settings::budget).orElse(BUDGET);
        if (resume) {
            List<String> given = measuring.given().stream().filter(option -> !BESIDE_RESUME.contains(option)).toList();
            if (!given.isEmpty()) {
                throw wrong("--resume goes on with what was asked for then: leave out " + String.join(", ", given)
                        + ", or begin anew without --resume");
            }
            Exploration known = ExplorationFile.read(file);
            if (asked().filter(load -> !load.isOf(known.facts().plan())).isPresent()) {
                throw wrong("--resume goes on with what was asked for then: leave out --ask, whose load is another, or"
                        + " begin anew without --resume");
            }
            return new ExploreRequest(dialect(known.facts().plan()),
                    regatta.given(DatabaseMode.PROPERTY)
                            ? settings.databaseMode()
                            : measuring.database.orElseGet(() -> DatabaseMode
                                    .of(known.facts().environment().fact(Fingerprint.DATABASE_MODE))),
                    Optional.empty(), Optional.empty(), OptionalInt.empty(), Optional.empty(), new TreeMap<>(), time,
                    file, resuming());
        }
        Plan plan = plan(settings);
        replaceable(file);
        return new ExploreRequest(dialect(plan), measuring.database.orElseGet(settings::databaseMode),
                Optional.of(plan), asked(), cores(), version, new TreeMap<>(measuring.options), time, file,
                resuming());
    }

    /** An exploration that goes on with --resume is hours of work: it is not begun anew by mistake. */
    private void replaceable(Path file) {
        if (!Files.exists(file)) {
            return;
        }
        Exploration there;
        try {
            there = ExplorationFile.read(file);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage() + "; it is not overwritten: remove it, or name another file with --file");
        }
        boolean wider = there.facts().complete() && OpenRatio.wantsSets(there.whole());
        if (wider || !there.facts().complete() && !there.points().isEmpty()) {
            throw wrong(file + " holds an exploration that ended after " + Words.counted(there.points().size(), "point")
                    + (wider ? ", with ratios that are wider than was asked for" : "") + ": `" + resuming()
                    + "` goes on with it; to begin anew, remove it or name another file with --file");
        }
    }

    /** The options that a load stands for. */
    private void understand(Ask load) {
        if (workload.isPresent() || sla.isPresent() || sweep.isPresent() || measuring.latency.isPresent()
                || !loads.isEmpty() || cores.isPresent()) {
            throw wrong(
                    "--ask says what --workload, --load, --sla, --latency, --sweep and --cores would: leave these out");
        }
        if (clients.isEmpty()) {
            clients.addAll(ASKED);
        }
        workload = Optional.of(load.workload());
        // Nothing is searched for that cannot be.
        sla = Optional.of(load.sla().toString()).filter(limit -> load.possible());
        loads.add(BigDecimal.valueOf(load.rate()).toPlainString());
        measuring.latency = load.rtt() == 0 ? Optional.empty() : Optional.of(load.rtt() + "us");
    }

    /** Takes services for clients, under whose names they are known from here on. */
    private void served() {
        if (services.isEmpty()) {
            return;
        }
        List<String> useless = measuring.given().stream()
                .filter(Set.of("--client", "--ask", "--with", "--option")::contains).sorted().toList();
        if (!useless.isEmpty()) {
            throw wrong("--service is measured as its framework makes it: leave out " + String.join(", ", useless));
        }
        if (regatta.settings("explore").encrypted()) {
            throw wrong(ServiceOptions.NO_TLS);
        }
        if (sweep.filter(axis -> axis.matches("(pool|jdk)=.*")).isPresent()) {
            throw wrong("--sweep " + sweep.get() + " is not for services: vary concurrency or latency");
        }
        Optional<Integer> size = measuring.given().contains("--pool")
                ? Optional.of(measuring.checked("--pool", pool))
                : Optional.empty();
        try {
            services.forEach(name -> clients.add(ServiceOptions.named(name, size)));
            workload = workload.map(request -> ServiceRequest.of(request).workload().id());
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private Plan plan(Settings settings) {
        asked().ifPresent(this::understand);
        served();
        if (!services.isEmpty() && workload.isEmpty()) {
            throw wrong("say with --workload what is asked of the services: persons, world or worlds");
        }
        if (clients.isEmpty() || workload.isEmpty()) {
            throw wrong("say with --client and --workload what to explore, or go on with --resume");
        }
        if (sweep.isPresent() && !loads.isEmpty()) {
            throw wrong("--load and --sweep both vary something: give one of them");
        }
        Duration pointTime = Settings.duration(point).or(() -> Settings.latency(point)).filter(Duration::isPositive)
                .orElseThrow(() -> wrong("--point " + point + " is not a duration, expected for example 1s or 500ms"));
        List<ClientId> all = known();
        if (services.isEmpty()) {
            version.ifPresent(this::checkVersions);
            checkPoolOptions();
        }
        try {
            Optional<Sweep> varied = sweep.map(Sweep::of);
            Axis axis = varied.map(Sweep::axis).orElse(Axis.LOAD);
            conflicts(varied, axis);
            return new Plan(varied.map(one -> one.of(all)).orElse(all), workload.get(), axis,
                    varied.map(Sweep::numbers)
                            .orElseGet(() -> loads.stream().map(this::rate).sorted().distinct().toList()),
                    sla.map(Sla::of), conditions(axis), arrivals.map(Arrivals::of).orElse(Arrivals.POISSON), sets,
                    precision(axis, varied.map(one -> one.numbers().size()).orElse(0),
                            varied.map(one -> one.of(all)).orElse(all)),
                    pointTime.toNanos(),
                    measuring.seed.orElseGet(settings::seed));
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private OptionalDouble precision(Axis axis, int sizes, List<ClientId> all) {
        if (within.isEmpty()) {
            return OptionalDouble.empty();
        }
        boolean pools = axis == Axis.POOL && sla.isEmpty() && sizes > 1;
        if (all.size() < 2 && !pools || axis == Axis.LOAD && sla.isEmpty()) {
            throw wrong(
                    "--within is how precisely ratios are asked for, and there are none: give two clients, and --sla or"
                            + " --sweep concurrency, pool or latency");
        }
        return OptionalDouble.of(measuring.precision(within.get()));
    }

    /** Refuses options that would do nothing. */
    private void conflicts(Optional<Sweep> varied, Axis axis) {
        // That of a service is its own, whatever is in flight.
        List<String> given = measuring.given().stream()
                .filter(option -> services.isEmpty() || !option.equals("--pool")).toList();
        varied.flatMap(one -> one.conflict(given)).ifPresent(sentence -> {
            throw wrong(sentence);
        });
        if (given.contains("--arrivals") && axis != Axis.LOAD && sla.isEmpty()) {
            throw wrong("--arrivals is how a given load arrives, and --sweep " + axis + " measures a closed loop: leave"
                    + " it out, or give a limit with --sla");
        }
        if (!services.isEmpty()) {
            return;
        }
        List<ClientId> unsized = unsized();
        if (given.contains("--pool") && unsized.size() == clients.size() || axis == Axis.POOL && !unsized.isEmpty()) {
            throw wrong((axis == Axis.POOL ? "--sweep pool" : "--pool") + ": " + unsized.getFirst()
                    + " has no pool of a chosen size");
        }
        if (axis != Axis.POOL && given.contains("--in-flight") && inFlight < pool && unsized.size() < clients.size()) {
            throw wrong("--in-flight " + inFlight + " leaves some of the " + pool + " connections without use: give"
                    + " --pool " + inFlight + " or less as well");
        }
    }

    /** The clients whose pools have no chosen size. */
    private List<ClientId> unsized() {
        return clients.stream().filter(client -> !Stacks.of(client.stack()).pool().sized()).toList();
    }

    /** What does not vary. */
    private Conditions conditions(Axis axis) {
        int operations = measuring.checked("--in-flight", inFlight);
        // Each request in flight has a connection to the service, whose pool is its own.
        int connections = services.isEmpty() ? measuring.checked("--pool", pool) : operations;
        if (services.isEmpty() && unsized().size() == clients.size()) {
            connections = Math.min(connections, operations);
        }
        return new Conditions(connections, axis == Axis.POOL ? operations : Math.max(connections, operations),
                micros(measuring.latency));
    }

    /** The clients, each of which must run the workload on the one database. */
    private List<ClientId> known() {
        if (!services.isEmpty()) {
            return List.copyOf(clients);
        }
        for (ClientId client : clients) {
            Stack stack = Stacks.find(client.stack()).filter(found -> found != Stacks.WIRE)
                    .orElseThrow(() -> wrong("--client " + client + " is not known; `./regatta workloads` lists them"));
            if (!stack.threadings().contains(client.threading())) {
                throw wrong("--client " + client + " does not exist: " + stack + " runs on " + stack.threadings());
            }
            if (client.pool().isPresent()) {
                throw wrong("--client " + client + ": give the size of the pool with --pool, or vary it with --sweep");
            }
            try {
                Workload known = Workloads.of(workload.get());
                if (known.oneAtATime()) {
                    throw new IllegalArgumentException(known.id() + " has callers of its own, whatever load is offered:"
                            + " race it with `./regatta compare`");
                }
                stack.gap(known, dialect(clients)).ifPresent(reason -> {
                    throw wrong("--client " + client + " does not run " + known.id() + ": " + reason);
                });
            } catch (IllegalArgumentException e) {
                throw wrong("--workload: " + e.getMessage());
            }
        }
        return List.copyOf(clients);
    }

    /** All clients get all options, and those of the pool are known before a server starts. */
    private void checkPoolOptions() {
        for (ClientId client : clients) {
            try {
                Stacks.of(client.stack()).poolOptions(measuring.options);
            } catch (IllegalArgumentException e) {
                throw wrong("--option: " + e.getMessage());
            }
        }
    }

    private void checkVersions(String named) {
        for (String coordinates : named.split(",")) {
            String[] parts = coordinates.split(":");
            if (parts.length != 3 || clients.stream().map(client -> Stacks.of(client.stack())).noneMatch(
                    stack -> stack.roots().stream()
                            .anyMatch(root -> root.module().equals(parts[0] + ":" + parts[1])))) {
                throw wrong("--with " + coordinates + " names no part of a client that is explored, expected"
                        + " group:artifact:version of one");
            }
        }
    }

    /** The database that all clients run on. */
    private Dialect dialect(Plan plan) {
        return ServiceLoads.are(plan) ? Dialect.POSTGRESQL : dialect(plan.clients());
    }

    private Dialect dialect(List<ClientId> all) {
        var common = new ArrayList<>(List.of(Dialect.values()));
        all.forEach(client -> common.retainAll(Stacks.of(client.stack()).databases()));
        if (common.isEmpty()) {
            throw wrong("--client " + all + " are of different databases: give those of one");
        }
        return common.getFirst();
    }

    private long micros(Optional<String> text) {
        return text.filter(given -> !given.equals("0")).map(given -> measuring.latency(given).toNanos() / 1000)
                .orElse(0L);
    }

    private double rate(String text) {
        Matcher form = RATE.matcher(text);
        if (!form.matches() || Double.parseDouble(form.group(1)) <= 0) {
            throw wrong("--load " + text + " is no load, expected for example 500/s");
        }
        return Double.parseDouble(form.group(1));
    }

    private ParameterException wrong(String sentence) {
        return measuring.wrong(sentence);
    }
}
