package dev.regatta.operations;

import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;
import org.opentest4j.TestAbortedException;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The engine that makes tests of operations. They are no tests of Jupiter, because its methods return nothing, and an
 * instance of their class would be made in the test JVM.
 */
public final class OperationsEngine implements TestEngine {

    /**
     * The environment variable that names a file: the class path and the operations are written there, and nothing is
     * raced. So a build is asked for what it would race.
     */
    public static final String RECORD = "REGATTA_RECORD";

    private final Optional<Path> record;
    private final Function<Function<String, Optional<String>>, OperationRaces> races;

    /** For the launcher. */
    public OperationsEngine() {
        this(Optional.ofNullable(System.getenv(RECORD)).map(Path::of), EngineProcess::new);
    }

    /**
     * An engine.
     *
     * @param record where it writes what it would race, if it shall
     * @param races  what races, with the configuration parameters of JUnit
     */
    OperationsEngine(Optional<Path> record, Function<Function<String, Optional<String>>, OperationRaces> races) {
        this.record = record;
        this.races = races;
    }

    @Override
    public String getId() {
        return "regatta";
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        var engine = new EngineDescriptor(id, "Regatta");
        EngineDiscoveryRequestResolver.<EngineDescriptor>builder()
                .addClassContainerSelectorResolver(OperationsClass::is).addSelectorResolver(new OperationsResolver())
                .build().resolve(request, engine);
        return engine;
    }

    @Override
    public void execute(ExecutionRequest request) {
        TestDescriptor engine = request.getRootTestDescriptor();
        EngineExecutionListener listener = request.getEngineExecutionListener();
        listener.executionStarted(engine);
        if (record.isPresent()) {
            listener.executionFinished(engine, recorded(engine, listener, record.get()));
        } else {
            raced(engine, listener, races.apply(request.getConfigurationParameters()::get));
            listener.executionFinished(engine, TestExecutionResult.successful());
        }
    }

    private static TestExecutionResult recorded(TestDescriptor engine, EngineExecutionListener listener, Path file) {
        try {
            List<OperationNode> nodes = nodes(engine);
            Recording.here(nodes.stream().flatMap(node -> node.operation().stream()).toList(),
                    nodes.stream().<Class<?>>map(OperationNode::type).toList()).add(file);
        } catch (RuntimeException e) {
            return TestExecutionResult.failed(e);
        }
        engine.getChildren().forEach(type -> listener.executionSkipped(type, "written down in " + file));
        return TestExecutionResult.successful();
    }

    private static List<OperationNode> nodes(TestDescriptor of) {
        List<OperationNode> nodes = new ArrayList<>();
        of.accept(descriptor -> {
            if (descriptor instanceof OperationNode node) {
                nodes.add(node);
            }
        });
        return nodes;
    }

    private static void raced(TestDescriptor engine, EngineExecutionListener listener, OperationRaces races) {
        List<OperationNode.OfClass> classes = new ArrayList<>();
        for (TestDescriptor child : engine.getChildren()) {
            var type = (OperationNode.OfClass) child;
            type.disabled().ifPresentOrElse(why -> listener.executionSkipped(type, why), () -> classes.add(type));
        }
        var opened = new Opening(classes.stream().<Class<?>>map(OperationNode.OfClass::type).toList(),
                classes.stream().flatMap(type -> nodes(type).stream())
                        .filter(node -> node.disabled().isEmpty()).flatMap(node -> node.operation().stream()).toList(),
                races);
        for (OperationNode.OfClass type : classes) {
            listener.executionStarted(type);
            for (OperationNode node : nodes(type)) {
                if (node.disabled().isPresent()) {
                    listener.executionSkipped(node, node.disabled().get());
                } else {
                    listener.executionStarted(node);
                    listener.executionFinished(node, opened.result(node));
                }
            }
            // A report on the whole run that fails has no test of its own: it is the last class's.
            listener.executionFinished(type,
                    type == classes.get(classes.size() - 1) ? opened.closed() : TestExecutionResult.successful());
        }
    }

    /** The run, which is opened when the first operation asks; what prevents it fails that one, and no other runs. */
    private static final class Opening {

        private final List<Class<?>> types;
        private final List<OperationCase> all;
        private final OperationRaces races;
        private Optional<OperationRaces.Run> run = Optional.empty();
        private final Map<Method, Optional<GivenServer>> given = new HashMap<>();
        private boolean failed;

        Opening(List<Class<?>> types, List<OperationCase> all, OperationRaces races) {
            this.types = types;
            this.all = all;
            this.races = races;
        }

        TestExecutionResult result(OperationNode node) {
            if (node.operation().isEmpty()) {
                return TestExecutionResult.failed(new AssertionError(node.flaw()));
            }
            if (failed) {
                return TestExecutionResult
                        .aborted(new TestAbortedException("not raced: see the error of the first operation"));
            }
            try {
                if (run.isEmpty()) {
                    failed = true;
                    run = Optional.of(races.open(all, TestJvm.classPath(types)));
                    failed = false;
                }
                OperationCase operation = node.operation().get();
                Optional<GivenServer> server = run.get().needsDatabase(operation)
                        ? ServerMethod.of(node.type()).map(method -> given(method, operation.database()))
                        : Optional.empty();
                return result(run.get().race(operation, server));
            } catch (OperationRaces.Lost e) {
                failed = true;
                run = Optional.empty();
                return TestExecutionResult.failed(e);
            } catch (TestAbortedException e) {
                return TestExecutionResult.aborted(e);
            } catch (RuntimeException | Error e) {
                return TestExecutionResult.failed(e);
            }
        }

        private static TestExecutionResult result(OperationRaces.Ruling ruling) {
            if (ruling instanceof OperationRaces.Ruling.Passed) {
                return TestExecutionResult.successful();
            }
            return ruling instanceof OperationRaces.Ruling.Failed
                    ? TestExecutionResult.failed(new AssertionError(ruling.sentence()))
                    : TestExecutionResult.aborted(new TestAbortedException(ruling.sentence()));
        }

        /** It is called once, also where it fails: that takes long. */
        private GivenServer given(ServerMethod server, String database) {
            if (!given.containsKey(server.method())) {
                given.put(server.method(), Optional.empty());
                given.put(server.method(), Optional.of(server.call()));
            }
            return given.get(server.method()).map(got -> server.required(got, database))
                    .orElseThrow(() -> new TestAbortedException(
                            "not raced: " + server + " gave no database, see the error of the operation before"));
        }

        TestExecutionResult closed() {
            try {
                run.ifPresent(OperationRaces.Run::close);
                return TestExecutionResult.successful();
            } catch (RuntimeException | Error e) {
                return TestExecutionResult.failed(e);
            }
        }
    }
}
