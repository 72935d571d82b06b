package dev.regatta.recipe;

import dev.regatta.stack.Api;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Root;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CandidatesTest {

    @Test
    void everyStackOfTheBuildHasVersions() {
        Candidates candidates = Candidates.load();
        assertThat(candidates.stacks())
                .containsExactlyInAnyOrderElementsOf(Stacks.released().stream().map(Stack::id).toList());
        assertThat(candidates.stacks()).allSatisfy(stack -> assertThat(candidates.rootCoordinates(stack)).isNotEmpty()
                .allMatch(coordinates -> coordinates.matches("[a-z0-9.]+:[A-Za-z0-9-]+:\\d[\\w.-]+")));
    }

    @Test
    void theDriverComesFirst() {
        assertThat(Candidates.load().rootCoordinates("pgjdbc+hikari").getFirst())
                .startsWith("org.postgresql:postgresql:");
    }

    @Test
    void theLibrariesOfAWorkerAreTold() throws IOException {
        assertThat(Candidates.load().libraries()).hasSize(2)
                .allMatch(library -> library.matches("[^:]+:[^:]+:\\d[^:]+"));
        assertThat(read("d.version = 1.2\nlibraries = g:a:1 g:b:2", stack("x+y", "d")).libraries())
                .containsExactly("g:a:1", "g:b:2");
        assertThat(read("d.version = 1.2", stack("x+y", "d")).libraries()).isEmpty();
    }

    @Test
    void aVersionKnowsItsProperty() throws IOException {
        Candidates candidates = read("d.version = 1.2", stack("x+y", "d"));
        assertThat(candidates.rootCoordinates("x+y")).containsExactly("g:d:1.2");
        assertThat(candidates.versionProperty("g:d:1.2")).contains("d.version");
        assertThat(candidates.versionProperty("g:d:1.1")).isEmpty();
    }

    @Test
    void everyCandidateIsADependencyThatBotsSee() throws IOException {
        Candidates candidates = Candidates.load();
        assertThat(candidates.stacks().stream().flatMap(stack -> candidates.rootCoordinates(stack).stream()))
                .isNotEmpty().allSatisfy(coordinates -> {
                    String[] parts = coordinates.split(":");
                    assertThat(Path.of("pom.xml")).content().containsPattern(
                            "<groupId>" + parts[0] + "</groupId>\\s*<artifactId>" + parts[1]
                                    + "</artifactId>\\s*<version>\\$\\{"
                                    + candidates.versionProperty(coordinates).orElseThrow() + "}</version>");
                });
    }

    @Test
    void anUnknownStackNamesTheKnownOnes() throws IOException {
        Candidates candidates = read("d.version = 1.2", stack("x+y", "d"), stack("x+z", "d"));
        assertThatThrownBy(() -> candidates.rootCoordinates("x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no candidate for the client stack 'x', expected one of x+y, x+z");
    }

    @Test
    void anUnfilteredResourceIsNotTakenForAVersion() {
        assertThatThrownBy(() -> read("d.version = ${d.version}", stack("x+y", "d")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("test.properties: 'd.version' is '${d.version}', Maven did not fill it in: "
                        + "let Maven copy the resources (mvn process-resources)");
    }

    @Test
    void aBuildWithoutAVersionHasNoSuchStack() throws IOException {
        Candidates candidates = read("d.version = 1.2", stack("x+y", "d"), stack("x+e", "d", "e"));
        assertThat(candidates.stacks()).containsExactly("x+y");
    }

    /** So were the files of builds before the catalog. */
    @Test
    void aLineThatIsNoVersionIsIgnored() throws IOException {
        assertThat(read("d.version = 1.2\nx+y = g:e:{d.version}", stack("x+y", "d")).rootCoordinates("x+y"))
                .containsExactly("g:d:1.2");
    }

    private static Candidates read(String text, Stack... stacks) throws IOException {
        return Candidates.read(new StringReader(text), "test.properties", List.of(stacks));
    }

    /** A stack of artifacts {@code g:…} with versions {@code ….version}. */
    private static Stack stack(String id, String... artifacts) {
        return new Stack(id, Api.JDBC, Pool.NONE, Set.of(Dialect.POSTGRESQL),
                Stream.of(artifacts).map(artifact -> new Root("g:" + artifact, artifact + ".version", "a.Type"))
                        .toList(),
                List.of(), false);
    }
}
