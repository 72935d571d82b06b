package dev.regatta.report.html;

import dev.regatta.report.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The page of {@link HtmlReportTest}, apart from it because other tests must wait meanwhile. */
@Isolated("changes the locale")
class HtmlReportLocalesTest {

    @Test
    void theWordsAreTheSameEverywhere() throws Exception {
        Golden.everywhere(getClass(), "report.txt",
                () -> HtmlReportTest.words(HtmlReportTest.parsed(HtmlReportTest.html(HtmlReportTest.results()))));
    }
}
