package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.report.RestoredLocale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The page of {@link HtmlReportTest}, apart from it because other tests must wait meanwhile. */
@ExtendWith(RestoredLocale.class)
@Isolated("changes the locale")
class HtmlReportLocalesTest {

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void theWordsAreTheSameEverywhere(String locale) throws Exception {
        Locale.setDefault(Locale.forLanguageTag(locale));
        try (var golden = getClass().getResourceAsStream("report.txt")) {
            assertThat(HtmlReportTest.words(
                    HtmlReportTest.parsed(HtmlReportTest.html(HtmlReportTest.results()))))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
