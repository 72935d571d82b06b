package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class OperationsEngineTest {

    private static final ClassSelector ORDERS = selectClass(Orders.class);

    @TempDir
    private Path folder;
    private final Fake races = new Fake();

    /** Its constructor would fail each test of it. */
    @DatabaseOperations(database = "postgresql")
    static final class Orders {

        Orders(DatabaseAddress at) {
            throw new AssertionError("made in the test JVM at " + at);
        }

        @Operation(threads = "platform", inFlight = 3)
        int count() {
            return 1;
        }

        @Operation
        List<String> open(Draw draw) {
            return List.of("" + draw.below(3));
        }

        @Operation
        CompletableFuture<Integer> later(Draw draw) {
            return CompletableFuture.completedFuture(draw.below(3));
        }

        @Operation
        Flow.Publisher<Integer> all() {
            return subscriber -> subscriber.onComplete();
        }

        int noOperation() {
            return 0;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class Mistakes {

        @Operation
        void nothing() {
            // Returns nothing.
        }

        @Operation
        CompletableFuture<Void> nothingLater() {
            return CompletableFuture.completedFuture(null);
        }

        @Operation
        int otherParameters(int id) {
            return id;
        }

        @Operation(threads = "green")
        int otherThreads() {
            return 1;
        }

        @Operation(threads = "virtual")
        CompletableFuture<Integer> threadsOfItsOwn() {
            return CompletableFuture.completedFuture(1);
        }

        @Operation(inFlight = 0)
        int noneInFlight() {
            return 1;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class ResetsByAResult {

        @Reset
        int reset() {
            return 1;
        }

        @Operation
        int count() {
            return 1;
        }
    }

    @DatabaseOperations(database = "oracle")
    static final class OtherDatabase {

        @Operation
        int count() {
            return 1;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class OnItsOwnServer {

        private static int called;

        @DatabaseServer
        static DatabaseAddress server() {
            called++;
            return new DatabaseAddress("postgresql", "db", 5432, "shop", "me", "hush");
        }

        @Operation(threads = "virtual")
        int one() {
            return 1;
        }

        @Operation(threads = "virtual")
        int two() {
            return 2;
        }
    }

    @DatabaseOperations(database = "mariadb")
    static final class OnNoServer {

        private static int called;

        @DatabaseServer
        static String server() {
            called++;
            throw new IllegalStateException("the disk is full");
        }

        @Operation
        int count() {
            return 1;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class OnAnInstancesServer {

        @DatabaseServer
        String server() {
            return "";
        }

        @Operation
        int count() {
            return 1;
        }
    }

    @DatabaseOperations(database = "postgresql")
    abstract static class Base<T> {

        @Operation(threads = "virtual")
        abstract T kept(Draw draw);

        @Operation(threads = "virtual")
        int inherited() {
            return 1;
        }

        @Operation
        int noMore() {
            return 1;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class Inheriting extends Base<Integer> {

        /** A compiler gives its bridge the annotation as well. */
        @Override
        @Operation(threads = "virtual")
        Integer kept(Draw draw) {
            return draw.below(3);
        }

        @Override
        int noMore() {
            return 2;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class WithoutAny {

        int forgotten() {
            return 1;
        }
    }

    /** The annotation is its superclass's. */
    static final class OfAnAnnotatedBase extends Base<Integer> {

        @Override
        Integer kept(Draw draw) {
            return draw.below(3);
        }
    }

    /** The annotation is forgotten. */
    static final class WithoutAnnotation {

        @Operation
        int count() {
            return 1;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class OfOtherLetters {

        @Operation(threads = "virtual")
        int aufträge() {
            return 1;
        }

        @Operation(threads = "virtual")
        int orders() {
            return 1;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class OfOneName {

        @Operation(threads = "virtual")
        int open() {
            return 1;
        }

        int open(int id) {
            return id;
        }
    }

    @DatabaseOperations(database = "postgresql")
    static final class WithOneDisabled {

        @Operation(threads = "virtual")
        int one() {
            return 1;
        }

        @Disabled("it is slow")
        @Operation(threads = "virtual")
        int other() {
            return 2;
        }
    }

    @Disabled
    @DatabaseOperations(database = "postgresql")
    static final class WithAllDisabled {

        @Operation(threads = "virtual")
        int one() {
            return 1;
        }
    }

    /** Answers with what it is told. */
    private static final class Fake implements OperationRaces, OperationRaces.Run {

        private final List<OperationCase> opened = new ArrayList<>();
        private final List<OperationCase> raced = new ArrayList<>();
        private final List<GivenServer> given = new ArrayList<>();
        private final Set<String> spared = new HashSet<>();
        private final Map<String, Ruling> rulings = new TreeMap<>();
        private Optional<RuntimeException> opening = Optional.empty();
        private Optional<AssertionError> closing = Optional.empty();
        private String lostAt = "";
        private int closed;

        @Override
        public Run open(List<OperationCase> operations, String classPath) {
            opened.addAll(operations);
            opening.ifPresent(failure -> {
                throw failure;
            });
            assertThat(classPath).contains("test-classes");
            return this;
        }

        @Override
        public boolean needsDatabase(OperationCase operation) {
            return !spared.contains(operation.method());
        }

        @Override
        public Ruling race(OperationCase operation, Optional<GivenServer> server) {
            raced.add(operation);
            if (operation.toString().equals(lostAt)) {
                throw new OperationRaces.Lost("the engine was killed");
            }
            server.ifPresent(given::add);
            return rulings.getOrDefault(operation.toString(), new Ruling.Passed("unchanged"));
        }

        @Override
        public void close() {
            closed++;
            closing.ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private Events run(DiscoverySelector... selectors) {
        return EngineTestKit.engine(new OperationsEngine(Optional.empty(), parameters -> races))
                .selectors(selectors).execute().allEvents();
    }

    private static Map<String, String> problems(Events events) {
        return events.finished().stream().filter(event -> result(event).getThrowable().isPresent())
                .collect(Collectors.toMap(event -> event.getTestDescriptor().getDisplayName(),
                        event -> result(event).getStatus() + " " + result(event).getThrowable().get().getMessage()));
    }

    private static TestExecutionResult result(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class);
    }

    @Test
    void eachOperationOnEachThreadingIsATest() {
        assertThat(problems(run(ORDERS))).isEmpty();
        assertThat(races.raced).extracting(OperationCase::toString).containsExactly("all [event-loop]",
                "count [platform]", "later [event-loop]", "open [platform]", "open [virtual]");
        assertThat(races.opened).isEqualTo(races.raced);
        assertThat(races.raced.get(1)).isEqualTo(
                new OperationCase("postgresql", Orders.class.getName(), "count", "platform", 3));
        assertThat(races.closed).isEqualTo(1);
    }

    /** A project may have them in {@code junit-platform.properties}. */
    @Test
    void parametersOfJunitAreSettings() {
        List<Optional<String>> baselines = new ArrayList<>();
        EngineTestKit.engine(new OperationsEngine(Optional.empty(), parameters -> {
            baselines.add(parameters.apply("regatta.baselines"));
            return races;
        })).selectors(ORDERS).configurationParameter("regatta.baselines", "there").execute();
        assertThat(baselines).containsExactly(Optional.of("there"));
    }

    @Test
    void oneMethodOrOneTestCanBeChosen() throws NoSuchMethodException {
        run(selectMethod(Orders.class, Orders.class.getDeclaredMethod("open", Draw.class)));
        assertThat(races.raced).extracting(OperationCase::threading).containsExactly("platform", "virtual");
        races.raced.clear();
        run(selectUniqueId("[engine:regatta]/[class:" + Orders.class.getName() + "]/[operation:open %5Bvirtual%5D]"));
        assertThat(races.raced).extracting(OperationCase::toString).containsExactly("open [virtual]");
    }

    @Test
    void aTestFailsOrIsSkippedWithTheSentenceOfItsVerdict() {
        races.rulings.put("open [platform]", new OperationRaces.Ruling.Failed("Regressed: 12 round trips, was 3"));
        races.rulings.put("open [virtual]", new OperationRaces.Ruling.Undecided("Inconclusive: too noisy"));
        assertThat(problems(run(ORDERS))).isEqualTo(Map.of("open [platform]",
                "FAILED Regressed: 12 round trips, was 3", "open [virtual]", "ABORTED Inconclusive: too noisy"));
    }

    @Test
    void whatIsNoOperationFailsWithWhatToDo() {
        assertThat(problems(run(selectClass(Mistakes.class)))).isEqualTo(Map.of(
                "nothing",
                "FAILED Mistakes.nothing returns nothing: an operation returns what it read, or how many rows"
                        + " it wrote, so that old and new code are known to do the same",
                "nothingLater",
                "FAILED Mistakes.nothingLater returns nothing: an operation returns what it read, or how"
                        + " many rows it wrote, so that old and new code are known to do the same",
                "otherParameters",
                "FAILED Mistakes.otherParameters has other parameters than a Draw: draw them from one",
                "otherThreads",
                "FAILED Mistakes.otherThreads: threads = [green], expected platform or virtual",
                "threadsOfItsOwn", "FAILED Mistakes.threadsOfItsOwn: threads = [virtual], but it returns a"
                        + " CompletableFuture, which completes on threads of its own: leave them out",
                "noneInFlight", "FAILED Mistakes.noneInFlight: inFlight = 0, expected 1 to 1000"));
        assertThat(races.opened).isEmpty();
        assertThat(problems(run(selectClass(ResetsByAResult.class)))).containsEntry("count", "FAILED"
                + " ResetsByAResult.reset resets the data and must be void, without parameters, and not static");
        assertThat(problems(run(selectClass(OtherDatabase.class)))).containsEntry("count",
                "FAILED OtherDatabase.count: operations run on postgresql or mariadb, and its class says oracle");
    }

    @Test
    void operationsOfSuperclassesAreTheClasssOwn() {
        assertThat(problems(run(selectClass(Inheriting.class), selectClass(Base.class)))).isEmpty();
        assertThat(races.raced).extracting(OperationCase::toString).containsExactly("inherited [virtual]",
                "kept [virtual]");
        assertThat(races.raced).extracting(OperationCase::type).containsOnly(Inheriting.class.getName());
        races.raced.clear();
        assertThat(problems(run(selectClass(OfAnAnnotatedBase.class)))).isEmpty();
        assertThat(races.raced).extracting(OperationCase::toString).containsExactly("inherited [virtual]",
                "noMore [platform]", "noMore [virtual]");
    }

    /** It cannot be the name of a workload, and the others race. */
    @Test
    void anOperationOfOtherLettersFailsAlone() {
        assertThat(problems(run(selectClass(OfOtherLetters.class)))).isEqualTo(Map.of("aufträge", "FAILED"
                + " OfOtherLetters.aufträge: operations and their classes have names of the letters a to z, digits, _ and $"));
        assertThat(races.raced).extracting(OperationCase::toString).containsExactly("orders [virtual]");
    }

    /** Nothing would tell that nothing races. */
    @Test
    void aClassWithoutOperationsFails() {
        assertThat(problems(run(selectClass(WithoutAny.class)))).isEqualTo(Map.of("no operation", "FAILED WithoutAny"
                + " has @DatabaseOperations and no operation: put @Operation on the methods that are to race"));
        assertThat(problems(run(selectClass(WithoutAnnotation.class)))).isEqualTo(Map.of("no operation",
                "FAILED WithoutAnnotation has @Operation and no @DatabaseOperations: put that on the class, with its"
                        + " database, or make the class abstract"));
        assertThat(problems(run(selectClass(OfOneName.class)))).isEqualTo(Map.of("open",
                "FAILED OfOneName.open is the name of several methods: give the operation one of its own"));
    }

    @Test
    void whatIsDisabledIsSkippedWithItsReason() {
        races.closing = Optional.of(new AssertionError("the disk is full"));
        Events events = run(selectClass(WithOneDisabled.class), selectClass(WithAllDisabled.class));
        assertThat(events.skipped().stream().map(event -> event.getRequiredPayload(String.class))).containsExactly(
                WithAllDisabled.class + " is @Disabled", "it is slow");
        assertThat(races.raced).extracting(OperationCase::toString).containsExactly("one [virtual]");
        assertThat(races.opened).isEqualTo(races.raced);
        assertThat(problems(events)).isEqualTo(Map.of("WithOneDisabled", "FAILED the disk is full"));
    }

    @Test
    void whatPreventsARunFailsOneTestAndSkipsTheOthers() {
        races.opening = Optional.of(new IllegalArgumentException("-Dregatta.base=nowhere is no commit"));
        Map<String, String> problems = problems(run(ORDERS));
        assertThat(problems).hasSize(5).containsEntry("all [event-loop]", "FAILED -Dregatta.base=nowhere is no commit");
        assertThat(problems.values()).filteredOn(problem -> problem.startsWith("ABORTED not raced")).hasSize(4);
    }

    @Test
    void whatIsLostWithTheEngineIsNotRacedAndNotReported() {
        races.lostAt = "count [platform]";
        Map<String, String> problems = problems(run(ORDERS));
        assertThat(problems).hasSize(4).doesNotContainKey("all [event-loop]").containsEntry("count [platform]",
                "FAILED the engine was killed");
        assertThat(problems.values()).filteredOn(problem -> problem.startsWith("ABORTED not raced")).hasSize(3);
        assertThat(races.closed).isZero();
    }

    @Test
    void theServerOfAClassIsAskedForOnceAndWhereSomethingIsMeasured() {
        races.spared.addAll(List.of("one", "two"));
        assertThat(problems(run(selectClass(OnItsOwnServer.class)))).isEmpty();
        assertThat(OnItsOwnServer.called).isZero();
        races.spared.clear();
        assertThat(problems(run(selectClass(OnItsOwnServer.class)))).isEmpty();
        assertThat(OnItsOwnServer.called).isEqualTo(1);
        assertThat(races.given).hasSize(2).extracting(GivenServer::by).containsOnly("OnItsOwnServer.server()");
    }

    @Test
    void aServerThatDoesNotStartIsAskedForOnce() {
        assertThat(problems(run(selectClass(OnNoServer.class)))).isEqualTo(Map.of("count [platform]",
                "FAILED OnNoServer.server() gave no database (the disk is full)", "count [virtual]",
                "ABORTED not raced: OnNoServer.server() gave no database, see the error of the operation before"));
        assertThat(OnNoServer.called).isEqualTo(1);
        assertThat(races.raced).isEmpty();
        assertThat(problems(run(selectClass(OnAnInstancesServer.class)))).isEqualTo(Map.of("count",
                "FAILED OnAnInstancesServer.server() gives the database and must be static, without parameters"));
    }

    @Test
    void aReportThatFailsFailsTheClass() {
        races.closing = Optional.of(new AssertionError("the disk is full"));
        assertThat(problems(run(ORDERS))).isEqualTo(Map.of("Orders", "FAILED the disk is full"));
    }

    @Test
    void aBuildThatIsAskedWritesItsClassPathDownAndRacesNothing() {
        Path file = folder.resolve("record");
        EngineTestKit.engine(new OperationsEngine(Optional.of(file), parameters -> races)).selectors(ORDERS)
                .execute().allEvents().assertStatistics(statistics -> statistics.failed(0).skipped(1));
        Recording recorded = Recording.read(file);
        assertThat(recorded.operations()).hasSize(5);
        assertThat(recorded.classPath()).anyMatch(entry -> entry.endsWith("test-classes"));
        assertThat(races.raced).isEmpty();
    }

    /** As with {@code reuseForks=false}. */
    @Test
    void severalTestJvmsOfABuildWriteBesideEachOther() throws IOException {
        Path file = folder.resolve("record");
        for (Class<?> type : List.of(Orders.class, WithOneDisabled.class)) {
            EngineTestKit.engine(new OperationsEngine(Optional.of(file), parameters -> races))
                    .selectors(selectClass(type))
                    .execute();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Recording::read).mapToInt(recording -> recording.operations().size()).boxed())
                    .containsExactlyInAnyOrder(5, 2);
        }
    }

    @Test
    void otherClassesAreLeftToOtherEngines() {
        run(selectClass(OperationsEngineTest.class)).assertStatistics(statistics -> statistics.started(1));
    }
}
