package dev.regatta.report.html;

import dev.regatta.gate.CountReading;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Slice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What was counted of a cell's operations, as text. */
final class Counted {

    private Counted() {
    }

    /** What a row of the table has room for: round trips, exact counts that changed, and pinned parks; may be empty. */
    static List<String> inShort(JudgedCell cell) {
        var lines = new ArrayList<String>();
        cell.verdict().counts().values().stream()
                .filter(reading -> reading.counter() == Counter.ROUND_TRIPS || reading.increased()
                        || reading.decreased())
                .map(reading -> number(reading, arrow(cell)) + " " + reading.counter().words()).forEach(lines::add);
        cell.measurement().flatMap(measurement -> pinnedParks(measurement, Arm.CANDIDATE)
                .map(now -> pinnedParks(measurement, Arm.BASELINE).filter(was -> !was.equals(now))
                        .map(was -> was + arrow(cell) + now).orElse(now)))
                .ifPresent(parks -> lines.add(parks + " pinned parks"));
        return lines;
    }

    /** Between the baseline's number and the candidate's: of two clients none became the other. */
    private static String arrow(JudgedCell cell) {
        return cell.verdict().rival().isPresent() ? " against " : " → ";
    }

    private static String number(CountReading reading, String arrow) {
        String now = reading.counter().number(reading.now().perOperation());
        return reading.before().map(reading.counter()::number).filter(was -> !was.equals(now))
                .map(was -> was + arrow + now).orElse(now);
    }

    /** A row for each part of a count that has parts, of the baseline arm and of the candidate. */
    static Stream<List<String>> parts(JudgedCell cell, CountReading reading) {
        SortedMap<String, Integer> before = cell.measurement()
                .flatMap(measurement -> measurement.untimed().counts(Arm.BASELINE))
                .flatMap(counts -> counts.of(reading.counter())).map(Count::parts).orElse(new TreeMap<>());
        SortedMap<String, Integer> now = reading.now().parts();
        return Stream.concat(before.keySet().stream(), now.keySet().stream()).distinct().sorted()
                .map(name -> List.of("– " + name, part(before, name), part(now, name), ""));
    }

    private static String part(SortedMap<String, Integer> parts, String name) {
        return Optional.ofNullable(parts.get(name)).map(Object::toString).orElse(parts.isEmpty() ? "-" : "0");
    }

    /** Pinned parks of an arm per operation; empty where nobody could count. */
    static Optional<String> pinnedParks(CellMeasurement measurement, Arm arm) {
        return measurement.untimed().pinning(arm).flatMap(Pinning::pins).map(Pins::perOperation)
                .map(parks -> parks == 0 ? "0" : String.format(Locale.ROOT, parks < 0.01 ? "%.4f" : "%.2f", parks));
    }

    /** How often a thread of an arm was put on a CPU, per operation; empty where a slice did not count. */
    static Optional<String> contextSwitches(List<Pair> pairs, Arm arm) {
        var slices = pairs.stream().map(pair -> pair.of(arm)).map(ArmSlice::slice).toList();
        long operations = slices.stream().mapToLong(Slice::allOperations).sum();
        if (operations == 0 || slices.stream().anyMatch(slice -> slice.resources().isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(Label.of((double) slices.stream()
                .mapToLong(slice -> slice.resources().orElseThrow().contextSwitches()).sum() / operations));
    }
}
