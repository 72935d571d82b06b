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
    private static final String CHECK_OUT_BASE = "git worktree add --detach target/base \"$(.ci/action/base)\"";
    private static final String RACE_SERVICES = ".ci/services \"$(.ci/action/base)\"";
    private static final String CLEAR = "rm -rf target";
    /** Commands that any shell knows. */
    private static final Set<String> PLAIN = Set.of("test \"$RACES\" = success", CLEAR, CHECK_OUT_BASE, RACE_SERVICES,
            "sudo apt-get update && sudo apt-get install -y wrk");
    private static final Map<String, JsonNode> WORKFLOWS = workflows();

    @Test
    void areTheFiveThatAreDocumented() {
        assertThat(WORKFLOWS.keySet()).containsExactly("baselines.yml", "build.yml", "nightly.yml", "performance.yml",
                "services.yml");
    }

    @Test
    void everyActionIsPinnedByCommitAndSaysItsVersion() throws IOException {
        var pins = new HashMap<String, String>();
        for (Path name : Stream.concat(WORKFLOWS.keySet().stream().map(WorkflowsTest::file),
                Stream.of(Path.of("action.yml"))).toList()) {
            var uses = USES.matcher(Files.readString(name)).results().toList();
            assertThat(uses).as(name.toString()).isNotEmpty().allSatisfy(use -> {
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
            // A machine of one's own has any label, but none that another machine gets one day.
            assertThat(job.path("runs-on").toString()).as(name).doesNotContain("latest").hasSizeGreaterThan(2);
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
        assertThat(jobs().values().stream().flatMap(job -> job.path("steps").valueStream()))
                .filteredOn(step -> step.path("uses").asString("").startsWith("actions/checkout@"))
                .hasSizeGreaterThan(5).allSatisfy(step -> assertThat(
                        step.path("with").path("persist-credentials").asBoolean(true)).isFalse());
    }

    @Test
    void everyCommandWorksAnywhere() {
        assertThat(jobs().values().stream().flatMap(job -> commands(job).stream())).hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(command -> {
                    assertThat(command).doesNotContain("${{").doesNotContain("\n");
                    assertThat(ShellCommand.isOne(command) || PLAIN.contains(command)).as(command)
                            .isTrue();
                }).filteredOn(ShellCommand::isOne).allSatisfy(
                        command -> assertThatCode(() -> new ShellCommand(command).check()).doesNotThrowAnyException());
    }

    @Test
    void theRequiredCheckRunsEvenAfterAFailureAndJudgesEveryCellOfTheBaselines() {
        JsonNode check = jobs().get("performance.yml performance");
        assertThat(check.path("if").asString()).isEqualTo("always()");
        assertThat(regatta(check)).singleElement().asString().startsWith("target/base/regatta judge ")
                .contains("-Dregatta.manifest=baselines", "-Dregatta.base=target/base");
        List<String> raced = jobs().get("performance.yml race").path("strategy").path("matrix").path("database")
                .valueStream().map(JsonNode::asString).toList();
        assertThat(raced).containsExactly("postgresql", "mariadb").allSatisfy(
                database -> assertThat(regatta(check).getFirst())
                        .contains("results-" + database + "/results.jsonl.gz"));
        assertThat(regatta(jobs().get("performance.yml race"))).singleElement().asString()
                .contains("-Dregatta.strict=true", "-Dregatta.base=target/base");
    }

    /**
     * With its baselines only, no class of the base branch could race. An older base than the parent of what is
     * measured would charge the pull request with what others changed meanwhile: see {@code .ci/action/test}.
     */
    @Test
    void aRaceAndItsJudgeHaveTheWholeParentOfWhatIsMeasuredBesideThem() {
        for (String job : List.of("race", "performance")) {
            List<JsonNode> steps = jobs().get("performance.yml " + job).path("steps").valueStream().toList();
            assertThat(steps.getFirst().path("uses").asString()).startsWith("actions/checkout@");
            assertThat(steps.getFirst().path("with").path("fetch-depth").asInt(1)).as("all commits").isZero();
            assertThat(steps.getFirst().path("with").has("ref")).isFalse();
            assertThat(steps.stream().filter(step -> step.path("run").asString("").equals(CHECK_OUT_BASE)))
                    .singleElement();
        }
    }

    /** A pull request may commit files where a job expects those of this run. */
    @Test
    void nothingThatIsCommittedPassesForAResult() {
        for (String job : List.of("race", "performance")) {
            assertThat(commands(jobs().get("performance.yml " + job))).as(job).startsWith(CLEAR, CHECK_OUT_BASE);
        }
    }

    /** The jobs that ran a pull request's code have written into it. */
    @Test
    void whatDecidesOrIsPublishedComesFromNoCache() {
        var without = new TreeSet<String>();
        jobs().forEach((name, job) -> {
            boolean others = job.path("steps").valueStream()
                    .anyMatch(step -> step.path("uses").asString("").startsWith("actions/download-artifact@"));
            if (others || name.startsWith("baselines.yml ") || commands(job).contains(".ci/reproducible")) {
                without.add(name);
                assertThat(job.toString()).as(name).doesNotContain("\"cache\"").doesNotContain("actions/cache");
            }
        });
        assertThat(without).contains("performance.yml performance", "baselines.yml measure", "build.yml artifact");
    }

    /** The commit stays, and with it a green check that was given against another base. */
    @Test
    void aPullRequestToAnotherBaseIsCheckedAgain() {
        var checks = new TreeSet<String>();
        WORKFLOWS.forEach((name, workflow) -> {
            if (workflow.path("on").has("pull_request")) {
                checks.add(name);
                assertThat(workflow.path("on").path("pull_request").path("types").valueStream()
                        .map(JsonNode::asString)).as(name)
                        .containsExactlyInAnyOrder("opened", "synchronize", "reopened", "edited");
                // A job that is skipped counts as passed.
                workflow.path("jobs").forEach(
                        job -> assertThat(job.path("if").asString("always()")).as(name).isEqualTo("always()"));
            }
        });
        assertThat(checks).containsExactly("build.yml", "performance.yml", "services.yml");
    }

    /** Hosted runners are of several types, so that the stored baselines may know none like this one. */
    @Test
    void aCalibrationHasBaselinesOfItsOwnMachine() {
        List<String> commands = commands(jobs().get("nightly.yml calibration"));
        assertThat(commands).hasSize(2);
        assertThat(commands.getFirst()).contains(" -Dregatta.baseline=update ")
                .contains(" -Dregatta.baselines=target/here");
        assertThat(commands.getLast()).endsWith("./regatta calibrate --baselines target/here");
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

    /** Its commands of this project. */
    private static List<String> regatta(JsonNode job) {
        return commands(job).stream().filter(ShellCommand::isOne).toList();
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
