package dev.regatta.gate;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.PinnedStack;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Results whose texts are somebody else's. */
public final class Outside {

    /**
     * What means something to a browser, a shell, a terminal, GitHub's Markdown or its runner; the script leaves a
     * mark.
     */
    public static final String HOSTILE = "</title></style><script>document.documentElement.dataset.ran=1</script>"
            + "<img src=x onerror=\"document.documentElement.dataset.ran=1\"> & ]]> '\"|`touch ran`$(touch ran);touch ran #"
            + " !x \\ ~ =ls %0A::error::a ##[error]b \u001b[31m\u009b1m \u202e\r\n::error::c\n| d |\n\u0000";

    private Outside() {
    }

    /**
     * A run in which every text that comes from outside holds {@code text}: one cell regressed, one failed, one is
     * missing.
     */
    public static MeasuredRun results(String text) {
        return results(text, text.replace("/", ""));
    }

    /** The same with another {@code name}, without a slash, for workloads and a version. */
    public static MeasuredRun results(String text, String name) {
        var lost = SimulatedCell.duel(2).cell(cell("virtual", name)).with(Arm.CANDIDATE, 0.1, 12, 6).after(256);
        var driver = new Artifact("org.postgresql:postgresql:" + name.replace(':', '.'), "0".repeat(64));
        var options = new TreeMap<>(Map.of("option" + text, text));
        var stack = new PinnedStack(1, text, List.of("org.postgresql.Driver" + text));
        var pins = new Pins(100, 100, 0, List.of(stack), List.of(stack));
        var counts = new Counts(Arm.CANDIDATE, new TreeMap<>(Map.of(Counter.STATEMENTS, new Count(10, 10))),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, text)));
        var measured = new CellMeasurement(lost.cell(),
                new Setup(new Recipe("pgjdbc+hikari", List.of(driver), options),
                        lost.baseline().map(before -> new Recipe("pgjdbc+hikari", before.artifacts(), options)), 4,
                        new TreeMap<>()),
                new Timed(100, List.of(start(Arm.BASELINE, text), start(Arm.CANDIDATE, text)), lost.pairs(), List.of(),
                        Optional.empty(), false),
                new Untimed(List.of(Pinning.of(Arm.CANDIDATE, pins), Pinning.absent(Arm.BASELINE, text)),
                        List.of(counts), List.of()));
        var failed = Measured.failed(SimulatedCell.duel(1).cell(cell("platform", name)).after(12), text);
        return new MeasuredRun(new RunFacts(RunFacts.SCHEMA, text, text, text, 42, true,
                List.of(measured.cell(), failed.cell(), cell("virtual", "never-" + name)),
                new TreeMap<>(Map.of(Dialect.POSTGRESQL, Books.HERE.with(Map.of("fact" + text, text,
                        Fingerprint.DATABASE_VERSION, text)))),
                new TreeMap<>(Map.of(Dialect.POSTGRESQL, Collections.unmodifiableSortedMap(
                        new TreeMap<>(Map.of(text, text)))))),
                List.of(measured, failed));
    }

    /** A workload of the user's own. */
    private static CellId cell(String threading, String workload) {
        return CellId.of("postgresql/pgjdbc+hikari/" + threading + "/" + workload);
    }

    private static ForkStart start(Arm arm, String text) {
        return new ForkStart(arm, 1, 1, text, text, List.of(text), 40, false);
    }
}
