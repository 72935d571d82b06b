package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Json;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class DiagnosisTest {

    private static final Finding LONG = Finding.remark("placement",
            "none: client and server take time from each other, "
                    + "which is told here in more words than a line has room for",
            "Placing them needs Linux, two CPUs or more and taskset (package util-linux): without it most cells stay "
                    + "Inconclusive.");

    private static final Diagnosis DIAGNOSIS = Diagnosis.of(
            List.of(Finding.good("CPUs", "2 of Test CPU 9000"), LONG, Finding.unknown("governor", "there is no /sys")),
            new Probe(Optional.of(Finding.good("A/A race", "unchanged")),
                    "smallest detectable change in 60 s here: throughput 5.0 %",
                    new TreeMap<>(Map.of(Metric.THROUGHPUT, 0.05))));

    @Test
    void theTableTheSentenceAndTheAdvice() {
        assertThat(DIAGNOSIS.text()).isEqualTo("""
                  good     CPUs       2 of Test CPU 9000
                  remark   placement  none: client and server take time from each other, which is told here in more
                                      words than a line has room for
                  unknown  governor   unknown: there is no /sys
                  good     A/A race   unchanged

                smallest detectable change in 60 s here: throughput 5.0 %
                nothing found here keeps a race from being judged

                ADVICE
                  placement  Placing them needs Linux, two CPUs or more and taskset (package util-linux): without it
                             most cells stay Inconclusive.
                """);
    }

    @Test
    void noLineIsLongerThanAHundredColumnsWhateverItHolds() {
        Diagnosis wide = new Diagnosis(List.of(Finding.good("JDKs", "25 in /" + "x".repeat(300) + " and more"), LONG),
                "y".repeat(150), new TreeMap<>());
        assertThat(wide.text().lines()).allMatch(line -> line.length() <= 100);
        assertThat(wide.text().replaceAll("\\s", "")).contains("x".repeat(300) + "andmore").contains("y".repeat(150));
    }

    @Test
    void whatIsBadMeansThatNoRaceCanBeJudged() {
        Diagnosis bad = new Diagnosis(List.of(RunTimes.of(List.of())), "none", new TreeMap<>());
        assertThat(bad.canJudge()).isFalse();
        assertThat(bad.text()).contains("NO RACE CAN BE JUDGED HERE").contains("Install a JDK 21");
        assertThat(DIAGNOSIS.canJudge()).isTrue();
    }

    @Test
    void withoutAdviceThereIsNoHeading() {
        assertThat(new Diagnosis(List.of(Finding.good("CPUs", "2")), "none", new TreeMap<>()).text())
                .doesNotContain("ADVICE");
    }

    @Test
    void theJsonHoldsTheSame() {
        assertThat(Json.pretty(DIAGNOSIS)).startsWith("""
                {
                  "findings" : [
                    {
                      "name" : "CPUs",
                      "found" : "2 of Test CPU 9000",
                      "grade" : "good",
                      "advice" : ""
                    },
                """).endsWith("""
                  "probe" : "smallest detectable change in 60 s here: throughput 5.0 %",
                  "smallestChanges" : {
                    "throughput" : 0.05
                  },
                  "canJudge" : true
                }
                """);
    }

    @Test
    void remarksHaveAdviceAndGoodNewsHasNone() {
        assertThatThrownBy(() -> new Finding("CPUs", "1", Grade.REMARK, "")).hasMessageContaining("have advice");
        assertThatThrownBy(() -> new Finding("CPUs", "2", Grade.GOOD, "buy more")).hasMessageContaining("CPUs");
        assertThatThrownBy(() -> Finding.good("CPUs", " ")).hasMessageContaining("needs a name and words");
    }
}
