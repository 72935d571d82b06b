package dev.regatta.explore;

import dev.regatta.protocol.Json;
import dev.regatta.results.RecordFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The file of an exploration. Every point is in it as soon as it was measured; of the facts the last line counts. */
public final class ExplorationFile {

    private final RecordFile records;

    private record FactsLine(Facts exploration) {}

    private record PointLine(Point point) {}

    private record FootprintLine(FootprintReading reading) {}

    private ExplorationFile(RecordFile records) {
        this.records = records;
    }

    /**
     * Begins the file of an exploration that has measured nothing yet, in the place of an earlier one.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static ExplorationFile begin(Path file, Facts facts) {
        return new ExplorationFile(RecordFile.begin(file, new FactsLine(facts)));
    }

    /** Goes on with one that was begun before. */
    public static ExplorationFile resume(Path file) {
        return new ExplorationFile(RecordFile.resume(file));
    }

    void append(Facts facts) {
        records.append(new FactsLine(facts));
    }

    void append(Point point) {
        records.append(new PointLine(point));
    }

    void append(FootprintReading reading) {
        records.append(new FootprintLine(reading));
    }

    /**
     * Reads one back. What an interrupted one was about to write is left out.
     *
     * @throws IllegalArgumentException naming the file and the line, when it is missing or not what it must be
     */
    public static Exploration read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "there is no exploration at " + file + ": measure one with `./regatta explore`");
        }
        try {
            return read(Files.readString(file).lines().toList(), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /** Reads its lines; {@code name} is for the error. */
    static Exploration read(List<String> lines, String name) {
        Optional<Facts> facts = Optional.empty();
        var points = new ArrayList<Point>();
        var footprints = new ArrayList<FootprintReading>();
        for (int i = 1; i < lines.size() && !lines.get(i).equals("]"); i++) {
            String record = lines.get(i).startsWith(",") ? lines.get(i).substring(1) : lines.get(i);
            String what = name + " record " + i;
            try {
                if (record.startsWith("{\"point\"")) {
                    points.add(Json.read(record, PointLine.class, what).point());
                } else if (record.startsWith("{\"reading\"")) {
                    footprints.add(Json.read(record, FootprintLine.class, what).reading());
                } else {
                    facts = Optional.of(Json.read(record, FactsLine.class, what).exploration());
                }
            } catch (IllegalArgumentException e) {
                if (i < lines.size() - 1) {
                    throw e;
                }
            }
        }
        return new Exploration(facts.orElseThrow(() -> new IllegalArgumentException(
                name + " does not say what exploration it is of: measure again")), points, footprints);
    }
}
