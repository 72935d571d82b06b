package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.Tree;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.http.ServiceRequest;
import dev.regatta.protocol.Arm;
import dev.regatta.recipe.Jdk;
import dev.regatta.report.ConsoleReport;
import dev.regatta.report.VerdictWords;
import dev.regatta.service.BuiltService;
import dev.regatta.service.ServiceArm;
import dev.regatta.service.ServiceBuild;
import dev.regatta.service.WebService;
import dev.regatta.settings.Settings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Real races of a service: against itself nothing is worse, a tenth more of its CPU time, one more query or a pinned thread is found,
 * and one that dies, hangs or answers wrongly while it is timed leaves a verdict that says so, and no process.
 */
class ServiceRacesIT {

    private static final WebService SERVICE = WebService.of("spring-mvc+jdbc/platform");
    private static final WebService VIRTUAL = WebService.of("spring-mvc+jdbc/virtual");
    private static final String CONTROLLER = "src/main/java/service/WorldController.java";
    /** What a race says while it times. */
    private static final Pattern TIMED = Pattern.compile("^cell .*\\b\\d+ pairs\\b");
    private static final String OPERATION = "        List<World> worlds = new ArrayList<>();\n";
    /** About a tenth of what the request costs. */
    private static final int PLANTED_MICROS = 20;
    /** What goes wrong, if anything, is named by an option of the JVM; all but the spinning, the query and the pin when a file is there. */
    private static final String PLANTED = """
                    String planted = System.getProperty("planted", "");
                    if (planted.equals("spin")) {
                        for (long end = System.nanoTime() + %d_000; System.nanoTime() < end;) {
                            Thread.onSpinWait();
                        }
                    } else if (planted.equals("query")) {
                        repository.world(1);
                    } else if (planted.equals("pin")) {
                        Parks.again();
                    } else if (!planted.isEmpty() && java.nio.file.Files.exists(java.nio.file.Path.of(System.getProperty("trigger")))) {
                        System.out.println("planted: " + planted + " from here on");
                        if (planted.equals("wrong")) {
                            return List.of(new World(1, -1));
                        }
                        java.util.concurrent.locks.LockSupport.parkNanos(Long.MAX_VALUE);
                    }
            """.formatted(PLANTED_MICROS);

    /** A thread that parks in a static initialiser is pinned on every JDK. */
    private static final String PARKS = """
            package service;

            final class Parks {

                static {
                    java.util.concurrent.locks.LockSupport.parkNanos(1_000);
                }

                /** As if it were another class each time. */
                static void again() {
                    try (var type = java.lang.invoke.MethodHandles.lookup().lookupClass().getResourceAsStream("Parks.class")) {
                        java.lang.invoke.MethodHandles.lookup().defineHiddenClass(type.readAllBytes(), true);
                    } catch (java.io.IOException | IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private static BuiltService built(Path services, WebService service) {
        var settings = new Settings(System.getProperties());
        return new ServiceBuild(services, ServiceBuild.cacheOfUser(System.getenv()), settings.maven(), Jdk.running(),
                settings.lockWait(), System.out::println).of(service, Optional.empty());
    }

    /** What happens while slices are timed. */
    private interface Event {
        void happen() throws IOException;
    }

    private static CellVerdict race(ServiceArm baseline, ServiceArm candidate, String name, Event event) {
        List<CompletableFuture<Void>> happened = new ArrayList<>();
        CellVerdict verdict = race(baseline, candidate, name, List.of(ServiceRequest.WORLDS), "8m", line -> {
            if (TIMED.matcher(line).find() && happened.isEmpty()) {
                // Such a line may be told between two slices: this is in one of the next.
                happened.add(CompletableFuture.runAsync(() -> {
                    try {
                        event.happen();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS)));
            }
        }).cells().getFirst();
        assertThat(happened).hasSizeLessThanOrEqualTo(1).allSatisfy(CompletableFuture::join);
        return verdict;
    }

    private static GateReport race(ServiceArm baseline, ServiceArm candidate, String name,
            List<ServiceRequest> requests, String budget, Consumer<String> progress) {
        var properties = new Properties();
        properties.putAll(System.getProperties());
        properties.setProperty("regatta.results", Path.of("target", "regatta", name).toString());
        properties.setProperty("regatta.database", "embedded");
        properties.setProperty("regatta.connections", "8");
        properties.setProperty("regatta.budget", budget);
        properties.setProperty("regatta.watchdog", "5s");
        properties.remove("regatta.manifest");
        GateReport report = ServiceRaces.race(Map.of(Arm.BASELINE, baseline, Arm.CANDIDATE, candidate), false,
                requests, new TreeMap<>(), new Settings(properties), line -> {
                    System.out.println(line);
                    progress.accept(line);
                }).report();
        System.out.println(new ConsoleReport(false).text(report));
        return report;
    }

    private static ServiceArm arm(BuiltService built, String... options) {
        return new ServiceArm(built.service().client(), built, Jdk.running(), List.of(options));
    }

    private BuiltService planted() throws IOException {
        return planted(SERVICE);
    }

    private BuiltService planted(WebService service) throws IOException {
        Path services = folder.resolve("services");
        Path planted = Tree.copy(Path.of("services", service.folder()), services.resolve(service.folder()));
        Files.writeString(planted.resolve("src/main/java/service/Parks.java"), PARKS);
        Path controller = planted.resolve(CONTROLLER);
        String source = Files.readString(controller);
        assertThat(source).containsOnlyOnce(OPERATION);
        Files.writeString(controller, source.replace(OPERATION, OPERATION + PLANTED));
        return built(services, service);
    }

    @Test
    void aServiceIsAsFastAsItself() {
        ServiceArm arm = arm(built(Path.of("services"), SERVICE));
        CellVerdict verdict = race(arm, arm, "service-itself", () -> {
        });
        assertThat(verdict.verdict().kind()).isNotIn(VerdictKind.REGRESSED, VerdictKind.IMPROVED, VerdictKind.INVALID);
        assertThat(verdict.pairs()).isPositive();
        assertThat(verdict.readings()).containsKeys(Metric.values());
        MetricReading cpu = verdict.readings().get(Metric.CLIENT_CPU);
        assertThat(cpu.relativeHalfWidth()).isLessThan(0.1);
        // One of twenty intervals does not hold 1, but one of ten thousand that are twice as wide.
        assertThat(cpu.ratio()).isCloseTo(1, within(cpu.upper() - cpu.lower()));
    }

    /** Those of the first stood beside those of the second, or raced again as if they were fresh. */
    @Test
    void noProcessOfARequestRacesWithTheNext() {
        ServiceArm arm = arm(built(Path.of("services"), SERVICE));
        Map<String, Set<Long>> seen = new ConcurrentHashMap<>();
        // A set of each is enough, whatever it shows.
        race(arm, arm, "service-requests", List.of(ServiceRequest.PERSONS, ServiceRequest.WORLDS), "4m", line -> {
            if (TIMED.matcher(line).find()) {
                seen.computeIfAbsent(line.substring(0, "cell 1/2".length()), cell -> ConcurrentHashMap.newKeySet())
                        .addAll(processes(arm.built().folder().toString()).map(ProcessHandle::pid).toList());
            }
        });
        assertThat(seen).containsOnlyKeys("cell 1/2", "cell 2/2");
        assertThat(seen.values()).allSatisfy(processes -> assertThat(processes).hasSizeGreaterThanOrEqualTo(2));
        assertThat(seen.get("cell 2/2")).doesNotContainAnyElementsOf(seen.get("cell 1/2"));
    }

    @Test
    void aTenthMoreCpuIsFound() throws IOException {
        BuiltService built = planted();
        CellVerdict verdict = race(arm(built), arm(built, "-Dplanted=spin"), "service-planted", () -> {
        });
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("client CPU");
    }

    /** In the noise of any machine, as 1 of 21, and beyond doubt where it is counted. */
    @Test
    void oneQueryMoreIsCounted() throws IOException {
        BuiltService built = planted();
        CellVerdict verdict = race(arm(built), arm(built, "-Dplanted=query"), "service-query", () -> {
        });
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("21.0 round trips per operation, was 20.0");
    }

    @Test
    void aPinnedThreadIsCounted() throws IOException {
        BuiltService built = planted(VIRTUAL);
        CellVerdict verdict = race(arm(built), arm(built, "-Dplanted=pin"), "service-pin", () -> {
        });
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).containsPattern("1\\.\\d\\d pinned parks per operation, was 0\\b")
                .contains("service.Parks");
    }

    /** A race whose candidate goes wrong in a slice, and what is said of it. */
    private String fault(String fault, Event event) throws IOException {
        BuiltService built = planted();
        CellVerdict verdict = race(arm(built),
                arm(built, "-Dplanted=" + fault, "-Dtrigger=" + folder.resolve("trigger")), "service-" + fault, event);
        assertThat(verdict.verdict().kind()).isEqualTo(VerdictKind.INVALID);
        assertThat(processes(built.folder().toString())).isEmpty();
        assertThat(processes("GeneratorMain")).isEmpty();
        return VerdictWords.sentence(verdict);
    }

    private static Stream<ProcessHandle> processes(String word) {
        return ProcessHandle.current().descendants()
                .filter(process -> process.info().commandLine().filter(line -> line.contains(word)).isPresent());
    }

    @Test
    void aServiceThatIsKilledInASliceIsNamedWithItsLastWords() throws IOException {
        assertThat(fault("nothing", () -> processes("-Dplanted=nothing").forEach(ProcessHandle::destroyForcibly)))
                .contains("the service " + SERVICE + " ended with exit code 137; its log ends: ")
                .contains("Initializing Servlet");
    }

    @Test
    void aServiceThatHangsInASliceIsNamedWithItsLastWords() throws IOException {
        assertThat(fault("hang", () -> Files.writeString(folder.resolve("trigger"), "")))
                .contains("did not answer within 5.0 s").contains("the service " + SERVICE + " still runs")
                .contains("planted: hang from here on")
                .contains("; the threads of the service stand behind that");
    }

    @Test
    void aWrongAnswerInASliceIsToldWithTheLastWords() throws IOException {
        assertThat(fault("wrong", () -> Files.writeString(folder.resolve("trigger"), "")))
                .contains("the candidate arm, the service " + SERVICE + ", had 0 errors and ")
                .contains(" wrong answers in one slice, first: ")
                .contains("planted: wrong from here on");
    }
}
