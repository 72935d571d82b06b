package dev.regatta.cli;

import dev.regatta.host.AtomicFile;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.Secrets;
import dev.regatta.report.VerdictsJson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The verdicts of one report as JSON: the same report gives the same bytes. */
final class VerdictsFile {

    private VerdictsFile() {
    }

    static void write(Path file, GateReport report) {
        try {
            AtomicFile.write(file, Secrets.TELLING.hidden(VerdictsJson.of(report)));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }
}
