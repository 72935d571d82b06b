package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.regatta.report.ExplorationWords;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.gate.Outside;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.File;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pages as Chromium shows them: it starts once, with a frame for each. Skipped where there is none;
 * {@code apt-get install chromium} brings one.
 */
@Execution(ExecutionMode.CONCURRENT)
class BrowserTest {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    private static final String LONG_WORD = "long word";
    private static final String HOSTILE = "hostile";
    private static final String HOSTILE_EXPLORATION = "hostile exploration";
    private static final String UNESCAPED = "unescaped";

    /** A frame may be narrower than the narrowest window that Chromium opens. It follows the colours of its element. */
    private static final String FRAME = """
            <iframe title="%s" style="border: 0; width: %dpx; height: 900px; color-scheme: %s" srcdoc="%s"></iframe>""";

    /** Leaves nothing of the window but what the browser has made of each frame, which it has to lay out before. */
    private static final String PROBE = """
            <script>onload = () => {
              document.documentElement.offsetWidth;
              document.body.textContent = [...document.querySelectorAll('iframe')].map(frame => [frame.title,
                frame.contentWindow.innerWidth, frame.contentDocument.documentElement.scrollWidth,
                frame.contentWindow.getComputedStyle(frame.contentDocument.body).backgroundColor,
                frame.contentDocument.querySelectorAll('svg').length,
                frame.contentDocument.documentElement.outerHTML].map(encodeURIComponent).join('|')).join(' ');
            }</script>""";

    private static final Map<String, Seen> SEEN = new HashMap<>();

    /**
     * What the browser has made of a page when it has run what it runs.
     *
     * @param window     its width in pixels
     * @param page       the page's
     * @param background its colour
     * @param drawings   how many there are
     * @param document   the whole page
     */
    private record Seen(int window, int page, String background, int drawings, String document) {}

    @BeforeAll
    static void show(@TempDir Path folder) throws IOException, InterruptedException {
        String report = HtmlReportTest.html(HtmlReportTest.results());
        String exploration = ExplorationPage.page(SimulatedExploration.overLoad(), ExplorationWords.RESUME);
        String turns = ExplorationPage.page(SimulatedExploration.taken(), ExplorationWords.RESUME);
        String hostile = HtmlReportTest.html(Outside.results(Outside.HOSTILE));
        String frames = Stream.of(
                frame("report 360 light", report, 360, "light"), frame("report 360 dark", report, 360, "dark"),
                frame("report 1440 light", report, 1440, "light"), frame("report 1440 dark", report, 1440, "dark"),
                frame(LONG_WORD,
                        HtmlReportTest.html(Outside.results("a-very-long-name".repeat(20))), 360,
                        "light"),
                frame("exploration 360 light", exploration, 360, "light"),
                frame("exploration 1440 dark", exploration, 1440, "dark"),
                frame("turns 360 light", turns, 360, "light"), frame("turns 1440 dark", turns, 1440, "dark"),
                frame(HOSTILE_EXPLORATION,
                        ExplorationPage.page(SimulatedExploration.outside(Outside.HOSTILE), ExplorationWords.RESUME),
                        1440,
                        "light"),
                frame(HOSTILE, hostile, 1440, "light"),
                frame(UNESCAPED, hostile.replace("<h1", Outside.HOSTILE + "<h1"), 1440, "light"))
                .collect(Collectors.joining("\n"));
        var body = Pattern.compile("<body>([^<]*)</body>")
                .matcher(shown("<!DOCTYPE html><html><body>" + frames + PROBE + "</body></html>", folder));
        assertThat(body.find()).as("the browser tells what it shows").isTrue();
        for (String frame : body.group(1).split(" ")) {
            String[] told = Stream.of(frame.split("\\|"))
                    .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8)).toArray(String[]::new);
            SEEN.put(told[0], new Seen(Integer.parseInt(told[1]), Integer.parseInt(told[2]), told[3],
                    Integer.parseInt(told[4]), told[5]));
        }
    }

    @ParameterizedTest
    @CsvSource({"360, light", "360, dark", "1440, light", "1440, dark"})
    void thePageFitsItsWindowAndFollowsTheColoursAskedFor(int width, String colours) {
        Seen seen = seen("report " + width + " " + colours);
        assertThat(seen.window()).as("width of the window").isEqualTo(width);
        assertThat(seen.page()).as("width of the page").isLessThanOrEqualTo(width);
        assertThat(seen.background()).isEqualTo(colours.equals("dark") ? "rgb(20, 23, 27)" : "rgb(255, 255, 255)");
        assertThat(seen.drawings()).as("drawings").isGreaterThan(9 + 6);
    }

    @Test
    void aLongWordDoesNotPushThePageOutOfANarrowWindow() {
        assertThat(seen(LONG_WORD).page()).isLessThanOrEqualTo(360);
    }

    @ParameterizedTest
    @CsvSource({"exploration 360 light, 360, 4", "exploration 1440 dark, 1440, 4", "turns 360 light, 360, 4",
            "turns 1440 dark, 1440, 4"})
    void thePageOfAnExplorationFitsItsWindow(String frame, int width, int drawings) {
        Seen seen = seen(frame);
        assertThat(seen.page()).as("width of the page").isLessThanOrEqualTo(width);
        assertThat(seen.drawings()).as("drawings").isEqualTo(drawings);
    }

    @Test
    void nothingThatComesIntoAnExplorationFromOutsideRuns() {
        assertThat(seen(HOSTILE_EXPLORATION).document()).contains("Curves in numbers").doesNotContain("data-ran");
    }

    @Test
    void nothingThatComesFromOutsideRuns() {
        assertThat(seen(HOSTILE).document()).contains("See it again").doesNotContain("data-ran");
        assertThat(seen(UNESCAPED).document()).as("unescaped it runs").contains("data-ran");
    }

    private static Seen seen(String frame) {
        assertThat(SEEN).containsKey(frame);
        return SEEN.get(frame);
    }

    /** Without the page's own policy, which would stop a script that got in. */
    private static String frame(String name, String page, int width, String colours) {
        return FRAME.formatted(name, width, colours, page.replaceFirst("<meta http-equiv=[^>]*>", "")
                .replace("&", "&amp;").replace("\"", "&quot;"));
    }

    private static String shown(String window, Path folder) throws IOException, InterruptedException {
        var browser = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(place -> NAMES.stream().flatMap(name -> Stream.of(Path.of(place, name))))
                .filter(Files::isExecutable).findFirst();
        assumeThat(browser).as("no Chromium on the PATH: nobody looks at the pages").isPresent();
        Path file = Files.writeString(folder.resolve("window.html"), window);
        Process process = new ProcessBuilder(browser.get().toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--hide-scrollbars", "--user-data-dir=" + folder.resolve("profile"), "--window-size=1600,1000",
                "--dump-dom", file.toUri().toString()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("exit code of " + browser.get()).isZero();
        return shown;
    }
}
