package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What must be the same after a run as before it, whatever happened to it; counts the runs that were looked at. */
final class Aftermath {

    private static int tried;
    private static int clean;

    private final Path baselines;
    private final Map<Path, String> before;

    private Aftermath(Path baselines) throws IOException {
        this.baselines = baselines;
        this.before = contents();
    }

    /** Notes what the baselines in this folder hold. */
    static Aftermath of(Path baselines) throws IOException {
        return new Aftermath(baselines);
    }

    /** No process and no folder of this run is left, and the baselines are what they were. */
    void isClean(Victim victim) throws IOException, InterruptedException {
        tried++;
        assertThat(victim.processesLeft()).as("processes left behind").isEmpty();
        assertThat(victim.foldersLeft()).as("folders left behind").isEmpty();
        assertThat(contents()).isEqualTo(before);
        clean++;
    }

    /** How many runs were looked at so far, and how many of them left nothing. */
    static String count() {
        return "%d runs looked at, %d lost a baseline or left something behind".formatted(tried, tried - clean);
    }

    private Map<Path, String> contents() throws IOException {
        var contents = new TreeMap<Path, String>();
        try (Stream<Path> files = Files.list(baselines)) {
            for (Path file : files.toList()) {
                contents.put(file, Files.readString(file));
            }
        }
        assertThat(contents).isNotEmpty();
        return contents;
    }
}
