package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The workflows run nothing that is not pinned, may do no more than they must, and only what works anywhere else too.
 */
class WorkflowsTest {

    private static final Pattern USES = Pattern.compile("uses: *(\\S+) *(.*)");
    private static final Map<String, JsonNode> WORKFLOWS = workflows();

    @Test
    void areTheFourThatAreDocumented() {
        assertThat(WORKFLOWS.keySet()).containsExactly("baselines.yml", "build.yml", "nightly.yml", "performance.yml");
    }

    @Test
    void everyActionIsPinnedByCommitAndSaysItsVersion() throws IOException {
        var pins = new HashMap<String, String>();
        for (String name : WORKFLOWS.keySet()) {
            var uses = USES.matcher(Files.readString(file(name))).results().toList();
            assertThat(uses).as(name).isNotEmpty().allSatisfy(use -> {
                assertThat(use.group(1)).matches("actions/[a-z-]+@[0-9a-f]{40}");
                assertThat(use.group(2)).matches("# v\\d+\\.\\d+\\.\\d+");
            });
            uses.forEach(use -> {
                String action = use.group(1).substring(0, use.group(1).indexOf('@'));
                assertThat(pins.merge(action, use.group(), (one, other) -> one)).isEqualTo(use.group());
            });
        }
    }

    @Test
    void nothingIsPermittedThatAJobDoesNotAskFor() {
        WORKFLOWS.forEach((name, workflow) -> {
            assertThat(workflow.path("permissions").isObject()).as(name).isTrue();
            assertThat(workflow.path("permissions").isEmpty()).as(name).isTrue();
            assertThat(workflow.path("concurrency").has("group")).as(name).isTrue();
        });
        jobs().forEach((name, job) -> {
            assertThat(job.path("permissions").isEmpty()).as(name).isFalse();
            assertThat(job.path("timeout-minutes").isInt()).as(name).isTrue();
            assertThat(job.path("runs-on").asString()).as(name).matches("ubuntu-\\d\\d\\.04");
        });
    }

    @Test
    void whoMayWriteRunsNothingOfWhatIsMeasured() {
        var writers = new TreeMap<>(jobs());
        writers.values().removeIf(job -> job.path("permissions").properties().stream()
                .noneMatch(permission -> !permission.getValue().asString().equals("read")));
        assertThat(writers).containsOnlyKeys("baselines.yml propose");
        assertThat(commands(writers.get("baselines.yml propose"))).singleElement().asString()
                .startsWith(".ci/propose ");
    }

    @Test
    void noCheckoutKeepsCredentials() {
        jobs().forEach((name, job) -> job.path("steps").forEach(step -> {
            if (step.path("uses").asString("").startsWith("actions/checkout@")) {
                assertThat(step.path("with").path("persist-credentials").asBoolean(true)).as(name).isFalse();
            }
        }));
    }

    @Test
    void everyCommandWorksAnywhere() {
        assertThat(jobs().values().stream().flatMap(job -> commands(job).stream())).hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(command -> {
                    assertThat(command).doesNotContain("${{").doesNotContain("\n");
                    assertThat(ShellCommand.isOne(command) || command.equals("test \"$RACES\" = success")).as(command)
                            .isTrue();
                }).filteredOn(ShellCommand::isOne).allSatisfy(
                        command -> assertThatCode(() -> new ShellCommand(command).check()).doesNotThrowAnyException());
    }

    @Test
    void theRequiredCheckRunsEvenAfterAFailureAndJudgesEveryCellOfTheBaselines() {
        JsonNode check = jobs().get("performance.yml performance");
        assertThat(check.path("if").asString()).isEqualTo("always()");
        assertThat(commands(check)).first().asString().startsWith("target/base/regatta judge ")
                .contains("-Dregatta.manifest=baselines");
        List<String> raced = jobs().get("performance.yml race").path("strategy").path("matrix").path("database")
                .valueStream().map(JsonNode::asString).toList();
        assertThat(raced).containsExactly("postgresql", "mariadb").allSatisfy(
                database -> assertThat(commands(check).getFirst()).contains("results-" + database + "/results.json"));
        assertThat(commands(jobs().get("performance.yml race"))).singleElement().asString()
                .contains("-Dregatta.strict=true");
    }

    /** With its baselines only, no class of the base branch could race. */
    @Test
    void aRaceHasTheWholeBaseBranchBesideIt() {
        JsonNode race = jobs().get("performance.yml race");
        var bases = race.path("steps").valueStream()
                .filter(step -> step.path("with").path("path").asString("").equals("target/base")).toList();
        assertThat(bases).singleElement().satisfies(step -> {
            assertThat(step.path("uses").asString()).startsWith("actions/checkout@");
            assertThat(step.path("with").path("ref").asString()).contains("base.sha", "base_sha");
            assertThat(step.path("with").has("sparse-checkout")).isFalse();
        });
        assertThat(commands(race)).singleElement().asString().contains("-Dregatta.base=target/base");
    }

    /** What a workflow calls is called here as well, so that it is known to work before it is needed. */
    @Test
    void everyScriptIsRunByTheGateOfLanding() throws IOException {
        String run = Files.readString(Path.of(".ci/run"));
        Set<String> scripts = jobs().values().stream().flatMap(job -> commands(job).stream())
                .map(command -> command.split(" ")[0]).filter(word -> word.startsWith(".ci/"))
                .collect(Collectors.toSet());
        assertThat(scripts).isNotEmpty().allSatisfy(script -> assertThat(run).contains(script));
    }

    /** A test that runs nowhere proves nothing, and nobody notices. */
    @Test
    void everyIntegrationTestRunsInAWorkflow() throws IOException {
        var run = new TreeSet<String>();
        for (JsonNode job : jobs().values()) {
            commands(job).forEach(command -> run.addAll(IntegrationTests.of(command)));
        }
        assertThat(IntegrationTests.all()).hasSizeGreaterThan(15).isEqualTo(run);
    }

    /** What a night finds must not hide what else it would have found. */
    @Test
    void everyStepOfTheNightRunsWhateverFailedBefore() {
        WORKFLOWS.get("nightly.yml").path("jobs").forEach(job -> assertThat(
                job.path("steps").valueStream().filter(step -> step.has("run")).skip(1))
                .allSatisfy(step -> assertThat(step.path("if").asString("")).isEqualTo("always()")));
    }

    @Test
    void whatMvnTestLeavesOutRunsBeforeAnythingLands() throws IOException {
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<tests.left.out>performance,simulation</tests.left.out>");
        for (Path file : List.of(file("build.yml"), Path.of(".ci/run"))) {
            assertThat(Files.readString(file)).contains("mvn -B -ntp test -Psimulations");
        }
    }

    private static List<String> commands(JsonNode job) {
        return job.path("steps").valueStream().filter(step -> step.has("run")).map(step -> step.path("run").asString())
                .toList();
    }

    private static Map<String, JsonNode> jobs() {
        var jobs = new TreeMap<String, JsonNode>();
        WORKFLOWS.forEach((name, workflow) -> workflow.path("jobs").properties()
                .forEach(job -> jobs.put(name + " " + job.getKey(), job.getValue())));
        return jobs;
    }

    private static Path file(String name) {
        return Path.of(".github", "workflows", name);
    }

    private static Map<String, JsonNode> workflows() {
        var workflows = new TreeMap<String, JsonNode>();
        try (Stream<Path> files = Files.list(Path.of(".github", "workflows"))) {
            files.forEach(
                    file -> workflows.put(file.getFileName().toString(), new YAMLMapper().readTree(file.toFile())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return workflows;
    }
}
