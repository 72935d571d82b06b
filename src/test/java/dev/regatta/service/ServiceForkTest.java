package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.Unanswered;
import dev.regatta.fork.WrongResults;
import dev.regatta.host.Placement;
import dev.regatta.http.ServiceRequest;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Footprint;
import dev.regatta.recipe.Jdk;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A service and its generator as one arm: what is timed, and what is said when either fails. */
class ServiceForkTest {

    private static final String WORLDS = ServiceRequest.WORLDS.workload().id();
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(100);

    @TempDir
    private Path folder;
    private ServiceForks forks;

    @AfterEach
    void close() {
        forks.close();
    }

    private ServiceFork fork(String mode) throws IOException, MeasurementFailure {
        BuiltService built = ScriptedServices.in(folder.resolve(mode), mode);
        var arm = new ServiceArm(built.service().client(), built, Jdk.running());
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

    @Test
    void aServiceThatHangsIsGivenUpWithItsLastWords() throws Exception {
        ServiceFork fork = fork("hangs");
        fork.open(WORLDS, ScriptedServices.DATABASE, 2);
        assertThatThrownBy(() -> fork.run(SLICE, 1)).isInstanceOf(Unanswered.class)
                .hasMessageContaining("did not answer within 2 s")
                .hasMessageContaining("the service scripted/platform still runs; its log ends: ")
                .hasMessageContaining("waits for a connection that nobody gives back");
    }

    @Test
    void aWrongAnswerSaysWhichAndWhatTheServiceSaidLast() throws Exception {
        ServiceFork fork = fork("wrong");
        fork.open(WORLDS, ScriptedServices.DATABASE, 2);
        assertThatThrownBy(() -> fork.check(WORLDS, 3, 1)).isInstanceOf(WrongResults.class)
                .hasMessageContaining("returned wrong results for 3 of 3 requests of worlds(), nothing was timed")
                .hasMessageContaining("GET /worlds?ids=").hasMessageContaining("its log ends: ")
                .hasMessageContaining("in mode wrong");
        assertThatThrownBy(() -> fork.run(SLICE, 1)).isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("wrong answers in one slice").hasMessageContaining("in mode wrong");
    }

    @Test
    void aServiceThatDoesNotStartFailsTheMeasurement() throws Exception {
        ServiceFork fork = fork("ends");
        assertThatThrownBy(() -> fork.open(WORLDS, ScriptedServices.DATABASE, 2)).isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("ended with exit code 3 before it answered")
                .hasMessageContaining("no such database");
    }
}
