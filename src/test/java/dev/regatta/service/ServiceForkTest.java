package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.WarmUp;
import dev.regatta.fork.WrongResults;
import dev.regatta.host.Placement;
import dev.regatta.http.ServiceRequest;
import dev.regatta.load.Arrivals;
import dev.regatta.load.Clock;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Untimed;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A service and its generator as one arm: what is timed, and what is said when either fails. */
@Execution(ExecutionMode.CONCURRENT)
class ServiceForkTest {

    private static final String WORLDS = ServiceRequest.WORLDS.workload().id();
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long TICKS = TimeUnit.MILLISECONDS.toNanos(40);

    @TempDir
    private Path folder;
    private ServiceForks forks;

    @AfterEach
    void close() {
        forks.close();
    }

    private ServiceFork fork(String mode, String... options) throws IOException, MeasurementFailure {
        BuiltService built = ScriptedServices.in(folder.resolve(mode), mode);
        var arm = new ServiceArm(built.service().client(), built, Jdk.running(), List.of(options));
        forks = new ServiceForks(Map.of(Arm.CANDIDATE, arm), Placement.detect(), folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(2), Duration.ZERO), Jdk.running());
        return forks.start(Arm.CANDIDATE, 1, arm);
    }

    @Test
    void aSliceHasTheTimesOfTheLoadAndTheCpuOfTheService() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        long digest = fork.check(WORLDS, 10, 1);
        assertThat(fork.check(WORLDS, 10, 1)).isEqualTo(digest);
        fork.run(SLICE, 1);
        long before = forks.generatorNanos();
        Answer.Ran ran = fork.run(SLICE, 2);
        assertThat(ran.slice().operations()).isPositive();
        assertThat(ran.slice().latencies().count()).isPositive();
        assertThat(ran.slice().cpuNanos()).isPositive();
        assertThat(ran.processNanos().orElseThrow()).isGreaterThanOrEqualTo(ran.slice().cpuNanos());
        assertThat(forks.generatorNanos()).isGreaterThan(before);
        fork.gather();
        Footprint footprint = fork.inspect(SLICE, 3);
        assertThat(footprint.privateBytes().orElseThrow()).isPositive();
        assertThat(footprint.threads().total()).isPositive();
        assertThat(fork.alive()).isTrue();
    }

    /**
     * What a slice says of the service, and the source of the generators, is all that both processes use: what is left out would
     * be told as the work of others. The kernel tells a process's time in ticks of 10 ms.
     */
    @Test
    void nothingThatTheArmUsesIsTheWorkOfOthers() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        fork.run(SLICE, 1);
        long service = cpuNanos(fork.pid());
        long generator = cpuNanos(fork.generatorPid());
        long generatorTold = forks.generatorNanos();
        long told = 0;
        for (int slice = 0; slice < 10; slice++) {
            told += fork.run(SLICE, slice).processNanos().orElseThrow();
            told += fork.offer(100, Arrivals.CONSTANT, SLICE, 0, slice).processNanos().orElseThrow();
        }
        assertThat(told).isCloseTo(cpuNanos(fork.pid()) - service, within(TICKS));
        assertThat(forks.generatorNanos() - generatorTold)
                .isCloseTo(cpuNanos(fork.generatorPid()) - generator, within(TICKS));
        assertThat(told).isGreaterThan(3 * TICKS);
    }

    @Test
    void whatARequestAllocatesIsCounted() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 1);
        Count allocated = fork.allocated(SLICE, SLICE, 1);
        assertThat(allocated.operations()).isPositive();
        assertThat(allocated.perOperation()).as("the body alone is longer").isGreaterThan(500);
    }

    @Test
    void aJvmThatDoesNotTellLeavesNoCount() throws Exception {
        ServiceFork fork = fork("right", "-XX:+DisableAttachMechanism");
        fork.open(WORLDS, ScriptedServices.DATABASE, 1);
        assertThatThrownBy(() -> fork.allocated(SLICE, SLICE, 1)).isInstanceOf(IOException.class);
    }

    @Test
    void pinsAreThoseOfItsVirtualThreads() throws Exception {
        ServiceFork fork = fork("pins");
        fork.open(WORLDS, ScriptedServices.DATABASE, 1);
        fork.check(WORLDS, 10, 1);
        Pins pins = fork.pinned(5 * SLICE, 1);
        assertThat(pins.operations()).isGreaterThan(10);
        assertThat(pins.perOperation()).isBetween(0.5, 1.5);
        assertThat(pins.stacks().getFirst().frames()).anyMatch(frame -> frame.contains("ScriptedService.pin"));
    }

    @Test
    void virtualThreadsThatAreNotPinnedHaveNoPins() throws Exception {
        ServiceFork fork = fork("virtual");
        fork.open(WORLDS, ScriptedServices.DATABASE, 1);
        fork.check(WORLDS, 10, 1);
        assertThat(fork.pinned(5 * SLICE, 1).perOperation()).isLessThan(0.01);
    }

    @Test
    void whatCountsRequestsCountsPinsOfAServiceOnVirtualThreads() throws Exception {
        Untimed told = RequestCounts.of(fork("pins"), WORLDS, ScriptedServices.DATABASE, Duration.ofMillis(1));
        assertThat(told.counts(Arm.CANDIDATE).orElseThrow().of(Counter.ALLOCATED_WARM)).isPresent();
        assertThat(told.pinning(Arm.CANDIDATE).orElseThrow().pins().orElseThrow().perOperation()).isBetween(0.5, 1.5);
    }

    @Test
    void whereNoPinsCanBeReadTheReasonIsTold() throws Exception {
        Untimed told = RequestCounts.of(fork("virtual", "-XX:+DisableAttachMechanism"), WORLDS,
                ScriptedServices.DATABASE, Duration.ofMillis(1));
        assertThat(told.pinning(Arm.CANDIDATE).orElseThrow().absence()).isNotEmpty();
    }

    /** That none were pinned would be said of a service that has none, and of a recorder that sees none. */
    @Test
    void withoutVirtualThreadsNothingIsKnownOfPins() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 1);
        assertThatThrownBy(() -> fork.pinned(SLICE, 1)).isInstanceOf(IOException.class)
                .hasMessageMatching("its flight recorder saw 0 virtual threads start in [1-9]\\d* requests");
    }

    /** Every request begins with the first set: the log that its verdict names is there when the next was raced. */
    @Test
    void theLogOfAForkOutlivesTheNextOfItsName() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 1);
        forks.renew(1);
        BuiltService built = ScriptedServices.in(folder.resolve("again"), "right");
        ServiceFork next = forks.start(Arm.CANDIDATE, 1,
                new ServiceArm(built.service().client(), built, Jdk.running(), List.of()));
        next.open(WORLDS, ScriptedServices.DATABASE, 1);
        assertThat(folder.resolve("logs").toFile().list()).contains("service-scripted-platform-candidate-1.log",
                "service-scripted-platform-candidate-1-2.log");
    }

    private static long cpuNanos(long pid) {
        return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow().toNanos();
    }

    /** One that was started near its database would go on to use it there. */
    @Test
    void onAnotherWayToTheDatabaseTheServiceIsAFreshProcess() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        long first = fork.pid();
        fork.open(ServiceRequest.PERSONS.workload().id(), ScriptedServices.DATABASE, 4);
        assertThat(fork.pid()).isEqualTo(first);
        var away = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 2, "regatta", "somebody", "secret");
        fork.open(WORLDS, away, 4);
        assertThat(fork.pid()).isNotEqualTo(first);
        assertThat(ProcessHandle.of(first).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(fork.run(SLICE, 1).slice().cpuNanos()).isPositive();
    }

    /** Of 4 requests in flight it told the memory that 500 had needed, if these came first. */
    @Test
    void withAnotherNumberOfRequestsInFlightTheServiceIsAFreshProcess() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 500);
        long first = fork.pid();
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        assertThat(fork.pid()).isNotEqualTo(first);
        assertThat(ProcessHandle.of(first).filter(ProcessHandle::isAlive)).isEmpty();
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        assertThat(fork.run(SLICE, 1).slice().cpuNanos()).isPositive();
    }

    /** One that was warm for another request raced as if it were fresh, or stood beside those that raced. */
    @Test
    void whatACellLeftHasEndedWhenTheNextBegins() throws Exception {
        ServiceFork left = fork("right");
        left.open(WORLDS, ScriptedServices.DATABASE, 1);
        ProcessHandle service = ProcessHandle.of(left.pid()).orElseThrow();
        ProcessHandle generator = ProcessHandle.of(left.generatorPid()).orElseThrow();
        long used = forks.generatorNanos();
        forks.renew(1);
        assertThat(service.isAlive()).isFalse();
        assertThat(generator.isAlive()).isFalse();
        assertThat(forks.generatorNanos()).isGreaterThanOrEqualTo(used);
        assertThat(forks.of(Dialect.POSTGRESQL, new ClientId("scripted", Threading.PLATFORM), Arm.CANDIDATE, 1, null))
                .isNotSameAs(left);
    }

    @Test
    void ofAServiceThatIsAskedForAgainThereIsOneProcess() throws Exception {
        BuiltService built = ScriptedServices.in(folder.resolve("named"), "right");
        var served = new ServiceArm(built.service().client(), built, Jdk.running(), List.of("-Xmx64m"));
        forks = new ServiceForks(List.of(served), Placement.detect(), folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(2), Duration.ZERO), Jdk.running());
        Fork fork = forks.of(Dialect.POSTGRESQL, served.client(), Arm.CANDIDATE, 1, null);
        assertThat(forks.of(Dialect.POSTGRESQL, served.client(), Arm.CANDIDATE, 1, null)).isSameAs(fork);
        assertThat(forks.of(Dialect.POSTGRESQL, served.client(), Arm.CANDIDATE, 2, null)).isNotSameAs(fork);
        fork.open(WORLDS, ScriptedServices.DATABASE, 1);
        assertThat(ProcessHandle.of(fork.pid()).orElseThrow().info().arguments().orElseThrow()).contains("-Xmx64m");
        assertThat(forks.startTime(served, ScriptedServices.DATABASE)).isPositive();
        var unknown = new ClientId("another", Threading.PLATFORM);
        assertThatThrownBy(() -> forks.of(Dialect.POSTGRESQL, unknown, Arm.CANDIDATE, 1, null))
                .isInstanceOf(MeasurementFailure.class).hasMessage("there is no service for the candidate arm");
    }

    @Test
    void aServiceThatIsKilledInASliceSaysSo() throws Exception {
        ServiceFork fork = fork("right");
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        fork.check(WORLDS, 10, 1);
        var killed = new CompletableFuture<Void>();
        ProcessHandle service = ProcessHandle.of(fork.pid()).orElseThrow();
        killed.completeAsync(() -> null, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS))
                .thenRun(service::destroyForcibly);
        assertThatThrownBy(() -> {
            // Whichever slice it is in.
            for (int slice = 0; slice < 50; slice++) {
                fork.run(SLICE, slice);
            }
        }).isInstanceOf(MeasurementFailure.class)
                .hasMessageStartingWith("the service scripted/platform ended with exit code 137; its log ends: ")
                .hasMessageContaining("in mode right | listening");
        assertThat(fork.alive()).isFalse();
    }

    /** A race took one that hung when it was checked for a standstill: worse than the other, or better where that hung. */
    @Test
    void aServiceThatHangsIsGivenUpWithItsLastWords() throws Exception {
        ServiceFork fork = fork("hangs");
        fork.open(WORLDS, ScriptedServices.DATABASE, 2);
        fork.answersBy(Clock.nanos() + TimeUnit.SECONDS.toNanos(2));
        assertThatThrownBy(() -> fork.check(WORLDS, 1, 1)).isExactlyInstanceOf(MeasurementFailure.class)
                .hasMessageFindingMatch("did not answer within (1\\.\\d|2\\.0) s ")
                .hasMessageContaining("waits for a connection that nobody gives back");
    }

    @Test
    void aServiceThatHangsInASliceIsGivenUpWithItsLastWords() throws Exception {
        ServiceFork fork = fork("hangs");
        fork.open(WORLDS, ScriptedServices.DATABASE, 2);
        assertThatThrownBy(() -> fork.run(SLICE, 1)).isExactlyInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("did not answer within 2.1 s")
                .hasMessageContaining("the service scripted/platform still runs; its log ends: ")
                .hasMessageContaining("waits for a connection that nobody gives back")
                .hasMessageEndingWith("; the threads of the service stand behind that");
        // Those of the generator alone were kept, which say nothing of what the service waits for.
        fork.close();
        assertThat(Files.readString(folder.resolve("logs/service-scripted-platform-candidate-1.log")))
                .containsSubsequence("nobody gives back", "Full thread dump", "ScriptedService.await");
    }

    @Test
    void aWrongAnswerSaysWhichAndWhatTheServiceSaidLast() throws Exception {
        ServiceFork fork = fork("wrong");
        fork.open(WORLDS, ScriptedServices.DATABASE, 2);
        assertThatThrownBy(() -> fork.check(WORLDS, 3, 1)).isInstanceOf(WrongResults.class)
                .hasMessageStartingWith(
                        "the candidate arm, the service scripted/platform, returned wrong results for 3 of"
                                + " 3 requests of worlds(), nothing was timed")
                .hasMessageContaining("GET /worlds?ids=").hasMessageContaining("its log ends: ")
                .hasMessageContaining("in mode wrong");
        assertThatThrownBy(() -> fork.run(SLICE, 1)).isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("wrong answers in one slice").hasMessageContaining("in mode wrong");
    }

    /** It was the candidate's, of which nobody had spoken. */
    @Test
    void inAnExplorationAWrongAnswerIsTheServices() throws Exception {
        BuiltService built = ScriptedServices.in(folder.resolve("named"), "wrong");
        var served = new ServiceArm(built.service().client(), built, Jdk.running(), List.of());
        forks = new ServiceForks(List.of(served), Placement.detect(), folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(2), Duration.ZERO), Jdk.running());
        Fork fork = forks.of(Dialect.POSTGRESQL, served.client(), Arm.CANDIDATE, 1, null);
        fork.open(WORLDS, ScriptedServices.DATABASE, 2);
        assertThatThrownBy(() -> fork.check(WORLDS, 3, 1)).isInstanceOf(WrongResults.class)
                .hasMessageStartingWith("the service scripted/platform returned wrong results for 3 of 3 requests");
        assertThatThrownBy(() -> fork.run(SLICE, 1)).isInstanceOf(MeasurementFailure.class)
                .hasMessageStartingWith("the service scripted/platform had 0 errors and ");
    }

    /** As of a client: a load that is too large is no reason to end hours of measuring. */
    @Test
    void inAnExplorationRequestsThatFailAreCounted() throws Exception {
        BuiltService built = ScriptedServices.in(folder.resolve("named"), "fails at times");
        var served = new ServiceArm(built.service().client(), built, Jdk.running(), List.of());
        forks = new ServiceForks(List.of(served), Placement.detect(), folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(2), Duration.ZERO), Jdk.running());
        Fork fork = forks.of(Dialect.POSTGRESQL, served.client(), Arm.CANDIDATE, 1, null);
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        Slice offered = fork.offer(500, Arrivals.CONSTANT, SLICE, 0, 1).offering().slice();
        assertThat(offered.errors()).isBetween(1, 20);
        assertThat(offered.problem()).contains("status 500");
        assertThat(fork.run(SLICE, 1).slice().errors()).isPositive();
        // One in the warm-up did.
        WarmUp warmUp = fork.warmUpFor(WORLDS, false);
        fork.warm(warmUp, WORLDS, 1);
        assertThat(warmUp.slices()).isEqualTo(1);
        ProcessHandle service = ProcessHandle.of(fork.pid()).orElseThrow();
        service.destroyForcibly();
        service.onExit().get(10, TimeUnit.SECONDS);
        assertThatThrownBy(() -> fork.run(SLICE, 2)).isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("ended with exit code 137");
    }

    @Test
    void inARaceTheFirstRequestThatFailsEndsTheMeasurement() throws Exception {
        ServiceFork fork = fork("fails at times");
        fork.open(WORLDS, ScriptedServices.DATABASE, 4);
        assertThatThrownBy(() -> fork.run(SLICE, 1)).isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining(" errors and 0 wrong answers in one slice, first: ")
                .hasMessageContaining("in mode fails at times");
        assertThatThrownBy(() -> fork.warm(fork.warmUpFor(WORLDS, false), WORLDS, 1))
                .isInstanceOf(MeasurementFailure.class).hasMessageContaining("status 500");
    }

    @Test
    void aServiceThatDoesNotStartFailsTheMeasurement() throws Exception {
        ServiceFork fork = fork("ends");
        assertThatThrownBy(() -> fork.open(WORLDS, ScriptedServices.DATABASE, 2)).isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("ended with exit code 3 before it answered")
                .hasMessageContaining("no such database");
    }
}
