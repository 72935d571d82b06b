package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.Tree;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.http.ServiceRequest;
import dev.regatta.protocol.Arm;
import dev.regatta.recipe.Jdk;
import dev.regatta.report.ConsoleReport;
import dev.regatta.service.BuiltService;
import dev.regatta.service.ServiceArm;
import dev.regatta.service.ServiceBuild;
import dev.regatta.service.WebService;
import dev.regatta.settings.Settings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** Real races of a service: against itself nothing is worse, and a tenth more of its CPU time is found. */
class ServiceRacesIT {

    private static final WebService SERVICE = WebService.of("spring-mvc+jdbc/platform");
    private static final String CONTROLLER = "src/main/java/service/WorldController.java";
    private static final String OPERATION = "        List<World> worlds = new ArrayList<>();\n";
    /** About a tenth of what the request costs. */
    private static final int PLANTED_MICROS = 100;

    @TempDir
    private Path folder;

    private static BuiltService built(Path services) {
        return new ServiceBuild(services, ServiceBuild.cacheOfUser(System.getenv()),
                new Settings(System.getProperties()).maven(), Jdk.running(), System.out::println)
                .of(SERVICE, Optional.empty());
    }

    private static CellVerdict race(BuiltService baseline, BuiltService candidate, String name) {
        var properties = new Properties();
        properties.putAll(System.getProperties());
        properties.setProperty("regatta.results", Path.of("target", "regatta", name).toString());
        properties.setProperty("regatta.database", "embedded");
        properties.setProperty("regatta.connections", "8");
        properties.remove("regatta.manifest");
        GateReport report = ServiceRaces.race(
                Map.of(Arm.BASELINE, new ServiceArm(SERVICE.client(), baseline, Jdk.running()), Arm.CANDIDATE,
                        new ServiceArm(SERVICE.client(), candidate, Jdk.running())),
                false, List.of(ServiceRequest.WORLDS), new TreeMap<>(), new Settings(properties), System.out::println)
                .report();
        System.out.println(new ConsoleReport(false).text(report));
        return report.cells().getFirst();
    }

    @Test
    void aServiceIsAsFastAsItself() {
        BuiltService built = built(Path.of("services"));
        CellVerdict verdict = race(built, built, "service-itself");
        assertThat(verdict.verdict().kind()).isNotIn(VerdictKind.REGRESSED, VerdictKind.INVALID);
    }

    @Test
    void aTenthMoreCpuIsFound() throws IOException {
        Path services = folder.resolve("services");
        Path planted = Tree.copy(Path.of("services", SERVICE.folder()), services.resolve(SERVICE.folder()));
        Path controller = planted.resolve(CONTROLLER);
        String source = Files.readString(controller);
        assertThat(source).containsOnlyOnce(OPERATION);
        Files.writeString(controller, source.replace(OPERATION, OPERATION
                + "        for (long end = System.nanoTime() + " + PLANTED_MICROS
                + "_000; System.nanoTime() < end;) {\n"
                + "            Thread.onSpinWait();\n        }\n"));
        CellVerdict verdict = race(built(Path.of("services")), built(services), "service-planted");
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(((Verdict.Regressed) verdict.verdict()).metrics()).contains(Metric.CLIENT_CPU);
    }
}
