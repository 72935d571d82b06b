package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The summary of {@link JobSummaryTest}, apart from it because other tests must wait meanwhile. */
@ExtendWith(RestoredLocale.class)
@Isolated("changes the locale")
class JobSummaryLocalesTest {

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void theTextIsTheSameEverywhere(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));
        var results = JobSummaryTest.results();
        try (var golden = getClass().getResourceAsStream("summary.md")) {
            assertThat(new JobSummary(results).text(JobSummaryTest.report(results), JobSummary.MOST_BYTES))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
