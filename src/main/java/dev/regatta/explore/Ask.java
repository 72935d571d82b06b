package dev.regatta.explore;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.regatta.settings.Settings;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A load that somebody has.
 *
 * @param rate    operations per second
 * @param queries queries of an operation, one after another
 * @param rtt     microseconds of a round trip to the database, added to those of this machine; 0 for none
 * @param sla     the limit of latency
 * @param cores   CPUs of the client; empty for those that it has here
 */
public record Ask(double rate, int queries, long rtt, Sla sla, OptionalInt cores) {

    private static final Set<String> KEYS = Set.of("rate", "queries", "rtt", "sla", "cores");
    private static final String EXAMPLE = "rate=2000/s,queries=5,rtt=1ms,sla=p99:20ms,cores=1";
    private static final int MOST_QUERIES = 100;

    /** Checks the numbers. */
    public Ask {
        Objects.requireNonNull(sla);
        if (!(rate > 0) || queries < 1 || queries > MOST_QUERIES || rtt < 0 || cores.orElse(1) < 1) {
            throw new IllegalArgumentException("rate and cores are above 0, queries from 1 to " + MOST_QUERIES
                    + ", as in " + EXAMPLE);
        }
    }

    /**
     * Reads {@value #EXAMPLE}; {@code rate} and {@code sla} must be there.
     *
     * @throws IllegalArgumentException saying what was expected
     */
    @JsonCreator
    public static Ask of(String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.split(",")) {
            int equals = part.indexOf('=');
            if (equals < 0 || !KEYS.contains(part.substring(0, equals))
                    || parts.put(part.substring(0, equals), part.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("'" + part + "' in '" + text + "' is not understood, expected"
                        + " something like " + EXAMPLE);
            }
        }
        if (!parts.containsKey("rate") || !parts.containsKey("sla")) {
            throw new IllegalArgumentException("'" + text + "' lacks a rate or an sla, expected something like "
                    + EXAMPLE);
        }
        long rtt = Optional.ofNullable(parts.get("rtt")).filter(given -> !given.equals("0"))
                .map(given -> Settings.latency(given).orElseThrow(
                        () -> new IllegalArgumentException("rtt=" + given + " is not " + Settings.LATENCIES)))
                .map(duration -> duration.toNanos() / 1000).orElse(0L);
        return new Ask(number("rate", parts.get("rate").replaceFirst("/s$", "")),
                whole("queries", parts.getOrDefault("queries", "1")), rtt, Sla.of(parts.get("sla")),
                parts.containsKey("cores")
                        ? OptionalInt.of(whole("cores", parts.get("cores")))
                        : OptionalInt.empty());
    }

    private static double number(String name, String text) {
        if (!text.matches("\\d{1,9}(\\.\\d{1,3})?")) {
            throw new IllegalArgumentException(name + "=" + text + " is no number, expected something like " + EXAMPLE);
        }
        return Double.parseDouble(text);
    }

    private static int whole(String name, String text) {
        double number = number(name, text);
        if (number != Math.rint(number)) {
            throw new IllegalArgumentException(name + "=" + text + " is no whole number, expected something like "
                    + EXAMPLE);
        }
        return (int) number;
    }

    /** What an operation waits for round trips at least. */
    public Duration roundTrips() {
        return Duration.of(queries * rtt, ChronoUnit.MICROS);
    }

    /** Whether some load could be within the limit: its round trips alone do not take as long. */
    public boolean possible() {
        return roundTrips().compareTo(sla.limit()) < 0;
    }

    /** The workload with as many queries. */
    public String workload() {
        return queries == 1 ? "point-select" : "point-select-" + queries;
    }

    /** Whether {@code plan} measures what this asks for. CPUs of a service are calculated, and part of no plan. */
    public boolean isOf(Plan plan) {
        return plan.workload().equals(workload()) && plan.values().equals(List.of(rate))
                && plan.conditions().latencyMicros() == rtt
                && plan.sla().equals(Optional.of(sla).filter(limit -> possible()));
    }

    /** In the form that is read. */
    @JsonValue
    @Override
    public String toString() {
        return "rate=" + BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString() + "/s,queries=" + queries
                + (rtt == 0 ? "" : ",rtt=" + rtt + "us") + ",sla=" + sla.toString().replace('=', ':')
                + (cores.isPresent() ? ",cores=" + cores.getAsInt() : "");
    }
}
