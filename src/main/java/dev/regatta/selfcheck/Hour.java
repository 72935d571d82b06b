package dev.regatta.selfcheck;

import dev.regatta.results.ResultsFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The recordings that are part of Regatta, by what the machine was like. */
public enum Hour {
    /**
     * Every cell of the default suite but those of {@code pool-growth} raced against itself, with nothing else on the
     * machine but a few builds in the first five minutes.
     */
    QUIET("a quiet hour", "quiet.jsonl.gz", 12, 0.95),
    /**
     * The same cells while Maven built a copy of this project on the same two CPUs, rested for a minute, and built again.
     */
    NOISY("a noisy hour", "noisy.jsonl.gz", 17, 0.90);

    private final String words;
    private final String file;
    private final double mostMinutes;
    private final double leastPower;

    Hour(String words, String file, double mostMinutes, double leastPower) {
        this.words = words;
        this.file = file;
        this.mostMinutes = mostMinutes;
        this.leastPower = leastPower;
    }

    /** In a heading: {@code a quiet hour}. */
    public String words() {
        return words;
    }

    /** How many minutes 30 unchanged duels may take. */
    public double mostMinutes() {
        return mostMinutes;
    }

    /** The share of the losses at the limits that must be caught. */
    public double leastPower() {
        return leastPower;
    }

    /** The recording. */
    public Recording recording() {
        try (var stream = Hour.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException(file + " is missing from the class path: build Regatta again");
            }
            return new Recording(List.of(ResultsFile.read(stream, file)));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
