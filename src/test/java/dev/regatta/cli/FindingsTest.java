package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.regatta.explore.Exploration;
import dev.regatta.explore.Facts;
import dev.regatta.explore.Plan;
import dev.regatta.findings.Claims;
import dev.regatta.findings.FindingsPage;
import dev.regatta.findings.Studies;
import dev.regatta.findings.Study;
import dev.regatta.host.AtomicFile;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.ClientId;
import dev.regatta.report.Golden;
import dev.regatta.service.WebService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of findings is what the stored explorations say, and nothing else. What it must be is written to
 * {@code target/findings}, and the commands that measure all of it, also what no page has yet, to
 * {@code target/findings-commands.txt}.
 */
@Execution(ExecutionMode.CONCURRENT)
class FindingsTest {

    private static final List<Study> STUDIES = Claims.all().stream().flatMap(claim -> claim.studies().stream())
            .distinct().toList();
    private static final Map<String, Exploration> STORED = Studies.stored(STUDIES).byId();
    private static final Path WRITTEN = Path.of("target", "findings");

    @TempDir
    private Path folder;

    @Test
    void thePageIsWhatIsStored() throws IOException {
        String page = FindingsPage.of(Claims.all(), new Studies(STORED));
        AtomicFile.write(WRITTEN.resolve("findings.md"), page);
        same(Path.of("findings.md"), page);
    }

    @Test
    void thePlotsAreOfWhatIsStored() throws IOException {
        assertThat(STORED).isNotEmpty();
        Map<String, String> plots = new TreeMap<>();
        STORED.forEach((id, exploration) -> plots.put(FindingsPage.plot(id), FindingsPage.plot(exploration)));
        Claims.all().forEach(claim -> FindingsPage.ratios(claim, new Studies(STORED))
                .ifPresent(drawn -> plots.put(FindingsPage.ratioPlot(claim), drawn)));
        // All of them, before the first that is another fails.
        plots.forEach((plot, drawn) -> AtomicFile.write(WRITTEN.resolve(plot), drawn));
        for (Map.Entry<String, String> plot : plots.entrySet()) {
            same(Path.of(plot.getKey()), plot.getValue());
        }
    }

    private static void same(Path file, String text) throws IOException {
        Path page = Path.of("docs").resolve(file);
        Golden.same(page.toString(), Files.readString(page), text);
    }

    @Test
    void everyStoredExplorationIsOfAClaim() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(Study.FOLDER))) {
            assertThat(files.map(Path::toString)).isSubsetOf(STUDIES.stream().map(Study::file).toList());
        }
    }

    @Test
    void everyCommandIsUnderstood() {
        AtomicFile.write(Path.of("target", "findings-commands.txt"),
                STUDIES.stream().map(study -> study.command() + "\n").collect(Collectors.joining()));
        assertThat(STUDIES).allSatisfy(study -> assertThatCode(new ShellCommand(study.command())::check)
                .doesNotThrowAnyException());
        Study one = STUDIES.getFirst();
        assertThat(one.command(OptionalDouble.of(0.05))).endsWith(" --within 5% --file " + one.file());
        assertThatCode(new ShellCommand(one.command(OptionalDouble.of(0.05)))::check).doesNotThrowAnyException();
    }

    /** Those of services as well, of which none may be stored yet. */
    @Test
    void everyCommandAsksForAPlan() {
        assertThat(STUDIES).allSatisfy(study -> {
            Plan plan = asked(study).plan().orElseThrow();
            assertThat(ServiceLoads.are(plan)).isEqualTo(study.arguments().contains("--service"));
            if (ServiceLoads.are(plan)) {
                assertThat(plan.clients()).isNotEmpty().allSatisfy(
                        service -> assertThatCode(() -> variables(service)).doesNotThrowAnyException());
            }
        });
    }

    /** But for the seed, which is drawn: who measures it again measures the same. */
    @Test
    void everyCommandAsksForWhatWasStored() {
        assertThat(STORED).isNotEmpty();
        STORED.forEach((id, exploration) -> {
            Facts facts = exploration.facts();
            ExploreRequest request = asked(
                    STUDIES.stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow());
            Plan plan = facts.plan();
            Plan asked = request.plan().orElseThrow();
            // Where it was measured until its ratios were narrow, sets were added; the page has that in its command.
            assertThat(plan.sets()).as(id).isGreaterThanOrEqualTo(asked.sets());
            int sets = plan.within().isPresent() ? plan.sets() : asked.sets();
            assertThat(new Plan(asked.clients(), asked.workload(), asked.axis(), asked.values(), asked.sla(),
                    asked.conditions(), asked.arrivals(), sets, plan.within(), asked.pointNanos(), plan.seed())).as(id)
                    .isEqualTo(plan);
            assertThat(request.ask()).as(id).isEqualTo(facts.ask());
            assertThat(facts.recipes().keySet()).as(id).containsExactlyInAnyOrderElementsOf(plan.clients());
            facts.recipes().forEach((client, recipe) -> assertThat(recipe.options()).as("%s: %s", id, client)
                    .isEqualTo(ServiceLoads.are(plan) ? variables(client) : request.options()));
            assertThat(facts.recipes().values().stream().flatMap(recipe -> recipe.artifacts().stream())
                    .map(Artifact::coordinates)).as(id)
                    .containsAll(request.version().map(named -> List.of(named.split(","))).orElse(List.of()));
            assertThat(facts.complete()).as(id).isTrue();
        });
    }

    /** What tells a service from others of its folder. */
    private static Map<String, String> variables(ClientId service) {
        return WebService.of(new ClientId(service.stack(), service.threading()).toString()).environment();
    }

    /** What the command of a study asks for. */
    private ExploreRequest asked(Study study) {
        var requests = new ArrayList<ExploreRequest>();
        var line = new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), (request, settings, progress) -> {
            requests.add(request);
            throw new IllegalStateException("nothing is measured");
        }).commandLine();
        line.setErr(new PrintWriter(new StringWriter()));
        var arguments = new ArrayList<>(List.of("explore", "--file", folder.resolve(study.id()).toString()));
        arguments.addAll(study.arguments());
        line.execute(arguments.toArray(String[]::new));
        return requests.getFirst();
    }
}
