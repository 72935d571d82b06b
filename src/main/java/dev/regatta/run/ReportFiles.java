package dev.regatta.run;

import dev.regatta.baseline.Baseline;
import dev.regatta.database.Databases;
import dev.regatta.gate.GateReport;
import dev.regatta.host.AtomicFile;
import dev.regatta.protocol.Secrets;
import dev.regatta.report.VerdictsJson;
import dev.regatta.report.html.HtmlReport;
import dev.regatta.results.MeasuredRun;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The reports of a run as files. */
public final class ReportFiles {

    /** The page in a folder of results. */
    public static final String HTML = "report.html";

    private ReportFiles() {
    }

    /**
     * Writes the page.
     *
     * @param raw the files {@code results} was read from
     */
    public static void html(Path file, GateReport report, MeasuredRun results, Map<Dialect, Baseline> baselines,
            List<Path> raw) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        String page = new HtmlReport(results, baselines,
                raw.stream().map(data -> folder.relativize(data.toAbsolutePath().normalize()).toString()
                        .replace('\\', '/')).toList(),
                standard()).page(report);
        AtomicFile.write(file, page);
    }

    /** What the settings are where they are not given, as far as a page tells them. */
    private static Map<String, String> standard() {
        return Map.of("regatta.jvm.options", String.join(" ", new Settings(new Properties()).jvmOptions()),
                Databases.CONNECTIONS_PROPERTY, Integer.toString(Databases.CONNECTIONS),
                // What pom.xml sets in every run of the suite.
                "regatta.manifest", "baselines");
    }

    /** Writes the verdicts as JSON, without the passwords that were set. */
    public static void verdicts(Path file, GateReport report) {
        AtomicFile.write(file, Secrets.TELLING.hidden(VerdictsJson.of(report)));
    }

    /** Removes the page and the summary of an earlier run, which would speak of another one's results. */
    static void clear(Path folder) {
        for (String name : List.of(HTML, JobOutput.SUMMARY)) {
            clearFile(folder.resolve(name));
        }
    }

    /**
     * Removes a file of an earlier run, if there is one: likewise.
     *
     * @throws IllegalArgumentException if it is a folder
     */
    public static void clearFile(Path file) {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder: name a file in it");
        }
        if (AtomicFile.isStream(file)) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " is of an earlier run and cannot be removed", e);
        }
    }
}
