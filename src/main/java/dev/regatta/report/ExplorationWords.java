package dev.regatta.report;

import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Facts;
import dev.regatta.explore.Limit;
import dev.regatta.explore.OpenRatio;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Quantity;
import dev.regatta.explore.RatioReading;
import dev.regatta.explore.Sla;
import dev.regatta.gate.Versions;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An exploration and its numbers in words: text and page take theirs from here. */
public final class ExplorationWords {

    /** What stands where there is no reading. */
    public static final String NONE = "-";
    /** The heading of what bounds a client. */
    public static final String BOUND = "bounded by";
    /** What stands where nothing was measured yet. */
    static final String UNMEASURED = "not measured";
    /** What stands where a search found no load. */
    private static final String NOT_FOUND = "not found";
    /** So many ratios are named that are wider than was asked for. */
    private static final int OPEN_TOLD = 6;
    /** What stands in the place of an interval that has no ends. */
    private static final String ONE_SET = "(one set)";

    private static final String GATES_CONNECTIONS = "connections";
    /** The group of the many jars in a service, of which its framework says enough. */
    private static final String OF_A_SERVICE = "library:";
    /** The libraries in a service that are its framework. */
    public static final Set<String> FRAMEWORKS = Set.of("spring-boot", "io.quarkus.quarkus-core");

    /** The command that goes on with an exploration whose file is where it is unless somebody says otherwise. */
    public static final String RESUME = "./regatta explore --resume";

    private final Exploration exploration;
    private final String resume;
    private final Facts facts;
    private final Plan plan;
    private final Curves curves;

    /** Of an exploration whose file is where it is unless somebody says otherwise. */
    public ExplorationWords(Exploration exploration) {
        this(exploration, RESUME);
    }

    /**
     * Of an exploration, complete or not.
     *
     * @param resume the command that goes on with it
     */
    public ExplorationWords(Exploration exploration, String resume) {
        this.exploration = exploration;
        this.resume = resume;
        this.facts = exploration.facts();
        this.plan = facts.plan();
        this.curves = new Curves(exploration);
    }

    /** What it is of: {@code point-select through 3 clients, over the load}. */
    public String title() {
        int clients = plan.clients().size();
        return plan.workload() + " through " + (clients == 1 ? plan.clients().getFirst() : clients + " clients")
                + ", over " + switch (plan.axis()) {
                    case LOAD -> "the load";
                    case CONCURRENCY -> "the operations in flight";
                    case POOL -> "the size of the pool";
                    case LATENCY -> "the latency of the network";
                };
    }

    /** Why it says less than was asked; empty where all was measured. */
    public Optional<String> incomplete() {
        return facts.complete()
                ? Optional.empty()
                : Optional.of("The exploration is incomplete: it ended after "
                        + Words.counted(exploration.points().size(), "point") + ". `" + resume + "` goes on.");
    }

    /** Which ratios are not known as precisely as was asked for, one sentence; empty where all are. */
    public Optional<String> open() {
        List<OpenRatio> open = OpenRatio.of(exploration);
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of("After " + plan.sets() + " sets not known within "
                        + Words.percent(plan.within().orElseThrow()) + ": "
                        + open.stream().limit(OPEN_TOLD).map(this::open).collect(Collectors.joining("; "))
                        + (open.size() > OPEN_TOLD ? "; and " + (open.size() - OPEN_TOLD) + " more" : "") + "."
                        + moreSets(open));
    }

    private String moreSets(List<OpenRatio> open) {
        if (OpenRatio.wantsSets(exploration)) {
            return " `" + resume + "` adds sets.";
        }
        return open.stream().anyMatch(one -> one.ratio().isPresent())
                ? " No sets are added to " + OpenRatio.MOST_SETS + " or more."
                : " More sets do not change that.";
    }

    private String open(OpenRatio open) {
        String at = plan.axis() == Axis.LOAD ? "" : " at " + x(plan.value(open.conditions()));
        String against = open.client().equals(open.other())
                ? x(plan.value(open.otherwise()))
                : open.other().toString();
        String of = switch (open.of()) {
            case CLOSED_LOOP -> "";
            case LOAD_WITHIN_THE_LIMIT -> ", load within the limit";
        };
        return open.client() + at + " against " + against + of + ": "
                + open.ratio().map(ExplorationWords::ratio).orElse(NOT_FOUND);
    }

    /** What was asked, in sentences. */
    public List<String> asked() {
        var sentences = new ArrayList<String>();
        Conditions fixed = plan.conditions();
        String latency = fixed.latencyMicros() == 0
                ? ""
                : ", and every round trip takes " + Words.duration(fixed.latencyMicros() * 1e3) + " longer";
        String pool = pool(fixed);
        String operations = Words.counted(fixed.inFlight(), "operation");
        boolean services = !exploration.starts().isEmpty();
        sentences.add(switch (plan.axis()) {
            case LOAD -> "Operations are due at a given rate (" + plan.arrivals() + " arrivals), with at most "
                    + fixed.inFlight() + " in flight" + pool + latency
                    + ". Latency counts from when an operation is due.";
            case CONCURRENCY -> "A closed loop keeps so many operations in flight, each with a connection"
                    + (services ? " to the service" : "") + latency + ".";
            case POOL -> "A closed loop keeps " + operations + " in flight, or one for each connection"
                    + " of a larger pool" + latency + ".";
            case LATENCY -> "A closed loop keeps " + operations + " in flight" + pool
                    + ", and a relay makes every round trip longer.";
        });
        plan.sla().ifPresent(sla -> sentences.add("The load at which " + within(sla) + " was searched in every set"
                + (plan.axis() == Axis.LOAD ? "" : ", with " + plan.arrivals() + " arrivals") + "."));
        sentences.add((facts.complete() ? "" : "Up to ") + plan.sets() + " sets of fresh JVMs measured points of "
                + Words.duration(plan.pointNanos())
                + ", the clients by turns. Brackets and bars are 95 % intervals over these sets.");
        return sentences;
    }

    /** The connections of the clients' pools: a service has a pool of its own, and its name says the size where one was asked for. */
    private String pool(Conditions fixed) {
        return plan.clients().stream().flatMap(client -> Stacks.find(client.stack()).stream())
                .anyMatch(stack -> stack.pool().sized())
                        ? " on " + Words.counted(fixed.pool(), "connection")
                        : "";
    }

    /** A limit of latency: {@code p99 is at most 10 ms}. */
    public static String within(Sla sla) {
        return sla.percentile() + " is at most " + Words.duration(sla.limit().toNanos());
    }

    /** Where it was measured, the facts that matter most first. */
    public List<String> where() {
        return ConsoleReport.facts(environment());
    }

    /** Where it was measured; not the connections that a gate would use there: an exploration has its own. */
    public Fingerprint environment() {
        var known = new TreeMap<>(facts.environment().facts());
        known.remove(GATES_CONNECTIONS);
        return new Fingerprint(known);
    }

    private String jvmOptions() {
        String options = facts.environment().facts().getOrDefault("jvm.options", "JVM options that are not known");
        return options.equals(Words.NO_JVM_OPTIONS) ? "the JVM's own options" : options;
    }

    /** The jars a client is named after, with their versions, and the options of its driver. */
    public String versions(ClientId client) {
        Recipe recipe = facts.recipes().get(client);
        if (recipe == null) {
            return NONE;
        }
        List<String> modules = Stacks.find(client.stack()).map(Stack::roots).orElse(List.of()).stream()
                .map(Root::module).toList();
        String jars = recipe.artifacts().stream()
                .filter(artifact -> modules.isEmpty()
                        ? !artifact.module().startsWith(OF_A_SERVICE) || FRAMEWORKS.contains(artifact.name())
                        : modules.contains(artifact.module()))
                .map(Versions::jar).collect(Collectors.joining(", "));
        return (jars.isEmpty() ? NONE : jars) + (recipe.options().isEmpty() ? "" : ", " + recipe.options());
    }

    /**
     * What a client carries in a closed loop and occupies there, where the load varies; empty where neither was read.
     */
    public Optional<String> besideTheLoad(ClientId client) {
        if (plan.axis() != Axis.LOAD) {
            return Optional.empty();
        }
        var parts = new ArrayList<String>();
        curves.closed(client, plan.conditions()).flatMap(position -> Optional.ofNullable(position.readings()
                .get(Quantity.ACHIEVED)).map(
                        most -> "A closed loop carries " + Words.grouped(most.value()) + "/s "
                                + interval(Quantity.ACHIEVED, most)
                                + position.limit().map(limit -> ", bounded by " + bound(limit)).orElse("") + "."))
                .ifPresent(parts::add);
        curves.memory(client, plan.conditions()).ifPresent(bytes -> parts
                .add("Its process has " + memory(bytes) + " of memory to itself, with " + jvmOptions() + "."));
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", parts));
    }

    /** The memory of a client's process at a setting, or {@value #NONE}. */
    public String memory(ClientId client, Conditions conditions) {
        OptionalDouble bytes = curves.memory(client, conditions);
        return bytes.isEmpty() ? NONE : memory(bytes.getAsDouble());
    }

    /** The memory of a client's process at a value of an axis other than the load, or {@value #NONE}. */
    public String memory(ClientId client, double x) {
        return plan.allConditions().stream().filter(conditions -> plan.value(conditions) == x).findFirst()
                .map(conditions -> memory(client, conditions)).orElse(NONE);
    }

    /** What the figures of memory are, with the JVM options that shape them. */
    public String whatMemoryIs() {
        return "Memory is what only the client's process has, with " + jvmOptions() + ".";
    }

    private static String memory(double bytes) {
        return Words.number("%.0f MiB", bytes / (1 << 20));
    }

    /** What each service is and takes under each condition; empty where clients were explored. */
    public Optional<Table> services() {
        if (exploration.starts().isEmpty()) {
            return Optional.empty();
        }
        var headings = new ArrayList<>(List.of("service", "deployed", "start", "starts"));
        if (plan.axis() != Axis.LOAD) {
            headings.add(axis());
        }
        headings.addAll(List.of("CPU / request", "memory", "memory / (request/s)", "closed loop", BOUND));
        plan.sla().ifPresent(sla -> headings.addAll(List.of("load within the limit", BOUND)));
        return Optional.of(new Table("Services",
                "Start is from the start of the process to its first right answer, alone on the client's CPUs and without"
                        + " added latency; CPU time and throughput are those of the closed loop"
                        + (plan.axis() == Axis.CONCURRENCY
                                ? "."
                                : " with " + Words.counted(plan.conditions().inFlight(), "request") + " in flight."),
                headings, plan.allConditions().stream()
                        .flatMap(conditions -> plan.clients().stream().map(client -> service(client, conditions)))
                        .toList()));
    }

    private List<String> service(ClientId client, Conditions conditions) {
        var row = new ArrayList<>(List.of(client.toString(), deployed(client),
                curves.start(client).map(start -> Words.duration(start.value()) + " " + spread(start)).orElse(NONE),
                Long.toString(exploration.starts().stream().filter(reading -> reading.client().equals(client))
                        .count())));
        if (plan.axis() != Axis.LOAD) {
            row.add(x(plan.value(conditions)));
        }
        Optional<Curves.Position> closed = curves.closed(client, conditions);
        row.add(reading(closed, Quantity.CLIENT_CPU));
        row.add(memory(client, conditions));
        row.add(memoryOfARate(curves.memory(client, conditions), closed));
        row.add(reading(closed, Quantity.ACHIEVED));
        row.add(bound(closed.flatMap(Curves.Position::limit)));
        plan.sla().ifPresent(sla -> {
            Curves.Carried carried = curves.carried(client, conditions);
            row.addAll(List.of(load(carried), bound(carried.limit())));
        });
        return row;
    }

    /** Memory divided by the throughput of the closed loop. */
    private static String memoryOfARate(OptionalDouble bytes, Optional<Curves.Position> closed) {
        return bytes.isEmpty()
                ? NONE
                : closed.map(Curves.Position::readings).flatMap(all -> Optional.ofNullable(all.get(Quantity.ACHIEVED)))
                        .map(rate -> Words.number("%.1f KiB", bytes.getAsDouble() / 1024 / rate.value())).orElse(NONE);
    }

    private String deployed(ClientId client) {
        OptionalLong bytes = curves.deployed(client);
        return bytes.isEmpty() ? NONE : Words.number("%.0f MB", bytes.getAsLong() / 1e6);
    }

    private static String reading(Optional<Curves.Position> position, Quantity quantity) {
        return position.map(Curves.Position::readings).flatMap(all -> Optional.ofNullable(all.get(quantity)))
                .map(estimate -> number(quantity, estimate.value()) + " " + spread(estimate)).orElse(NONE);
    }

    /** What the values of the axis are, as the heading of a column. */
    public String axis() {
        return switch (plan.axis()) {
            case LOAD -> "offered";
            case CONCURRENCY -> "in flight";
            case POOL -> "pool";
            case LATENCY -> "round trip";
        };
    }

    /** A value of the axis with its unit. */
    public String x(double value) {
        return switch (plan.axis()) {
            case LOAD -> rate(value);
            case CONCURRENCY, POOL -> Words.grouped(value);
            case LATENCY -> value == 0 ? "+0 ms" : "+" + Words.duration(value * 1e3);
        };
    }

    /** A reading with its unit. */
    public static String number(Quantity quantity, double reading) {
        return switch (quantity) {
            case ACHIEVED -> rate(reading);
            case P50, P95, P99, CLIENT_CPU, SERVER_CPU -> Words.duration(reading);
            case ALLOCATED -> reading < 9_950
                    ? Words.grouped(reading) + " B"
                    : Words.number(reading < 99_950 ? "%.1f kB" : "%,.0f kB", reading / 1000);
        };
    }

    /** Slow clients have loads below ten. */
    private static String rate(double perSecond) {
        return (perSecond >= 9.95 ? Words.grouped(perSecond) : Words.number("%.1f", perSecond)) + "/s";
    }

    /** The interval of a reading, rates without their unit. */
    public static String interval(Quantity quantity, ConfidenceInterval estimate) {
        return !estimate.bounded()
                ? ONE_SET
                : ("[" + number(quantity, estimate.low()) + ", " + number(quantity, estimate.high()) + "]").replace(
                        "/s",
                        "");
    }

    /** A reading with its interval. */
    public static String estimate(Quantity quantity, ConfidenceInterval estimate) {
        return number(quantity, estimate.value()) + " " + interval(quantity, estimate);
    }

    /** Half the interval relative to the number, as an estimate on one line has it: {@code ±4.2%}. */
    static String spread(ConfidenceInterval estimate) {
        if (!estimate.bounded()) {
            return ONE_SET;
        }
        double spread = Math.sqrt(estimate.high() / estimate.low()) - 1;
        return spread > 1 ? "±>100%" : "±" + Words.percent(spread).replace(" ", "");
    }

    /** What bounds a client, or {@value #NONE} where that is not known. */
    public static String bound(Optional<Limit> limit) {
        return limit.map(ExplorationWords::bound).orElse(NONE);
    }

    private static String bound(Limit limit) {
        return switch (limit) {
            case CLIENT -> "client CPUs";
            case SERVER -> "server CPUs";
            case WAITING -> "waiting";
            case GENERATOR -> "generator";
            case NOTHING -> "nothing";
        };
    }

    /** What must be known before a position is believed; empty where nothing must. */
    public static String notes(Curves.Position position) {
        var notes = new ArrayList<String>();
        if (!position.onTime()) {
            notes.add("bounded by the generator");
        }
        if (!position.carried()) {
            notes.add("not carried");
        }
        if (position.readings().isEmpty()) {
            notes.add("no reading");
        }
        if (position.errors() > 0) {
            notes.add(Words.grouped(position.errors()) + (position.errors() == 1
                    ? " operation failed"
                    : " operations failed, first") + ": " + position.problem());
        }
        if (position.disturbed() > 0) {
            notes.add(position.disturbed() + " of " + position.points() + " points disturbed");
        }
        return String.join("; ", notes);
    }

    /** A ratio of loads; whether it tells two clients apart is said. */
    public static String ratio(ConfidenceInterval ratio) {
        return Words.ratio(ratio.value()) + " " + (ratio.bounded()
                ? "[" + Words.ratio(ratio.low()) + ", " + Words.ratio(ratio.high()) + "]"
                : ONE_SET) + (ratio.covers(1) ? " not told apart" : "");
    }

    private static String ratio(Optional<ConfidenceInterval> ratio) {
        return ratio.map(ExplorationWords::ratio).orElse(NONE);
    }

    /**
     * What is told of clients at settings; text and page lay it out.
     *
     * @param note what its numbers are, in sentences; may be empty
     * @param rows as many entries each as there are headings
     */
    public record Table(String title, String note, List<String> headings, List<List<String>> rows) {}

    /**
     * The loads within the limit of latency, with what bounds them, the ratio to the first client, and the memory of the
     * client's process; empty where no limit was given.
     */
    public Optional<Table> within() {
        ClientId first = plan.clients().getFirst();
        return plan.sla().map(sla -> {
            Table all = table("Load at which " + within(sla), List.of("load", BOUND, "ratio", "memory"),
                    plan.allConditions(), plan.clients(), (client, conditions) -> {
                        Curves.Carried carried = curves.carried(client, conditions);
                        return List.of(load(carried), bound(carried.limit()),
                                client.equals(first) ? "1" : ratio(curves.carriedRatio(client, first, conditions)),
                                memory(client, conditions));
                    });
            return new Table(all.title(), "Ratios are to " + first + ". " + whatMemoryIs(), all.headings(), all.rows());
        });
    }

    /** The ratios of closed loops whose slices took turns: to the first client, and to the first size of a pool. */
    public List<Table> ratios() {
        var tables = new ArrayList<Table>();
        List<Conditions> settings = plan.allConditions();
        if (hasRatios()) {
            ClientId first = plan.clients().getFirst();
            tables.add(
                    table("Throughput of closed loops, as a ratio to " + first, List.of("ratio", "disturbed"), settings,
                            plan.clients().subList(1, plan.clients().size()), (client, conditions) -> told(
                                    curves.closedRatio(client, first, conditions), client, conditions)));
        }
        if (plan.racesValues() && !exploration.ratios().isEmpty() && plan.values().size() > 1) {
            tables.add(table(poolRatiosTitle(), List.of("ratio", "disturbed"), settings.subList(1, settings.size()),
                    plan.clients(), (client, conditions) -> told(
                            curves.poolRatio(client, conditions, settings.getFirst()), client.with(conditions.pool()),
                            conditions)));
        }
        return tables;
    }

    private Table table(String title, List<String> headings, List<Conditions> settings, List<ClientId> clients,
            BiFunction<ClientId, Conditions, List<String>> entries) {
        // Where the load varies there is one setting, which no row has to name.
        Function<Stream<String>, List<String>> told = row -> row.skip(plan.axis() == Axis.LOAD ? 1 : 0).toList();
        return new Table(title, "", told.apply(Stream.concat(Stream.of(axis(), "client"), headings.stream())),
                settings.stream().flatMap(conditions -> clients.stream().map(client -> told.apply(Stream.concat(
                        Stream.of(x(plan.value(conditions)), client.toString()),
                        entries.apply(client, conditions).stream())))).toList());
    }

    /** Whether the closed loops took turns slice by slice, so that their ratios are told. */
    private boolean hasRatios() {
        return !exploration.ratios().isEmpty() && plan.clients().size() > 1;
    }

    /** What the ratios of sizes of pools are to. */
    public String poolRatiosTitle() {
        return "Throughput of closed loops, as a ratio to that of the same client with a pool of "
                + plan.allConditions().getFirst().pool();
    }

    /** A ratio at a setting, and how many rounds others disturbed of those that tell it. */
    private List<String> told(Optional<ConfidenceInterval> ratio, ClientId name, Conditions conditions) {
        List<RatioReading> readings = exploration.ratios().stream()
                .filter(reading -> reading.client().equals(name) && reading.conditions().equals(conditions)).toList();
        return List.of(ratio(ratio), readings.stream().mapToInt(RatioReading::disturbed).sum() + " of "
                + readings.stream().mapToInt(RatioReading::rounds).sum());
    }

    /** The readings of a position, each in this form, or {@value #NONE}. */
    public static List<String> readings(Curves.Position position,
            BiFunction<Quantity, ConfidenceInterval, String> form, Quantity... quantities) {
        return Stream.of(quantities).map(quantity -> Optional.ofNullable(position.readings().get(quantity))
                .map(estimate -> form.apply(quantity, estimate)).orElse(NONE)).toList();
    }

    /** What the load within a limit is, or that it was not found, or not searched to the end. */
    static String load(Curves.Carried carried) {
        return carried.load().map(load -> estimate(Quantity.ACHIEVED, load))
                .orElse(carried.searched() == 0 ? UNMEASURED : NOT_FOUND);
    }

    /** What the words of an exploration mean that did not measure enough; none where it is complete. */
    List<String> unbounded() {
        return facts.complete()
                ? List.of()
                : List.of(ONE_SET + ": an estimate from one set of fresh JVMs, which has no interval and tells no"
                        + " clients apart. " + UNMEASURED + ": the exploration ended before.");
    }

    /** What the words of the tables mean, one sentence each. */
    public List<String> words() {
        var words = new ArrayList<String>();
        if (plan.axis() == Axis.LOAD || plan.sla().isPresent()) {
            words.add(
                    "not carried: fewer than 99 % of what was offered ended well, or some of it was refused or failed.");
            words.add(
                    "nothing: the load was carried, with more than 30 % of the CPUs and of the connections to spare.");
            words.add(
                    "bounded by the generator: operations were handed over late, by 0.5 ms and a tenth of p99 or more;"
                            + " this tells nothing of the client.");
        }
        words.add(
                "client CPUs, server CPUs: they were busy (85 % or more), those of the server with the database and with what adds"
                        + " latency. waiting: neither were; operations wait for connections, locks, the network or each other.");
        if (!exploration.starts().isEmpty()) {
            words.add("server CPU: that of the database and the generator together, which share the server's CPUs.");
        }
        if (plan.sla().isPresent() || hasRatios()) {
            words.add("not told apart: the interval of the ratio holds 1.");
        }
        if (hasRatios()) {
            words.add(
                    "disturbed: rounds of one slice of each client in which others used much of the machine; a trimmed mean"
                            + " sets the outermost fifths aside.");
        }
        if (plan.sla().isPresent()) {
            words.add(NOT_FOUND + ": in a set no load kept to the limit, or all did.");
        }
        words.addAll(unbounded());
        return words;
    }
}
