package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What must be the same after a fault as before it. Counts over all classes of a JVM, so that the last count that is
 * printed is that of the whole matrix.
 */
final class Aftermath {

    private static int tried;
    private static int recovered;
    private static int lost;
    private static int left;

    private final Path baselines;
    private final Map<Path, String> before;

    private Aftermath(Path baselines) throws IOException {
        this.baselines = baselines;
        this.before = contents();
    }

    /** Notes what the baselines in this folder hold, before something is made to fail. */
    static Aftermath of(Path baselines) throws IOException {
        tried++;
        return new Aftermath(baselines);
    }

    /** Counts a run that passed although something failed, or was killed and followed by one that decided. */
    static void recovered() {
        recovered++;
    }

    /** No process and no folder of this run is left, and the baselines are what they were. */
    void isClean(Victim victim) throws IOException, InterruptedException {
        List<String> processes = victim.processesLeft();
        List<Path> folders = victim.foldersLeft();
        left += processes.size() + folders.size();
        Map<Path, String> after = contents();
        lost += after.equals(before) ? 0 : 1;
        assertThat(processes).as("processes left behind").isEmpty();
        assertThat(folders).as("folders left behind").isEmpty();
        assertThat(after).isEqualTo(before);
    }

    /** How many runs were tried so far, nearly all with a fault, and what became of them. */
    static String count() {
        return "runs so far: %d tried, %d recovered, %d lost a baseline, %d processes and folders left behind"
                .formatted(tried, recovered, lost, left);
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
