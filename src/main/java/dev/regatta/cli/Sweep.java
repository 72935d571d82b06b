package dev.regatta.cli;

import dev.regatta.explore.Axis;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Jdks;
import dev.regatta.settings.Settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code --sweep} varies instead of the load.
 *
 * @param name   {@code concurrency}, {@code pool}, {@code latency} or {@code jdk}
 * @param values as the user gives them
 */
record Sweep(String name, List<String> values) {

    private static final Pattern FORM = Pattern.compile("([a-z]+)=(.+)");
    private static final String JDK = "jdk";
    /** The options that would do nothing beside a sweep, with the reason. */
    private static final Map<String, Map<String, String>> UNUSED = Map.of(
            "concurrency", Map.of("--pool", "gives each operation in flight a connection", "--in-flight",
                    "says how many operations are in flight"),
            "pool", Map.of("--pool", "says how many connections there are"), "latency",
            Map.of("--latency", "says how far away the database is"));

    /** Checks the name and the values of a JDK. */
    Sweep {
        values = List.copyOf(values);
        if (!name.equals(JDK) && Arrays.stream(Axis.values()).noneMatch(one -> is(one, name))) {
            throw new IllegalArgumentException(
                    "--sweep " + name + " cannot be varied, expected concurrency, pool, latency or jdk");
        }
    }

    /**
     * Reads {@code axis=values}.
     *
     * @throws IllegalArgumentException saying what was expected
     */
    static Sweep of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "--sweep " + text + " is not of the form axis=values, like concurrency=1,4,16");
        }
        return new Sweep(form.group(1), List.of(form.group(2).split(",")));
    }

    private static boolean is(Axis axis, String name) {
        return axis != Axis.LOAD && axis.toString().equals(name);
    }

    /** What varies; the load where each client is measured on several JDKs. */
    Axis axis() {
        return Arrays.stream(Axis.values()).filter(axis -> is(axis, name)).findFirst().orElse(Axis.LOAD);
    }

    /** The values of the axis, ascending; none where the JDK varies. */
    List<Double> numbers() {
        return name.equals(JDK)
                ? List.of()
                : values.stream().map(value -> axis() == Axis.LATENCY ? (double) micros(value) : (double) number(value))
                        .sorted().distinct().toList();
    }

    /** The clients, each on every JDK where that varies. */
    List<ClientId> of(List<ClientId> clients) {
        if (!name.equals(JDK)) {
            return clients;
        }
        clients.stream().filter(client -> client.jdk().isPresent()).findFirst().ifPresent(client -> {
            throw new IllegalArgumentException("--sweep jdk names the JDKs of all clients: leave out @"
                    + client.jdk().get() + " in --client " + client);
        });
        List<ClientId> each = new ArrayList<>();
        for (String release : values) {
            if (!release.matches("\\d{1,2}") || Integer.parseInt(release) < Jdks.OLDEST) {
                throw new IllegalArgumentException(
                        "--sweep jdk: '" + release + "' is no feature release from " + Jdks.OLDEST + " on");
            }
            clients.forEach(client -> each.add(client.on(Integer.parseInt(release))));
        }
        return each;
    }

    /** Why one of these options does nothing beside this; empty where all do something. */
    Optional<String> conflict(Collection<String> options) {
        return UNUSED.getOrDefault(name, Map.of()).entrySet().stream().filter(one -> options.contains(one.getKey()))
                .map(one -> "--sweep " + name + " " + one.getValue() + ": leave out " + one.getKey()).sorted()
                .findFirst();
    }

    private int number(String text) {
        if (!text.matches("[1-9]\\d{0,3}")) {
            throw new IllegalArgumentException(
                    "--sweep " + name + ": '" + text + "' is not a whole number from 1 to 9999");
        }
        return Integer.parseInt(text);
    }

    /** A latency to be swept, in microseconds. */
    private static long micros(String text) {
        return text.equals("0")
                ? 0
                : Settings.latency(text).orElseThrow(() -> new IllegalArgumentException(
                        "--sweep latency: '" + text + "' is not " + Settings.LATENCIES)).toNanos() / 1000;
    }
}
