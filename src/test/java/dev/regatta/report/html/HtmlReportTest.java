package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Measured;
import dev.regatta.gate.Outside;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Threads;
import dev.regatta.protocol.Untimed;
import dev.regatta.report.CsvExport;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

@Execution(ExecutionMode.CONCURRENT)
class HtmlReportTest {

    private static final String EVIL = "</title></style><script>alert(1)</script>\" onload='x' &amp; ]]> \u0000\u001b";
    private static final CellId LOST = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");
    private static final Map<Dialect, Baseline> BASELINES = Map.of(Dialect.POSTGRESQL,
            Books.baseline());

    private static final String PAGE = html(results());

    @Test
    void aGainIsTheHeadingOfARunInWhichNothingRegressed() {
        var better = SimulatedCell.duel(5).with(Arm.CANDIDATE, 6, 0.2, 0.2).after(128);
        String page = html(Books.results(Books.HERE, better));
        assertThat(page).contains("1 cell improved").doesNotContain("Nothing regressed");
        var same = SimulatedCell.duel(1).cell(CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000")).after(1024);
        assertThat(html(Books.results(Books.HERE, better, same))).contains("1 of 2 cells improved, none regressed");
        assertThat(html(Books.results(Books.HERE, same))).contains("Nothing regressed in 1 cell");
    }

    /** It said that the machine would have shown NaN % more tail latency. */
    @Test
    void whereNoTailIsKnownNothingIsSaidOfIt() throws Exception {
        var few = SimulatedCell.duel(1).operations(20).after(16);
        Document page = page(Books.results(Books.HERE, few));
        assertThat(words(page)).containsPattern("≥ \\d+ % throughput\\s*, or \\d+ % more client CPU[.] Smaller changes")
                .doesNotContain("NaN", "more tail latency");
    }

    /** That of two cells was the worse one. */
    @Test
    void theMedianIsInTheMiddle() throws Exception {
        var document = page(Books.results(Books.HERE, SimulatedCell.duel(1).after(512),
                SimulatedCell.duel(3).cell(LOST).noise(0.4, 0.5, 0.3).after(96)));
        assertThat(all(document, "//tr[th='throughput'][count(td)=3]/td").stream().map(Node::getTextContent))
                .hasSize(3).doesNotHaveDuplicates();
    }

    /** Nothing of a page on two clients speaks of versions. */
    @Test
    void twoClientsAreNamedAndNothingRegressesOrImproves() throws Exception {
        var other = ClientId.of("pgjdbc+hikari/virtual");
        var worse = Measured.against(other, SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.5, 2, 2).after(384));
        String page = words(page(Books.results(Books.HERE, worse)));
        assertThat(page)
                .contains("1 cell worse", "Against pgjdbc+hikari/virtual, select-1 through pgjdbc+hikari/platform",
                        "The candidate is pgjdbc+hikari/platform, the baseline pgjdbc+hikari/virtual.",
                        "against pgjdbc+hikari/virtual: ", "--baseline-client pgjdbc+hikari/virtual", "✗ 1 worse")
                .doesNotContain("Since ", "1 regressed", "cell regressed", "a regression");
        var better = Measured.against(other, SimulatedCell.duel(2).with(Arm.CANDIDATE, 2, 0.5, 0.5).after(384));
        assertThat(words(page(Books.results(Books.HERE, better)))).contains("1 cell better", "▲ 1 better")
                .doesNotContain("improved\n");
        assertThat(words(page(Books.results(Books.HERE, Measured.against(SimulatedCell.CELL.client(),
                SimulatedCell.duel(1).after(1024)))))).contains("Nothing worse in 1 cell", "= 1 alike");
    }

    /** Large gains and losses make long scales, on which 1 and the limit are one place. */
    @Test
    void labelsOfAPlotDoNotLieOnEachOther() {
        var label = Pattern.compile("<text class=\"end\" x=\"40\" y=\"([0-9.]+)\">");
        for (double effect : new double[]{0.05, 0.3, 0.7, 0.95, 1, 1.05, 1.3, 1.7, 6, 20}) {
            var cell = SimulatedCell.duel(5).with(Arm.CANDIDATE, effect, 1 / effect, 1 / effect).after(128);
            var places = label.matcher(html(Books.results(Books.HERE, cell))).results()
                    .map(found -> Double.parseDouble(found.group(1))).sorted().toList();
            assertThat(places).hasSizeGreaterThanOrEqualTo(6);
            for (int i = 1; i < places.size(); i++) {
                assertThat(places.get(i) - places.get(i - 1)).as(effect + ": " + places)
                        .isGreaterThanOrEqualTo(PairPlot.LABEL_HEIGHT - 0.1);
            }
        }
    }

    @Test
    void thePageNeedsNothingElse() throws Exception {
        assertThat(PAGE).startsWith("<!DOCTYPE html><html").contains("default-src 'none'").doesNotContain("@import")
                .doesNotContain("url(");
        var document = parsed(PAGE);
        assertThat(all(document, "//script | //link | //img | //iframe | //object | //@src | //@style")).isEmpty();
        assertThat(all(document, "//@*[starts-with(name(), 'on')]")).isEmpty();
        assertThat(all(document, "//@href").stream().map(Node::getNodeValue)).isNotEmpty()
                .allMatch(link -> link.startsWith("#") || link.startsWith("data:application/json;base64,")
                        || link.startsWith("data:text/csv;base64,")
                        || link.equals("results.jsonl.gz"));
    }

    @Test
    void theStyleReachesTheBrowserAsItIs() throws IOException {
        try (var style = HtmlReport.class.getResourceAsStream("report.css")) {
            assertThat(PAGE).contains(new String(style.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** It said that a loss of Infinity % would have shown. */
    @Test
    void everyNumberIsOne() throws Exception {
        assertThat(words(parsed(PAGE))).contains(">1000 %").doesNotContain("Infinity", "NaN");
    }

    @Test
    void everyLinkWithinThePageLeadsSomewhere() throws Exception {
        var document = parsed(PAGE);
        var ids = all(document, "//@id").stream().map(Node::getNodeValue).toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(
                all(document, "//a/@href[starts-with(., '#')]").stream().map(link -> link.getNodeValue().substring(1)))
                .isNotEmpty().allMatch(ids::contains);
    }

    @Test
    void theVerdictComesFirstThenTheCommandTheEnvironmentTheTableTheDetailsTheNoiseAndTheData() throws Exception {
        assertThat(all(parsed(PAGE), "//h1 | //h2").stream().map(heading -> heading.getTextContent().strip()))
                .containsExactly("✗ 1 of 4 cells regressed", "See it again", "Where it ran", "Cells",
                        "What each verdict rests on", "What this machine can see", "Raw data");
    }

    @Test
    void everyCellHasARowAndDetailsAndOnlyRegressionsAreOpen() throws Exception {
        var document = parsed(PAGE);
        assertThat(all(document, "//table[@class='cells']//tr[td]")).hasSize(4);
        assertThat(all(document, "//details[@class='cell']")).hasSize(4);
        assertThat(all(document, "//details[@class='cell'][@open]/@id").stream().map(Node::getNodeValue))
                .containsExactly("cell-2");
        // Distributions and pairs where something was compared, and only there.
        assertThat(all(document, "//details[@class='cell'][.//figure]")).hasSize(3);
        assertThat(all(document, "//figure")).hasSize(6);
    }

    @Test
    void everyVerdictIsAWordAndAMarkBesidesItsColour() throws Exception {
        assertThat(all(parsed(PAGE), "//*[starts-with(@class, 'badge')]").stream()
                .map(badge -> badge.getTextContent().strip()).distinct())
                .containsExactlyInAnyOrder("= unchanged", "✗ regressed", "? inconclusive (stopped)", "! invalid");
    }

    @Test
    void whatDiffersFromTheBaselinesEnvironmentIsNamed() throws Exception {
        var document = page(
                Books.results(Books.HERE.with(Map.of("cpu.model", "Another 9000")), SimulatedCell.book(1).after(256)));
        assertThat(all(document, "//tr[@class='differs']").stream().map(Node::getTextContent))
                .containsExactly("≠ cpu.modelAnother 9000Simulated 3000");
        assertThat(words(document)).contains("≠ The baseline's environment differs in cpu.model.");
    }

    @Test
    void withoutABaselineThereIsNothingToCompareTheEnvironmentWith() throws Exception {
        var results = Books.results(Books.HERE, SimulatedCell.duel(1).after(512));
        var report = Gate.judge(results, Map.of());
        String out = new HtmlReport(results, Map.of(), List.of(), Map.of()).page(report);
        assertThat(words(parsed(out))).contains("No baseline of this kind of environment is stored.");
    }

    @Test
    void cellsWithoutSlicesAndRunsWithoutCellsAreToldAsSuch() throws Exception {
        var failed = Measured.failed(SimulatedCell.duel(1).after(0), "the driver hung");
        assertThat(words(page(Books.results(Books.HERE, failed))))
                .contains("Not a pass: 1 cell has no verdict to rely on")
                .contains("measuring failed: the driver hung").contains("Nothing was compared");
        var empty = new MeasuredRun(
                new RunFacts(RunFacts.SCHEMA, "0.1.0", "2026-11-20T10:00:00Z", "abc1234", 42, false, List.of(),
                        new TreeMap<>(), new TreeMap<>()),
                List.of());
        assertThat(words(page(empty))).contains("No cell was judged: it is not a pass")
                .contains("The run was interrupted: it is not a pass").contains("No database was brought up.");
    }

    @Test
    void aShortCheckOfFewOperationsIsTold() throws Exception {
        // 48 pairs of 9 operations hold two values of the tail over 22 slices, and six over 8.
        var check = Books.results(Books.HERE, SimulatedCell.check(1).operations(9).after(48));
        assertThat(words(page(check))).contains("not raced (same inputs)").contains("a short check rules out at least");
    }

    @Test
    void anInterruptedRunIsNoPassHoweverGoodItsCells() throws Exception {
        var good = Books.results(Books.HERE, SimulatedCell.duel(1).after(512));
        assertThat(words(page(good))).contains("✓\n").contains("Nothing regressed in 1 cell");
        var interrupted = new MeasuredRun(new RunFacts(good.facts().schema(), good.facts().tool(),
                good.facts().started(), good.facts().commit(), good.facts().seed(), false,
                good.facts().manifest(), good.facts().environments(), good.facts().settings()), good.cells());
        assertThat(words(page(interrupted))).contains("Interrupted: it is not a pass").doesNotContain("✓");
    }

    @Test
    void whatABranchDoesToItsBaselinesIsToldAndARefusalIsNoPass() throws Exception {
        var results = Books.results(Books.HERE, SimulatedCell.duel(1).after(512));
        var change = new BaselineChange(Dialect.POSTGRESQL, Optional.of(Books.HERE), BaselineChange.Part.CELL,
                SimulatedCell.CELL.toString(), BaselineChange.Kind.CHANGED,
                List.of(new BaselineChange.Difference(new Change("throughput / wire", "0.7", "0.5"), true, true)), EVIL,
                Optional.of("it gives no reason"));
        var document = parsed(new HtmlReport(results, BASELINES, List.of(), Map.of())
                .page(Gate.judge(results, BASELINES).with(List.of(change))));
        assertThat(words(document)).contains("The changes of the baselines are refused")
                .contains("throughput / wire 0.7 -> 0.5 (LOOSER)").contains("REFUSED: it gives no reason")
                .doesNotContain("✓");
        assertThat(all(document, "//script")).isEmpty();
    }

    @Test
    void whatComesFromOutsideIsTextAndNothingElse() throws Exception {
        var page = html(Outside.results(EVIL));
        var document = parsed(page);
        assertThat(page).doesNotContain("<script").doesNotContain("\u0000").doesNotContain("\u001b");
        assertThat(all(document, "//script")).isEmpty();
        assertThat(all(document, "//@*[starts-with(name(), 'on')]")).isEmpty();
        // Tool, commit, date, facts, versions, reason, forks, counters, notes, pinned frames, files: all are there as
        // text.
        assertThat(words(document).split("<script>alert\\(1\\)</script>", -1)).hasSizeGreaterThan(12);
    }

    @Test
    void secretsAreHiddenWhereverTheyCome() throws Exception {
        var page = html(
                Outside.results("password=hunter2 jdbc:postgresql://me:hunter2@host/db token='hunter2'",
                        "password=hunter2"));
        assertThat(page).doesNotContain("hunter2").contains("password=***").contains("me:***@host");
        assertThat(all(parsed(page), "//a[@download]/@href")).hasSize(2).map(Node::getNodeValue)
                .map(data -> new String(Base64.getDecoder().decode(data.substring(data.indexOf(',') + 1)),
                        StandardCharsets.UTF_8))
                .allSatisfy(data -> assertThat(data).doesNotContain("hunter2"))
                .first().asString().contains("me:***@host");
    }

    @Test
    void threeHundredCellsStayBelowFiveMebibytesHoweverManyPairsTheyTook() throws Exception {
        assertThat(sizeOf300(256)).isBetween(1 << 20, 5 << 20);
        assertThat(sizeOf300(1024)).isBetween(1 << 20, 5 << 20);
    }

    /**
     * A page grows by the same for every cell of so many pairs: what is drawn of them is limited. So is what is
     * embedded for download, in Base64.
     */
    private static int sizeOf300(int pairs) {
        int few = size(cells(2, pairs));
        int more = size(cells(6, pairs));
        return few + (300 - 2) * (more - few) / 4 + 2 * HtmlReport.EMBEDDED_BYTES * 4 / 3;
    }

    @ParameterizedTest
    @CsvSource({"24, 1", "128, 1", "256, 2", "1024, 8"})
    void neighboursShareAMarkWhereThereAreManyPairs(int pairs, int merged) throws Exception {
        var cell = SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.8, 1.3, 1.3).after(pairs);
        var document = page(Books.results(Books.HERE, cell));
        String caption = "A mark stands for " + merged + " neighbouring pairs of one set";
        assertThat(words(document).contains(caption)).isEqualTo(merged > 1);
        var dots = all(document, "//*[@class='plots']//*[@aria-label][not(contains(@aria-label, 'Latency'))]"
                + "//*[starts-with(@class, 'dots')]/@d").stream()
                .map(data -> data.getNodeValue().split("h0", -1).length - 1).toList();
        assertThat(dots).hasSize(5).allMatch(count -> count <= PairPlot.MOST_MARKS).first()
                .satisfies(count -> assertThat(count).isBetween(Math.min(pairs, 64), PairPlot.MOST_MARKS));
    }

    @Test
    void theExportsAreInThePageOrOneCommandAway() throws Exception {
        var document = parsed(PAGE);
        String data = all(document, "//a[@download='verdicts.csv']/@href").getFirst().getNodeValue();
        assertThat(new String(Base64.getDecoder().decode(data.substring(data.indexOf(',') + 1)),
                StandardCharsets.UTF_8)).startsWith(CsvExport.header()).contains(LOST + ",").hasLineCount(1 + 4);
        assertThat(words(document)).contains("""
                regatta export --format csv 'results.jsonl.gz' > results.csv
                """);
    }

    /** It led to the folder "run ". */
    @Test
    void aFileIsLinkedWhateverItsName() throws Exception {
        var results = results();
        var document = parsed(new HtmlReport(results, BASELINES, List.of("run #1/100%?.gz", "javascript:x"), Map.of())
                .page(Gate.judge(results, BASELINES)));
        var links = all(document, "//section[h2='Raw data']//a[not(@download)]");
        assertThat(links.stream().map(Node::getTextContent)).containsExactly("run #1/100%?.gz", "javascript:x");
        assertThat(links.stream().map(link -> ((Element) link).getAttribute("href")))
                .containsExactly("run%20%231/100%25%3F.gz", "javascript%3Ax");
    }

    @Test
    void onlyTheWorstOfManyRegressionsLieOpen() throws Exception {
        var document = page(cells(14, 256));
        assertThat(all(document, "//ul[@class='headlines']/li").stream().map(Node::getTextContent)).hasSize(6)
                .last().isEqualTo("and 2 more, see the table");
        assertThat(all(document, "//details[@class='cell'][@open]")).hasSize(5);
    }

    /** Cells of so many pairs, half of them regressed. */
    private static MeasuredRun cells(int count, int pairs) {
        var noisy = SimulatedCell.duel(3).noise(0.4, 0.5, 0.3).after(pairs);
        var lost = SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.8, 1.3, 1.3).after(pairs);
        return Books.results(Books.HERE, IntStream.range(0, count)
                .mapToObj(i -> named(i % 2 == 0 ? noisy : lost, "postgresql/pgjdbc+hikari/platform/workload-" + i))
                .toArray(CellMeasurement[]::new));
    }

    private static int size(MeasuredRun results) {
        return html(results).replaceAll("base64,[^\"]*", "").getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void theSameResultsGiveTheSameBytes() {
        assertThat(html(results())).isEqualTo(PAGE);
    }

    @Test
    void threadsAreShownByTheStemsOfTheirNames() throws Exception {
        var threads = Map.of(Arm.BASELINE, Map.of("reactor-tcp-epoll", 2), Arm.CANDIDATE,
                Map.of("reactor-tcp-epoll", 4, "parallel", 1));
        var cell = SimulatedCell.duel(1).after(128).and(Untimed.counted(threads.entrySet().stream()
                .map(arm -> new Counts(arm.getKey(),
                        new TreeMap<>(Map.of(Counter.THREADS, Count.level(Threads.of(new TreeMap<>(arm.getValue()))))),
                        new TreeMap<>()))
                .toList()));
        var rows = all(page(Books.results(Books.HERE, cell)),
                "//tr[th[starts-with(., '– ') or starts-with(., 'threads')]]")
                .stream().map(Node::getTextContent).toList();
        assertThat(rows).containsExactly("threads of driver and pool2.05.0", "– parallel01", "– reactor-tcp-epoll24");
    }

    private static CellMeasurement named(CellMeasurement cell, String name) {
        return Measured.of(CellId.of(name), cell.candidate(), cell.baseline(), cell.setup().connections(),
                cell.timed().sliceMillis(), cell.forks(), cell.pairs(), cell.failure(), cell.timed().outOfBudget());
    }

    /** Unchanged, regressed, inconclusive, and never measured. */
    static MeasuredRun results() {
        var lost = SimulatedCell.duel(2).cell(LOST).with(Arm.CANDIDATE, 0.1, 12, 6).after(128);
        var measured = Books.results(Books.HERE, SimulatedCell.duel(1).after(512), lost,
                SimulatedCell.duel(3).cell(CellId.of("postgresql/pgjdbc+hikari/virtual/select-1"))
                        .noise(0.4, 0.5, 0.3).after(96));
        var manifest = Stream.concat(measured.facts().manifest().stream(),
                Stream.of(CellId.of("postgresql/pgjdbc+hikari/virtual/rows-1000"))).toList();
        return new MeasuredRun(new RunFacts(measured.facts().schema(), measured.facts().tool(),
                measured.facts().started(), measured.facts().commit(), measured.facts().seed(),
                true,
                manifest, measured.facts().environments(), measured.facts().settings()), measured.cells());
    }

    static String html(MeasuredRun results) {
        GateReport report = Gate.judge(results, BASELINES);
        return new HtmlReport(results, BASELINES, List.of("results.jsonl.gz"), Map.of()).page(report);
    }

    private static Document page(MeasuredRun results) throws Exception {
        return parsed(html(results));
    }

    static Document parsed(String page) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    }

    static List<Node> all(Document document, String path) throws XPathExpressionException {
        var found = (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
        return IntStream.range(0, found.getLength()).mapToObj(found::item).toList();
    }

    /** Every text of the page in its own line, drawings and style left out. */
    static String words(Document document) {
        var words = new ArrayList<String>();
        collect(document.getDocumentElement(), words);
        return String.join("\n", words) + "\n";
    }

    private static void collect(Node node, List<String> words) {
        if (node instanceof Element element && List.of("svg", "style").contains(element.getTagName())) {
            return;
        }
        if (node.getNodeType() == Node.TEXT_NODE && !node.getNodeValue().isBlank()) {
            words.add(node.getNodeValue().strip());
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            collect(child, words);
        }
    }
}
