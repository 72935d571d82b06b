package dev.regatta.report;

import dev.regatta.explore.Exploration;
import dev.regatta.explore.Point;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The points of an exploration as a table of RFC 4180: one line for each; a number that was not read is an empty field.
 */
public final class ExplorationCsv {

    private static final List<String> COLUMNS = List.of("client", "workload", "kind", "set", "turn", "pool",
            "in_flight", "added_latency_micros", "rate", "offered", "achieved", "refused", "most_in_flight",
            "late_p99_micros", "operations", "p50_micros", "p90_micros", "p95_micros", "p99_micros", "p99_9_micros",
            "max_micros", "client_cpu_micros", "server_cpu_micros", "client_cpu_share", "server_cpu_share",
            "allocated_bytes", "errors", "disturbed");

    private ExplorationCsv() {
    }

    /** The whole table. */
    public static String of(Exploration exploration) {
        String workload = exploration.facts().plan().workload();
        return CsvExport.line(COLUMNS) + exploration.points().stream()
                .map(point -> CsvExport.line(fields(workload, point))).collect(Collectors.joining());
    }

    private static List<String> fields(String workload, Point point) {
        return List.of(point.id().client().toString(), workload, point.id().kind().name().toLowerCase(Locale.ROOT),
                Integer.toString(point.id().set()), Integer.toString(point.id().turn()),
                Integer.toString(point.id().conditions().pool()), Integer.toString(point.id().conditions().inFlight()),
                Long.toString(point.id().conditions().latencyMicros()), number(point.rate()), number(point.offered()),
                number(point.achieved()), Long.toString(point.refused()), Integer.toString(point.mostInFlight()),
                micros(point.lateP99Nanos()), Long.toString(point.latencies().count()),
                micros(point.latencies().p50()), micros(point.latencies().p90()), micros(point.latencies().p95()),
                micros(point.latencies().p99()), micros(point.latencies().p999()), micros(point.latencies().max()),
                micros(point.clientNanos()),
                point.serverNanos().isPresent() ? micros(point.serverNanos().getAsDouble()) : "",
                share(point.clientShare()), share(point.serverShare()), share(point.allocated()),
                Integer.toString(point.errors()), Boolean.toString(point.disturbed()));
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1000);
    }

    private static String share(OptionalDouble share) {
        return share.isPresent() ? number(share.getAsDouble()) : "";
    }
}
