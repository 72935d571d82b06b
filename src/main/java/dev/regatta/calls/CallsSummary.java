package dev.regatta.calls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the counted tests of this JVM said, as Markdown for the page of a workflow's job. It is appended to its file when
 * the JVM ends, which every release of JUnit and every build tool lets it do.
 */
final class CallsSummary {

    private static final Map<Path, CallsSummary> OPEN = new ConcurrentHashMap<>();

    private final List<String> failures = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private int passed;

    /** The one of this JVM that ends in {@code file}. */
    static CallsSummary in(Path file) {
        return OPEN.computeIfAbsent(file, any -> {
            var summary = new CallsSummary();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> summary.append(file), "regatta-summary"));
            return summary;
        });
    }

    /** A test passed, and may say something all the same. */
    synchronized void passed(Optional<String> sentence) {
        passed++;
        sentence.ifPresent(notices::add);
    }

    /** A test failed, and says why. */
    synchronized void failed(String sentence) {
        failures.add(sentence);
    }

    /** The Markdown. Sentences hold statements, whose text must not become markup: each line is one of code. */
    synchronized String text() {
        var lines = new ArrayList<String>();
        lines.add("### Database calls");
        lines.add("");
        lines.add(failures.size() + " of " + (failures.size() + passed) + " counted tests failed.");
        lines.add("");
        List.of(failures, notices).forEach(
                sentences -> sentences.forEach(sentence -> sentence.lines().map("    "::concat).forEach(lines::add)));
        lines.add("");
        return String.join("\n", lines) + "\n";
    }

    /** Appends it to {@code file}; a summary that cannot be written fails no test. */
    void append(Path file) {
        try {
            Files.writeString(file, text(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println("regatta: the summary " + file + " cannot be written (" + e + ")");
        }
    }
}
