package dev.regatta.report;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The summary of {@link JobSummaryTest}, apart from it because other tests must wait meanwhile. */
@Isolated("changes the locale")
class JobSummaryLocalesTest {

    @Test
    void theTextIsTheSameEverywhere() throws Exception {
        var results = JobSummaryTest.results();
        Golden.everywhere(getClass(), "summary.md",
                () -> new JobSummary(results).text(JobSummaryTest.report(results), JobSummary.MOST_BYTES));
    }
}
