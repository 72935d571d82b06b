package dev.regatta.report.html;

import static dev.regatta.report.html.HtmlReportTest.all;
import static dev.regatta.report.html.HtmlReportTest.parsed;
import static dev.regatta.report.html.HtmlReportTest.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.regatta.report.ExplorationWords;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.gate.Outside;
import dev.regatta.report.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

import java.util.HashSet;
import java.util.List;

@Isolated
class ExplorationPageTest {

    private static final Exploration LOAD = SimulatedExploration.overLoad();

    @Test
    void theWordsAreTheSameEverywhere() throws Exception {
        Golden.everywhere(getClass(), "exploration.txt", () -> words(page(LOAD)));
    }

    @Test
    void thePageNeedsNothingElse() throws Exception {
        String page = ExplorationPage.page(LOAD, ExplorationWords.RESUME);
        assertThat(page).startsWith("<!DOCTYPE html><html").contains("default-src 'none'").doesNotContain("@import")
                .doesNotContain("url(").contains(Head.style("plot.css"), Head.style("report.css"));
        assertThat(all(parsed(page), "//script | //link | //img | //iframe | //object | //@src | //@style")).isEmpty();
        assertThat(all(parsed(page), "//@href").stream().map(Node::getNodeValue)).containsExactly("#curves");
        assertThat(all(parsed(page), "//*[@id='curves']")).hasSize(1);
    }

    @Test
    void aLoadIsDrawnAsLatencyAsWhatIsAchievedAndAsCpuTime() throws Exception {
        assertThat(drawn(page(LOAD))).containsExactly("p99 latency over offered: operations per second",
                "achieved: operations per second over offered: operations per second",
                "client CPU per operation over offered: operations per second",
                "ratio to pgjdbc+hikari/platform within the limit; the numbers are in the table above");
        assertThat(drawn(page(SimulatedExploration.withoutLimit()))).hasSize(3);
    }

    @Test
    void theLoadsWithinTheLimitAreDrawnAsRatios() throws Exception {
        String rows = "(//*[contains(@class, 'chart')])[4]";
        assertThat(all(page(LOAD), rows + "/*[@class]/*[local-name()='title']").stream().map(Node::getTextContent))
                .satisfiesExactly(
                        virtual -> assertThat(virtual).startsWith("pgjdbc+hikari/virtual: 0.99")
                                .endsWith("not told apart"),
                        r2dbc -> assertThat(r2dbc).startsWith("r2dbc-postgresql+r2dbc-pool/event-loop: 0.6"));
        assertThat(all(page(LOAD), rows + "//*[@class='bar']")).hasSize(2);
        assertThat(all(page(LOAD), rows + "/*[@class='c1' or @class='c2']//*[@class='mark']"))
                .as("colours and shapes of the curves, at the name and at the estimate").hasSize(4);
        assertThat(ExplorationRatios.of(SimulatedExploration.interrupted())).isEmpty();
        assertThat(ExplorationRatios.of(SimulatedExploration.overLatency())).isEmpty();
    }

    @Test
    void otherAxesAreDrawnAsThroughputFirst() throws Exception {
        assertThat(drawn(page(SimulatedExploration.overConcurrency()))).containsExactly(
                "achieved: operations per second over operations in flight", "p99 latency over operations in flight",
                "client CPU per operation over operations in flight");
        assertThat(drawn(page(SimulatedExploration.overLatency()))).hasSize(5).startsWith(
                "operations per second over added to every round trip",
                "ratio to pgjdbc+hikari/platform over added to every round trip");
    }

    @Test
    void ratiosOfSizesOfAPoolAreDrawnOfEachClient() throws Exception {
        var page = page(SimulatedExploration.pools());
        assertThat(drawn(page)).startsWith("achieved: operations per second over connections of the pool",
                "ratio to pgjdbc+hikari/platform over connections of the pool",
                "ratio to a pool of 5 over connections of the pool");
        assertThat(all(page, "(//*[contains(@class, 'chart')])[3]//*[@class='bar']")).as("either client with 20")
                .hasSize(2);
    }

    @Test
    void ratiosOfSlicesThatTookTurnsAreDrawnBesideTheCurve() throws Exception {
        var page = page(SimulatedExploration.taken());
        assertThat(drawn(page)).startsWith("achieved: operations per second over operations in flight",
                "ratio to pgjdbc+hikari/platform over operations in flight");
        String ratios = "(//*[contains(@class, 'chart')])[2]";
        assertThat(all(page, ratios + "//*[@class='mark']")).as("nine numbers in flight, and the legend").hasSize(10);
        assertThat(all(page, ratios + "//*[@class='bar']")).hasSize(9);
        assertThat(all(page, ratios + "//*[local-name()='title']").stream().map(Node::getTextContent))
                .allMatch(told -> told.matches(
                        "r2dbc-postgresql\\+r2dbc-pool/event-loop at \\d+: 0\\.\\d+ \\[0\\.\\d+, \\d\\.\\d+\\].*"));
        assertThat(all(page, ratios + "//*[text()='as much']")).hasSize(1);
        assertThat(all(page, ratios + "//*[@class='end']").stream().map(Node::getTextContent))
                .as("not only 1, though all ratios are near to it").contains("0.80", "1.00").hasSizeGreaterThan(3);
    }

    /** What each drawing has upwards and across. */
    private static List<String> drawn(Document page) throws Exception {
        return all(page, "//*[contains(@class, 'chart')]/@aria-label").stream()
                .map(label -> label.getNodeValue().replaceFirst(" of (pgjdbc|r2dbc).*", "")).toList();
    }

    @Test
    void clientsDifferInColourAndInShape() throws Exception {
        var colours = all(page(LOAD), "(//*[contains(@class, 'chart')])[1]/*[@class][*[@class='join']]/@class").stream()
                .map(Node::getNodeValue).distinct().toList();
        assertThat(colours).containsExactly("c0", "c1", "c2");
        var shapes = new HashSet<String>();
        var looks = new HashSet<String>();
        for (int line = 0; line < 30; line++) {
            shapes.add(Marker.of(line).toString());
            looks.add(Marker.of(line) + Marker.colour(line));
        }
        assertThat(shapes).hasSize(5);
        assertThat(looks).hasSize(30);
    }

    @Test
    void whatWasNotCarriedOrNotOnTimeIsHollowAndSaysSo() throws Exception {
        var told = all(page(LOAD),
                "(//*[contains(@class, 'chart')])[1]//*[*[@class='mark hollow']]/*[local-name()='title']")
                .stream().map(Node::getTextContent).toList();
        assertThat(told).hasSize(4);
        assertThat(told.getFirst()).startsWith("pgjdbc+hikari/platform at 3,600/s: ")
                .endsWith("bounded by the generator");
        assertThat(told.subList(1, 4)).allMatch(text -> text.startsWith("r2dbc-postgresql+r2dbc-pool/event-loop at ")
                && text.endsWith("not carried"));
        assertThat(all(page(LOAD), "(//*[contains(@class, 'chart')])[1]//*[@class='mark']")).hasSize(21 - 4 + 3);
    }

    @Test
    void theLimitIsDrawnOverTheLoadAlone() throws Exception {
        assertThat(all(page(LOAD), "//*[contains(@class, 'chart')]//*[@class='limit']")).hasSize(1);
        assertThat(all(page(SimulatedExploration.overLatency()), "//*[@class='limit']")).isEmpty();
    }

    /** Nothing was drawn, though every client had its points. */
    @Test
    void whatOneSetMeasuredIsDrawnWithoutIntervals() throws Exception {
        var page = page(SimulatedExploration.endedInTheSecondSet());
        assertThat(drawn(page)).hasSize(4);
        assertThat(all(page, "//*[@class='mark']")).hasSizeGreaterThan(3 * 3 * 6);
        assertThat(all(page, "//*[@class='bar']")).isEmpty();
        assertThat(all(page(LOAD), "//*[@class='bar']")).isNotEmpty();
        assertThat(ExplorationPage.page(SimulatedExploration.endedInTheSecondSet(), ExplorationWords.RESUME))
                .doesNotContain("NaN", "Infinity",
                        "∞");
    }

    /** The one setting that there is has no value of the load. */
    @Test
    void ratiosBesideALoadNameNoSetting() throws Exception {
        assertThat(words(page(SimulatedExploration.takenOverLoad()))).contains("as a ratio to pgjdbc+hikari/platform")
                .doesNotContain("NaN");
    }

    @Test
    void anIncompleteExplorationSaysSoFirst() throws Exception {
        var page = page(SimulatedExploration.interrupted());
        assertThat(all(page, "//*[local-name()='header']/*[@class='bad']").stream().map(Node::getTextContent))
                .containsExactly(
                        "The exploration is incomplete: it ended after 9 points. `./regatta explore --resume` goes on.");
        assertThat(words(page)).contains("(one set)", "not measured", "Nothing was measured of it.")
                .doesNotContain("\nnot found\n");
        assertThat(words(page(LOAD))).doesNotContain("incomplete");
    }

    @Test
    void whatComesFromOutsideIsTextAndHasNoSecrets() throws Exception {
        String page = ExplorationPage.page(SimulatedExploration.outside(Outside.HOSTILE + "password=hunter2"),
                ExplorationWords.RESUME);
        assertThat(page).doesNotContain("<script").doesNotContain("\u0000").doesNotContain("\u001b")
                .doesNotContain("hunter2");
        assertThat(all(parsed(page), "//@*[starts-with(name(), 'on')]")).isEmpty();
        assertThat(words(parsed(page)).split("<script>", -1)).hasSizeGreaterThan(8);
        String file = ExplorationImage.svg(SimulatedExploration.outside(Outside.HOSTILE), ExplorationPlot.View.LATENCY);
        assertThat(file).doesNotContain("<script");
        parsed(file);
    }

    @ParameterizedTest
    @EnumSource(value = ExplorationPlot.View.class, names = {"LATENCY", "ACHIEVED", "CLIENT_CPU"})
    void aPlotIsAFileOfItsOwn(ExplorationPlot.View view) throws Exception {
        String file = ExplorationImage.svg(LOAD, view);
        var svg = parsed(file).getDocumentElement();
        assertThat(svg.getTagName()).isEqualTo("svg");
        assertThat(svg.getAttribute("xmlns")).isEqualTo("http://www.w3.org/2000/svg");
        assertThat(file).contains(Head.style("plot.css")).contains("point-select-20 through 3 clients, over the load")
                .doesNotContain("url(").doesNotContain("DOCTYPE");
        assertThat(all(parsed(file), "//@x | //@y | //@d").stream().map(Node::getNodeValue)).hasSizeGreaterThan(40)
                .noneMatch(number -> number.contains("NaN") || number.contains("Infinity"));
    }

    @Test
    void aPlotOfNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExplorationImage.svg(LOAD, ExplorationPlot.View.WITHIN))
                .withMessageContaining("point-select-20 has nothing to draw");
    }

    private static Document page(Exploration exploration) throws Exception {
        return parsed(ExplorationPage.page(exploration, ExplorationWords.RESUME));
    }
}
