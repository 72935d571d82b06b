package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.ConfidenceInterval;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

class ChartTest {

    /** With a single load all marks stand on the right, and their intervals were drawn through the words. */
    @Test
    void theWordsOfALevelStandWhereThereAreNoMarks() {
        assertThat(drawn(2000)).contains("class=\"start\" x=\"66\"").doesNotContain("class=\"end\" x=\"642\"");
        assertThat(drawn(1000, 2000)).contains("class=\"end\" x=\"642\"").doesNotContain("class=\"start\"");
    }

    @Test
    void aThinLineOfOnePlaceIsSeen() {
        assertThat(drawn(2000)).contains("class=\"thin\" d=\"M").contains("m-5 0h10");
        assertThat(drawn(1000, 2000)).doesNotContain("m-5 0h10");
    }

    private static String drawn(double... loads) {
        List<Chart.Mark> marks = DoubleStream.of(loads).mapToObj(
                load -> new Chart.Mark(load, new ConfidenceInterval(5, 4, 6, 3), false, "5 ms")).toList();
        Markup page = Markup.fragment();
        new Chart(new Chart.Ruler("offered", Chart.Spacing.EVEN, Label::of),
                new Chart.Ruler("p99", Chart.Spacing.LOGARITHMIC, Label::of),
                List.of(new Chart.Line("p50", 0, marks, true), new Chart.Line("client", 0, marks, false)),
                Optional.of(new Chart.Level(20, "limit", "limit")), false).draw(page);
        return page.toString();
    }
}
