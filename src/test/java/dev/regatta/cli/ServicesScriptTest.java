package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.ShortCommand;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What {@code .ci/services} races after a bump, in a repository whose {@code regatta} only writes down how it was called. */
class ServicesScriptTest {

    private static final String BOOT = "spring-boot.version";

    @TempDir
    private Path checkout;

    @BeforeEach
    void commit() throws IOException {
        copy(".ci/services");
        copy("docs/services.md");
        try (Stream<Path> poms = Files.find(Path.of("services"), 2, (path, of) -> path.endsWith("pom.xml"))) {
            for (Path pom : poms.toList()) {
                copy(pom.toString());
            }
        }
        ends(0);
        git("init", "-q");
        git("add", ".");
        git("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false", "commit",
                "-q", "-m", "before");
    }

    private void copy(String file) throws IOException {
        Files.createDirectories(checkout.resolve(file).getParent());
        Files.copy(Path.of(file), checkout.resolve(file));
        checkout.resolve(file).toFile().setExecutable(file.startsWith(".ci"));
    }

    /** Every race ends with this exit code. */
    private void ends(int code) throws IOException {
        Path regatta = Files.writeString(checkout.resolve("regatta"), """
                #!/usr/bin/env bash
                echo "$*" >> races.txt
                exit %d
                """.formatted(code));
        assertThat(regatta.toFile().setExecutable(true)).isTrue();
    }

    private void git(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("git", "-C", checkout.toString()));
        words.addAll(List.of(arguments));
        ShortCommand ran = run(words);
        assertThat(ran.exitCode()).as(ran.output()).isZero();
    }

    /** A hook of git tells what it starts of its own repository. */
    private static ShortCommand run(List<String> words) throws IOException {
        var process = new ProcessBuilder(words).redirectErrorStream(true);
        process.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        return ShortCommand.run(process, ShortCommand.LIMIT);
    }

    private ShortCommand services(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(checkout.resolve(".ci/services").toString()));
        words.addAll(List.of(arguments));
        return run(words);
    }

    /** The version that the POM had. */
    private String change(String folder, String property, String version) throws IOException {
        Path pom = checkout.resolve("services").resolve(folder).resolve("pom.xml");
        String before = Files.readString(pom);
        String old = before.replaceAll("(?s).*<" + property + ">([^<]*)<.*", "$1");
        Files.writeString(pom, before.replace("<" + property + ">" + old + "<", "<" + property + ">" + version + "<"));
        assertThat(Files.readString(pom)).isNotEqualTo(before);
        return old;
    }

    private List<String> races() throws IOException {
        Path races = checkout.resolve("races.txt");
        return Files.exists(races) ? Files.readAllLines(races) : List.of();
    }

    @Test
    void whatIsAsBeforeIsNotRaced() throws IOException {
        ShortCommand ran = services("HEAD");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.output()).endsWith("services: 0 raced, 0 regressed, 0 not decided\n");
        assertThat(races()).isEmpty();
    }

    @Test
    void aBumpRacesTheOldVersionOnEachKindOfThreads() throws IOException {
        String old = change("spring-mvc-jdbc", BOOT, "99.1.0");
        String oldQuarkus = change("quarkus-rest-vertx-pg-client", "quarkus.version", "99.2.0");
        assertThat(services("HEAD").exitCode()).isZero();
        assertThat(races()).containsExactly(
                race("quarkus-rest+vertx-pg-client/event-loop", oldQuarkus, "99.2.0"),
                race("spring-mvc+jdbc/platform", old, "99.1.0"),
                race("spring-mvc+jdbc/virtual", old, "99.1.0"));
    }

    private static String race(String service, String old, String version) {
        return "compare --service " + service + " --workload persons,worlds --baseline " + old + " --candidate "
                + version
                + " -Dregatta.results=target/regatta/services/" + service.replace('/', '-');
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"1 | 1 | services: 1 raced, 1 regressed, 0 not decided",
            "2 | 2 | services: 1 raced, 0 regressed, 1 not decided",
            "64 | 64 | services: spring-webflux+r2dbc/event-loop"})
    void howARaceEndedIsPassedOn(int race, int exit, String said) throws IOException {
        ends(race);
        change("spring-webflux-r2dbc", BOOT, "99.1.0");
        ShortCommand ran = services("HEAD");
        assertThat(ran.exitCode()).isEqualTo(exit);
        assertThat(ran.output()).contains(said);
    }

    @Test
    void whatElseChangedIsNamed() throws IOException {
        change("spring-webflux-r2dbc", "netty.version", "99.9.9");
        ShortCommand ran = services("HEAD");
        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.output()).contains(
                "services: what changed in the POM of spring-webflux-r2dbc beside the version of its framework");
        assertThat(races()).isEmpty();
    }

    @Test
    void aWordThatIsNoCommitIsRefused() throws IOException {
        ShortCommand ran = services("nowhere");
        assertThat(ran.exitCode()).isEqualTo(64);
        assertThat(ran.output()).contains("usage: .ci/services COMMIT");
    }
}
