package dev.regatta.explore;

import dev.regatta.protocol.Json;
import dev.regatta.results.RecordFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/** The file of an exploration. A point is in it as soon as it is measured. The last line of facts counts. */
public final class ExplorationFile {

    private final RecordFile records;

    private record FactsLine(Facts exploration) {}

    private record PointLine(Point point) {}

    private record RatioLine(RatioReading ratio) {}

    private record FootprintLine(FootprintReading reading) {}

    private record StartLine(StartReading start) {}

    private ExplorationFile(RecordFile records) {
        this.records = records;
    }

    /**
     * Begins the file of an exploration that has measured nothing yet, in the place of an earlier one.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static ExplorationFile begin(Path file, Facts facts) {
        return new ExplorationFile(
                RecordFile.begin(file, "name another file with --file <file>", new FactsLine(facts)));
    }

    /** Goes on with one that was begun before. */
    public static ExplorationFile resume(Path file) {
        return new ExplorationFile(RecordFile.resume(file, "name a copy of it with --file <file>"));
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

    void append(StartReading reading) {
        records.append(new StartLine(reading));
    }

    void append(RatioReading reading) {
        records.append(new RatioLine(reading));
    }

    /**
     * Reads one back. What an interrupted one was about to write is left out.
     *
     * @throws IllegalArgumentException naming the file and the line, when it is missing or not what it must be
     */
    public static Exploration read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "there is no exploration at " + file + ": leave out --resume to begin one there");
        }
        var facts = new ArrayList<Facts>();
        var points = new ArrayList<Point>();
        var footprints = new ArrayList<FootprintReading>();
        var ratios = new ArrayList<RatioReading>();
        var starts = new ArrayList<StartReading>();
        try {
            RecordFile.read(Files.newInputStream(file), file.toString(), (record, what) -> {
                if (record.startsWith("{\"point\"")) {
                    points.add(Json.read(record, PointLine.class, what).point());
                } else if (record.startsWith("{\"reading\"")) {
                    footprints.add(Json.read(record, FootprintLine.class, what).reading());
                } else if (record.startsWith("{\"ratio\"")) {
                    ratios.add(Json.read(record, RatioLine.class, what).ratio());
                } else if (record.startsWith("{\"start\"")) {
                    starts.add(Json.read(record, StartLine.class, what).start());
                } else {
                    facts.add(Json.read(record, FactsLine.class, what).exploration());
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
        if (facts.isEmpty()) {
            throw new IllegalArgumentException(file + " does not say what exploration it is of: measure again");
        }
        return new Exploration(facts.getLast(), points, footprints, ratios, starts);
    }
}
