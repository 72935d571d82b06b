package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;

/** What the forge reads beside the workflows: who approves what, what a bot leaves alone, and how to report. */
@Execution(ExecutionMode.CONCURRENT)
class ForgeFilesTest {

    private static final Path FORGE = Path.of(".github");

    /** An artifact that pom.xml takes in one version. */
    private record Line(String artifact, String property) {}

    /** The workflow of a pull request is its own, and so are the code that measures and the baselines. */
    @Test
    void whatMeasuresJudgesOrProtectsHasAnOwner() throws IOException {
        List<String> owned = Files.readAllLines(FORGE.resolve("CODEOWNERS")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#")).map(line -> {
                    assertThat(line).matches("/\\S+ +\\S*@\\S+");
                    return line.split(" ")[0].substring(1);
                }).toList();
        assertThat(owned).containsExactlyInAnyOrder(".github/", ".ci/", ".mvn/", "action.yml", "pom.xml", "regatta",
                "src/", "publish/", "baselines/").allSatisfy(path -> {
                    assertThat(Path.of(path)).exists();
                    assertThat(Files.isDirectory(Path.of(path))).isEqualTo(path.endsWith("/"));
                });
        assertThat(Files.readString(Path.of("docs/ci.md"))).contains("CODEOWNERS")
                .contains(owned.stream().map(path -> "`" + path.replaceAll("/$", "") + "`").toList());
    }

    /** Dependabot knows one version of an artifact, and would move two lines of it together. */
    @Test
    void aBotLeavesAloneWhatPomXmlHasInTwoLines() throws Exception {
        Map<String, Set<String>> versions = new TreeMap<>();
        lines().forEach(line -> versions.computeIfAbsent(line.artifact(), any -> new TreeSet<>())
                .add(property(line.property())));
        var twice = new TreeSet<>(versions.keySet());
        twice.removeIf(artifact -> versions.get(artifact).size() == 1);
        assertThat(twice).contains("io.vertx:vertx-pg-client", "io.vertx:vertx-mysql-client");
        List<JsonNode> whole = ignored().stream().filter(rule -> rule.size() == 1).toList();
        assertThat(twice).allSatisfy(artifact -> assertThat(whole).anyMatch(rule -> matches(rule, artifact)));
        // What shares a property with them moves with them.
        var properties = new HashSet<String>();
        lines().stream().filter(line -> twice.contains(line.artifact()))
                .forEach(line -> properties.add(line.property()));
        assertThat(lines()).filteredOn(line -> properties.contains(line.property()))
                .allSatisfy(line -> assertThat(whole).anyMatch(rule -> matches(rule, line.artifact())));
    }

    @Test
    void whatABotLeavesAloneIsPinnedInPomXmlWithAReason() throws Exception {
        List<Line> lines = lines();
        assertThat(ignored()).isNotEmpty().allSatisfy(
                rule -> assertThat(lines).anyMatch(line -> matches(rule, line.artifact())));
        String pom = Files.readString(Path.of("pom.xml"));
        String reason = "Hibernate Reactive 3 needs Vert.x 4, and a Hibernate ORM that it knows";
        assertThat(pom).contains("<!-- " + reason + ": dependabot.yml leaves both alone. -->");
        assertThat(Files.readString(FORGE.resolve("dependabot.yml"))).contains("# " + reason + ".");
        assertThat(property("hibernate-reactive.version")).startsWith("3.");
        assertThat(ignored()).anyMatch(rule -> matches(rule, "org.hibernate.reactive:hibernate-reactive-core")
                && rule.path("update-types").path(0).asString("").equals("version-update:semver-major"));
    }

    /** Without its results nobody can say whether a verdict was right. */
    @Test
    void whoDoubtsAVerdictIsAskedForItsResults() throws IOException {
        JsonNode form = yaml("ISSUE_TEMPLATE/verdict.yml");
        assertThat(form.path("name").asString()).isEqualTo("A verdict I do not believe");
        var required = new TreeSet<String>();
        form.path("body").forEach(part -> {
            assertThat(part.path("type").asString()).isIn("markdown", "textarea", "input");
            if (part.path("validations").path("required").asBoolean(false)) {
                required.add(part.path("id").asString());
            }
        });
        assertThat(required).containsExactly("baselines", "command", "expected", "results", "verdict");
        assertThat(Files.readString(Path.of("SECURITY.md"))).contains("Report a vulnerability");
    }

    private static List<JsonNode> ignored() throws IOException {
        return yaml("dependabot.yml").path("updates").valueStream()
                .filter(update -> update.path("package-ecosystem").asString().equals("maven"))
                .flatMap(update -> update.path("ignore").valueStream()).toList();
    }

    private static boolean matches(JsonNode rule, String artifact) {
        return artifact.matches(Pattern.quote(rule.path("dependency-name").asString()).replace("*", "\\E.*\\Q"));
    }

    private static JsonNode yaml(String name) throws IOException {
        return new YAMLMapper().readTree(Files.readString(FORGE.resolve(name)));
    }

    /** Every dependency whose version is a property, profiles included: what Dependabot sees. */
    private static List<Line> lines() throws Exception {
        var lines = new ArrayList<Line>();
        NodeList all = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(Path.of("pom.xml").toFile())
                .getElementsByTagName("dependency");
        IntStream.range(0, all.getLength()).mapToObj(i -> (Element) all.item(i)).forEach(dependency -> {
            String version = child(dependency, "version");
            if (version.startsWith("${")) {
                lines.add(new Line(child(dependency, "groupId") + ":" + child(dependency, "artifactId"),
                        version.substring(2, version.length() - 1)));
            }
        });
        assertThat(lines).hasSizeGreaterThan(20);
        return lines;
    }

    private static String child(Element element, String name) {
        NodeList found = element.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    }

    private static String property(String name) {
        try {
            var found = Pattern.compile("<" + Pattern.quote(name) + ">([^<]*)</")
                    .matcher(Files.readString(Path.of("pom.xml")));
            assertThat(found.find()).as(name).isTrue();
            return found.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
