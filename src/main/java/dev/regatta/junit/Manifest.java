package dev.regatta.junit;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workloads;

import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The cells that {@link PerformanceTest} methods ask for. */
final class Manifest {

    private Manifest() {
    }

    /**
     * The cells of one method: every client with every workload, client by client, so that forks stay warm.
     *
     * @throws IllegalArgumentException naming an unknown database, client or workload, or a client with a JDK
     */
    static List<CellId> of(PerformanceTest test) {
        Dialect database = Dialect.of(test.database());
        List<CellId> cells = new ArrayList<>();
        for (String name : test.clients()) {
            ClientId client = ClientId.of(name);
            if (client.jdk().isPresent()) {
                throw new IllegalArgumentException(
                        "client " + name + " names a JDK: a test asks for " + client.onAnyJdk()
                                + ", and -Dregatta.jdks=" + client.jdk().get() + " runs all its cells there");
            }
            for (String workload : test.workloads()) {
                cells.add(new CellId(database, client, Workloads.of(workload).id()));
            }
        }
        return cells;
    }

    /** The cells of every performance test of a plan, each once, in the plan's order. */
    static List<CellId> of(TestPlan plan) {
        List<CellId> cells = new ArrayList<>();
        plan.accept(new TestPlan.Visitor() {
            @Override
            public void visit(TestIdentifier identifier) {
                annotation(identifier).map(Manifest::of).ifPresent(cells::addAll);
            }
        });
        return cells.stream().distinct().toList();
    }

    private static Optional<PerformanceTest> annotation(TestIdentifier test) {
        return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast)
                .flatMap(method -> AnnotationSupport.findAnnotation(method.getJavaMethod(), PerformanceTest.class));
    }
}
