package dev.regatta.recipe;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CandidatesTest {

    @Test
    void everyStackOfTheBuildHasVersions() {
        Candidates candidates = Candidates.load();
        assertThat(candidates.stacks()).containsExactly("mariadb+hikari", "mysql-connector-j+hikari", "pgjdbc+hikari",
                "r2dbc-mariadb+r2dbc-pool", "r2dbc-postgresql+r2dbc-pool");
        assertThat(candidates.stacks()).allSatisfy(stack -> assertThat(candidates.rootCoordinates(stack)).hasSize(2)
                .allMatch(coordinates -> coordinates.matches("[a-z0-9.]+:[A-Za-z0-9-]+:\\d[\\w.-]+")));
    }

    @Test
    void theDriverComesFirst() {
        assertThat(Candidates.load().rootCoordinates("pgjdbc+hikari").getFirst())
                .startsWith("org.postgresql:postgresql:");
    }

    @Test
    void aVersionKnowsItsProperty() throws IOException {
        Candidates candidates = read("d.version = 1.2\nx+y = g:d:{d.version}");
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
        Candidates candidates = read("d.version = 1.2\nx+y = g:d:{d.version}\nx+z = g:d:{d.version}");
        assertThatThrownBy(() -> candidates.rootCoordinates("x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no candidate for the client stack 'x', expected one of x+y, x+z");
    }

    @Test
    void anUnfilteredResourceIsNotTakenForAVersion() {
        assertThatThrownBy(() -> read("d.version = ${d.version}\nx+y = g:d:{d.version}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("test.properties: 'd.version' is '${d.version}', Maven did not fill it in: "
                        + "let Maven copy the resources (mvn process-resources)");
    }

    @Test
    void aRootWithoutAKnownPropertyIsNamed() {
        assertThatThrownBy(() -> read("d.version = 1.2\nx+y = g:d:{d.version} g:e:{e.version}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("test.properties: 'g:e:{e.version}' of the client stack 'x+y' is not of the form "
                        + "group:artifact:{property}, with a property of the same file");
    }

    private static Candidates read(String text) throws IOException {
        return Candidates.read(new StringReader(text), "test.properties");
    }
}
