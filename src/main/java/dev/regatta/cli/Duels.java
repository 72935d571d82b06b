package dev.regatta.cli;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.baseline.Baseline;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.race.Race;
import dev.regatta.report.Words;
import dev.regatta.results.MeasuredRun;
import dev.regatta.run.RaceSession;
import dev.regatta.workload.Dialect;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Races two arms. Databases stay up from one race to the next, until this is closed. */
interface Duels extends AutoCloseable {

    /**
     * Races both arms of {@code request} and judges each of its cells. What cannot be measured has a verdict that says
     * so.
     *
     * @throws RuntimeException with one sentence, when there is nothing to race: a recipe that cannot be resolved, a
     *                          database that does not start
     */
    Raced race(DuelRequest request);

    @Override
    void close();

    /** What was measured, and what the gate says of it. */
    record Raced(GateReport report, MeasuredRun results) {

        /**
         * Measures all races of a session, judges them and writes their page.
         *
         * @param budget   for all of them
         * @param rule     ends each
         * @param stored   the baselines, for the noise of clients
         * @param progress receives a line at a time for people
         */
        static Raced of(RaceSession session, Duration budget, Function<Race, StoppingRule> rule,
                Map<Dialect, Baseline> stored, Consumer<String> progress) {
            session.measureAll(up -> session.allow(budget), rule,
                    measured -> progress.accept(measured.cell() + ": " + session.judge(measured).word() + " after "
                            + Words.counted(measured.pairs().size(), "pair")));
            MeasuredRun results = session.complete();
            GateReport report = Gate.judge(results, stored);
            session.unwritten().ifPresent(progress);
            progress.accept(session.page(report, results));
            return new Raced(report, results);
        }
    }
}
