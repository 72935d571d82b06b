package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.regatta.load.Clock;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Docker engine hangs or ends in each phase of a race in containers. A race that has begun goes on; one that has
 * not is refused in one sentence. The next run removes the container that could not be removed.
 */
class EngineFaultsIT {

    private static final Path ENGINE = Path.of("/var/run/docker.sock");
    private static final Duration LONGEST = Duration.ofSeconds(150);
    private static final String CANNOT_END = "did not end as it should: ";

    @TempDir
    Path folder;

    /** What happens to the engine. */
    enum Fault {
        /** It accepts and never answers, as when it is stopped. */
        SILENT("the Docker engine did not answer within \\d+ s"),
        /** Nobody listens any more. */
        GONE("No such file or directory|Connection refused|Broken pipe|Connection reset|failed to respond");

        private final Pattern cause;

        Fault(String cause) {
            this.cause = Pattern.compile(cause);
        }

        private void strike(EngineProxy proxy) {
            switch (this) {
                case SILENT -> proxy.silence();
                case GONE -> proxy.close();
            }
        }
    }

    @BeforeEach
    void anEngineAnswers() throws Exception {
        assumeTrue(Files.isWritable(ENGINE) && docker("version").isPresent(),
                "no Docker engine answers at " + ENGINE + "; with one: .ci/containers mvn verify -Pfaults");
    }

    static Stream<Arguments> phases() {
        return Arrays.stream(Fault.values())
                .flatMap(fault -> Stream.of(Phase.FILLING, Phase.WARMING_UP, Phase.COUNTING, Phase.CLOSING)
                        .map(phase -> Arguments.of(fault, phase)));
    }

    @ParameterizedTest
    @EnumSource
    void whileItIsTimed(Fault fault) throws Exception {
        aRaceGoesOn(fault, Phase.SLICES);
    }

    @ParameterizedTest
    @MethodSource("phases")
    void inAnotherPhase(Fault fault, Phase phase) throws Exception {
        aRaceGoesOn(fault, phase);
    }

    @ParameterizedTest
    @EnumSource
    void whileTheServerStarts(Fault fault) throws Exception {
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (EngineProxy proxy = proxy();
                Victim victim = inContainers(Map.of("DOCKER_HOST", proxy.host()), "30s")) {
            assertThat(proxy.creates(60)).as(victim.output()).isTrue();
            fault.strike(proxy);
            String said = ended(victim, fault, Phase.STARTING);
            assertThat(victim.end(LONGEST)).as(said).isNotZero();
            assertThat(said).contains("does not start: ").containsPattern(fault.cause).doesNotContain("\tat ");
            aftermath.isClean(victim);
        }
        theNextRunRemovesIt(aftermath);
    }

    @ParameterizedTest
    @EnumSource(names = {"STARTING", "SLICES"})
    void afterAKillTheNextRunRemovesIt(Phase phase) throws Exception {
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (EngineProxy proxy = proxy();
                Victim victim = inContainers(Map.of("DOCKER_HOST", proxy.host()), "30s")) {
            if (phase == Phase.STARTING) {
                assertThat(proxy.creates(60)).as(victim.output()).isTrue();
            } else {
                victim.await(phase);
            }
            Victim.signal(victim.itself(), "KILL");
            victim.end(Duration.ofSeconds(5));
            theNextRunRemovesIt(aftermath);
            aftermath.isClean(victim);
        }
    }

    private void aRaceGoesOn(Fault fault, Phase phase) throws Exception {
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (EngineProxy proxy = proxy();
                Victim victim = inContainers(Map.of("DOCKER_HOST", proxy.host()), "30s")) {
            victim.await(phase);
            fault.strike(proxy);
            String said = ended(victim, fault, phase);
            assertThat(victim.end(LONGEST)).as(said).isIn(0, 2);
            assertThat(said).containsPattern(Victim.MEASURED).contains(CANNOT_END)
                    .containsPattern(fault.cause).doesNotContain("Exception in thread").doesNotContain("\tat ");
            aftermath.isClean(victim);
        }
        theNextRunRemovesIt(aftermath);
    }

    private void theNextRunRemovesIt(Aftermath aftermath) throws Exception {
        try (Victim next = inContainers(Map.of(), "10s")) {
            assertThat(next.end(LONGEST)).as(next.output()).isIn(0, 2);
            assertThat(next.output()).contains("left by a session that was killed");
            aftermath.isClean(next);
        }
        assertThat(docker("ps", "--all", "--quiet", "--filter", "label=dev.regatta.host")).contains("");
        Aftermath.recovered();
    }

    @AfterAll
    static void count() {
        System.out.println(Aftermath.count());
    }

    private EngineProxy proxy() throws IOException {
        return EngineProxy.open(ENGINE, folder.resolve("docker.sock"));
    }

    private Victim inContainers(Map<String, String> environment, String budget) throws IOException {
        var more = new ArrayList<>(List.of("--database", "container", "--budget", budget));
        System.getProperties().stringPropertyNames().stream().filter(name -> name.startsWith("regatta.image."))
                .forEach(name -> more.add("-D" + name + "=" + System.getProperty(name)));
        return Victim.start(folder, environment, more.toArray(String[]::new));
    }

    private static String ended(Victim victim, Fault fault, Phase phase) throws InterruptedException {
        long struck = Clock.nanos();
        int code = victim.end(LONGEST);
        String said = victim.output();
        System.out.printf("the engine is %s while %s: exit %d after %d s: %s%n", fault, phase, code,
                (Clock.nanos() - struck) / 1_000_000_000,
                said.lines().filter(line -> fault.cause.matcher(line).find()).findFirst().orElse("?").strip());
        return said;
    }

    /** What the client prints; empty if it fails. */
    private static Optional<String> docker(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
    }
}
