package dev.regatta.junit;

import dev.regatta.protocol.CellId;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Turns a {@link PerformanceTest} method into one node per selected cell. */
final class PerformanceExtension implements TestTemplateInvocationContextProvider {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
            .create(PlanListener.NAMESPACE);

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return annotation(context).isPresent();
    }

    /** A method without a selected cell has no nodes. If no cell at all is selected, the session says so. */
    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        List<CellId> cells = Manifest.of(annotation(context).orElseThrow());
        if (Arrays.stream(context.getRequiredTestMethod().getParameterTypes()).noneMatch(CellResult.class::equals)) {
            throw new IllegalArgumentException(
                    "the @PerformanceTest method " + context.getRequiredTestMethod().getName()
                            + " takes no CellResult parameter, so nothing would be measured: add one and assert on it");
        }
        PerformanceSession session = session(context);
        List<CellId> chosen = session.chosen(cells);
        if (!chosen.isEmpty()) {
            session.prepare(chosen.getFirst().database());
        }
        return chosen.stream().map(cell -> new CellNode(session, cell));
    }

    private static Optional<PerformanceTest> annotation(ExtensionContext context) {
        return context.getTestMethod()
                .flatMap(method -> AnnotationSupport.findAnnotation(method, PerformanceTest.class));
    }

    /** The one session of this run; it closes, and reports, after the last test. */
    private static PerformanceSession session(ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE)
                .computeIfAbsent(Opening.class, key -> new Opening(), Opening.class)
                .session(() -> PerformanceSession.open(manifest(context), System.getProperties()));
    }

    /** Opens the session at most once: what prevents it fails the first test and is not repeated by all the others. */
    private static final class Opening implements AutoCloseable {

        private Optional<PerformanceSession> session = Optional.empty();
        private boolean failed;

        synchronized PerformanceSession session(Supplier<PerformanceSession> open) {
            if (failed) {
                throw new TestAbortedException("not measured: see the error of the first performance test");
            }
            if (session.isEmpty()) {
                failed = true;
                session = Optional.of(open.get());
                failed = false;
            }
            return session.get();
        }

        @Override
        public void close() {
            session.ifPresent(PerformanceSession::close);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<CellId> manifest(ExtensionContext context) {
        List<CellId> planned = context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, NAMESPACE)
                .get(PlanListener.MANIFEST, List.class);
        return planned == null ? List.of() : planned;
    }

    /** One cell's node: measures when the parameter is asked for, and insists that the method asserts on it. */
    private static final class CellNode
            implements
                TestTemplateInvocationContext,
                ParameterResolver,
                AfterTestExecutionCallback {

        private final PerformanceSession session;
        private final CellId cell;
        private Optional<CellResult> result = Optional.empty();

        CellNode(PerformanceSession session, CellId cell) {
            this.session = session;
            this.cell = cell;
        }

        @Override
        public String getDisplayName(int invocationIndex) {
            return cell.toString();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == CellResult.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            if (result.isEmpty()) {
                result = Optional.of(session.measure(cell));
            }
            return result.get();
        }

        @Override
        public void afterTestExecution(ExtensionContext context) {
            boolean ignored = result.filter(CellResult::asserted).isEmpty();
            if (ignored && context.getExecutionException().isEmpty()) {
                throw new AssertionError(cell + " was measured but the test asserted nothing about it: "
                        + "use PerformanceAssertions.assertThat(result).isValid().hasNotRegressed()");
            }
        }
    }
}
