package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.Script;
import dev.regatta.gate.Books;
import dev.regatta.gate.Outside;
import dev.regatta.protocol.Json;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.WrittenRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A results file whose every text is hostile, judged on a runner of GitHub: nothing that is printed or written is a
 * command.
 */
@Execution(ExecutionMode.CONCURRENT)
class HostileResultsTest extends CommandTest {

    private static final MeasuredRun EVERYWHERE = everywhere(Outside.results(Outside.HOSTILE));

    @TempDir
    Path folder;

    private Path summary;
    private Path page;

    @BeforeEach
    void places() {
        Books.store(folder, Books.baseline());
        summary = folder.resolve("step.md");
        page = folder.resolve("report.html");
    }

    @Test
    void whatIsPrintedHoldsNoCommandButTheAnnotations() throws IOException {
        assertThat(judge(written(EVERYWHERE))).isEqualTo(Exits.REGRESSED);
        // As the runner reads what a step prints.
        List<String> commands = out.toString().lines().filter(line -> line.strip().startsWith("::")).toList();
        assertThat(commands).hasSize(3).allMatch(line -> line.startsWith("::error title=") && line.contains("%250A"));
        assertThat(out.toString().lines().filter(line -> !commands.contains(line))).allMatch(HostileResultsTest::plain);
        assertThat(err.toString().lines()).allMatch(HostileResultsTest::plain);
    }

    @Test
    void theSummaryIsTextInATable() throws IOException {
        judge(written(EVERYWHERE));
        String text = Files.readString(summary);
        assertThat(text).contains("touch ran").doesNotContain("<script", "<img", "\u001b", "\u009b");
        assertThat(text.lines()).noneMatch(line -> line.strip().startsWith("::"));
        assertThat(text.lines().filter(line -> line.startsWith("| postgresql/"))).hasSize(3)
                .allMatch(line -> line.split("(?<!\\\\)\\|", -1).length == 10);
        assertThat(text.replaceAll("\\\\.", "")).as("nothing is code but what the summary itself says")
                .doesNotContain("$(", "`touch");
    }

    @Test
    void aCopiedCommandRunsNothingElse() throws Exception {
        judge(written(EVERYWHERE));
        var commands = new LinkedHashSet<String>();
        Pattern.compile("<pre[^>]*>((?:mvn|\\./regatta) [^<]*)</pre>").matcher(Files.readString(page)).results()
                .forEach(found -> commands.add(found.group(1).replace("&lt;", "<").replace("&gt;", ">")
                        .replace("&amp;", "&").replace("&quot;", "\"")));
        assertThat(commands).hasSizeGreaterThan(2).anyMatch(command -> command.startsWith("./regatta"))
                .anyMatch(command -> command.startsWith("mvn"));
        Path home = Files.createDirectory(folder.resolve("checkout"));
        for (String program : List.of("regatta", "mvn")) {
            Script.write(home.resolve(program), "printf '%s\\n' \"$@\"");
        }
        for (String command : commands) {
            var builder = new ProcessBuilder("sh", "-c", command).directory(home.toFile()).redirectErrorStream(true);
            builder.environment().put("PATH", home + ":" + System.getenv("PATH"));
            Process shell = builder.start();
            String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor()).as(words).isZero();
            assertThat(words.lines()).as(command)
                    .anyMatch(word -> word.contains("`touch ran`$(touch ran);touch ran #"));
            assertThat(home).isDirectoryNotContaining("glob:**ran");
        }
    }

    @Test
    void aNameThatIsRefusedIsToldOnOneLine() throws IOException {
        Path file = written(Outside.results("x"));
        Files.writeString(file, WrittenRun.text(file).replace("postgresql/pgjdbc+hikari/virtual/",
                "postgresql/" + Json.line(Outside.HOSTILE).replaceAll("^\"|\"$", "").replace("/", "") + "/virtual/"));
        assertThat(judge(file)).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString().lines()).singleElement().asString().startsWith("regatta: ").contains("touch ran")
                .matches(HostileResultsTest::plain);
    }

    private Path written(MeasuredRun results) {
        Path file = folder.resolve("results.jsonl.gz");
        WrittenRun.write(file, results);
        return file;
    }

    private int judge(Path file) {
        CommandLine line = new Regatta(maven -> {
            throw new AssertionError();
        }, (settings, progress) -> {
            throw new AssertionError();
        }, Map.of("GITHUB_ACTIONS", "true", "GITHUB_STEP_SUMMARY", summary.toString()), new Properties(),
                new RealExplorations())
                .commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute("judge", file.toString(), "--baselines", folder.toString(), "--html", page.toString());
    }

    private static boolean plain(String line) {
        return !line.strip().startsWith("::") && !line.contains("##[")
                && line.chars().noneMatch(c -> Character.isISOControl(c) || c == '\u202e');
    }

    /** The results with every text hostile that may be any text. */
    private static MeasuredRun everywhere(MeasuredRun results) {
        var json = (ObjectNode) new ObjectMapper().readTree(Json.line(results));
        Set<String> shapes = new LinkedHashSet<>();
        visit(json, "", (shape, text) -> {
            shapes.add(shape);
            return text;
        });
        var replaced = new ArrayList<String>();
        for (String shape : shapes) {
            JsonNode before = json.deepCopy();
            visit(json, "", (at, text) -> at.equals(shape) ? Outside.HOSTILE : text);
            try {
                Json.read(json.toString(), MeasuredRun.class, "results");
                replaced.add(shape);
            } catch (IllegalArgumentException e) {
                json.setAll((ObjectNode) before);
            }
        }
        assertThat(replaced).contains("/facts/commit", "/cells/timed/forks/jdk",
                "/cells/timed/pairs/slices/slice/problem");
        return Json.read(json.toString(), MeasuredRun.class, "results");
    }

    /** Answers the text that shall stand at a place, whose numbers in lists are left out. */
    private interface Change {
        String of(String shape, String text);
    }

    private static void visit(JsonNode node, String shape, Change change) {
        switch (node) {
            case ObjectNode object -> object.properties().forEach(field -> field.setValue(
                    visited(field.getValue(), shape + "/" + field.getKey(), change)));
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, visited(array.get(i), shape, change));
                }
            }
            default -> {
                // A number, or nothing.
            }
        }
    }

    private static JsonNode visited(JsonNode node, String shape, Change change) {
        if (node instanceof StringNode text) {
            return new StringNode(change.of(shape, text.stringValue()));
        }
        visit(node, shape, change);
        return node;
    }
}
