package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.regatta.results.MeasuredRun;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.gate.Outside;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The page as Chromium shows it. Skipped where there is none; {@code apt-get install chromium} brings one. */
@Execution(ExecutionMode.CONCURRENT)
class BrowserTest {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    /** Tells in the title of the page around it what the browser made of the page, which it has to lay out before. */
    private static final String PROBE = """
            <script>parent.document.documentElement.offsetWidth; parent.document.title = [innerWidth, document.documentElement.scrollWidth,
              getComputedStyle(document.body).backgroundColor,
              document.querySelectorAll('svg').length].join('|')</script></body>""";

    /** A window narrower than the narrowest that Chromium opens. */
    private static final String WINDOW = """
            <!DOCTYPE html><html style="color-scheme: light dark"><title>nothing seen</title>
            <iframe style="border: 0; width: %dpx; height: 900px" srcdoc="%s"></iframe></html>""";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"360, light", "360, dark", "1440, light", "1440, dark"})
    void thePageFitsItsWindowAndFollowsTheColoursAskedFor(int width, String colours) throws Exception {
        String[] seen = seen(width, colours);
        assertThat(seen[0]).as("width of the window").isEqualTo(Integer.toString(width));
        assertThat(Integer.parseInt(seen[1])).as("width of the page").isLessThanOrEqualTo(width);
        assertThat(seen[2]).isEqualTo(colours.equals("dark") ? "rgb(20, 23, 27)" : "rgb(255, 255, 255)");
        assertThat(Integer.parseInt(seen[3])).as("drawings").isGreaterThan(9 + 6);
    }

    @Test
    void aLongWordDoesNotPushThePageOutOfANarrowWindow() throws Exception {
        String page = HtmlReportTest.html(MeasuredRun.of(Outside.results("a-very-long-name".repeat(20))));
        assertThat(Integer.parseInt(seen(page, 360, "light")[1])).isLessThanOrEqualTo(360);
    }

    @ParameterizedTest
    @CsvSource({"360, light", "1440, dark"})
    void thePageOfAnExplorationFitsItsWindow(int width, String colours) throws Exception {
        String[] seen = seen(ExplorationPage.page(SimulatedExploration.overLoad()), width, colours);
        assertThat(Integer.parseInt(seen[1])).as("width of the page").isLessThanOrEqualTo(width);
        assertThat(seen[3]).as("drawings").isEqualTo("3");
    }

    @Test
    void nothingThatComesIntoAnExplorationFromOutsideRuns() throws Exception {
        String page = ExplorationPage.page(SimulatedExploration.outside(Outside.HOSTILE))
                .replaceFirst("<meta http-equiv=[^>]*>", "");
        assertThat(shown(page)).contains("Curves in numbers").doesNotContain("data-ran");
    }

    /** Without the page's own policy, which would stop a script that got in. */
    @Test
    void nothingThatComesFromOutsideRuns() throws Exception {
        String page = HtmlReportTest.html(MeasuredRun.of(Outside.results(Outside.HOSTILE)))
                .replaceFirst("<meta http-equiv=[^>]*>", "");
        assertThat(shown(page)).contains("See it again").doesNotContain("data-ran");
        assertThat(shown(page.replace("<h1", Outside.HOSTILE + "<h1"))).as("unescaped it runs").contains("data-ran");
    }

    private String[] seen(int width, String colours) throws IOException, InterruptedException {
        return seen(HtmlReportTest.html(HtmlReportTest.results()), width, colours);
    }

    private String[] seen(String page, int width, String colours) throws IOException, InterruptedException {
        String probed = page.replaceFirst("<meta http-equiv=[^>]*>", "").replace("</body>", PROBE);
        String shown = shown(WINDOW.formatted(width, probed.replace("&", "&amp;").replace("\"", "&quot;")),
                "--blink-settings=preferredColorScheme=" + (colours.equals("dark") ? 0 : 1));
        var title = Pattern.compile("<title>([^<]*)</title>").matcher(shown);
        assertThat(title.find()).isTrue();
        return title.group(1).split("\\|");
    }

    /** What the browser has made of a page when it has run what it runs. */
    private String shown(String page, String... options) throws IOException, InterruptedException {
        Optional<Path> browser = browser();
        assumeThat(browser).as("no Chromium on the PATH: nobody looks at the page").isPresent();
        Path file = Files.writeString(folder.resolve("report.html"), page);
        var command = new ArrayList<>(List.of(browser.get().toString(), "--headless", "--no-sandbox", "--disable-gpu",
                "--hide-scrollbars", "--user-data-dir=" + folder.resolve("profile"), "--window-size=1600,1000"));
        command.addAll(List.of(options));
        command.addAll(List.of("--dump-dom", file.toUri().toString()));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("exit code of " + browser.get()).isZero();
        return shown;
    }

    private static Optional<Path> browser() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(place -> NAMES.stream().flatMap(name -> Stream.of(Path.of(place, name))))
                .filter(Files::isExecutable).findFirst();
    }
}
