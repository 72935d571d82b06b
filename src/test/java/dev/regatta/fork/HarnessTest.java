package dev.regatta.fork;

import static dev.regatta.Tree.copy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Description;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What other checkouts are asked, by real workers. */
@Execution(ExecutionMode.CONCURRENT)
class HarnessTest {

    private static final Path BUILT = Path.of("target", "classes");

    @TempDir
    Path folder;

    /** Without a server's jar, an engine or a driver on its class path. */
    @Test
    void aCheckoutEqualToThisDescribesItselfAsThis() throws IOException {
        Path copy = copy(BUILT, folder.resolve("a copy"));
        Harness asked = Harness.of(List.of(copy), List.of(), "../main", folder);
        assertThat(asked.description()).isEqualTo(Harness.own().description());
        assertThat(asked.code()).isEqualTo("../main");
        assertThat(asked.classPath()).startsWith(copy).doesNotContain(BUILT.toAbsolutePath());
    }

    @Test
    void withLibrariesOfItsOwnItHasNothingOfThisRegattas() {
        List<Path> own = HarnessJars.classPath();
        List<Path> libraries = own.subList(1, own.size()).reversed();
        assertThat(Harness.of(List.of(BUILT), libraries, "../main", folder).classPath()).containsExactlyElementsOf(
                Stream.concat(Stream.of(BUILT), libraries.stream()).toList());
    }

    @Test
    void whatItSaysIsWhatItsClassesSay() throws IOException {
        Path copy = copy(BUILT, folder.resolve("copy"));
        edit(copy.resolve("dev/regatta/fork/Forks.class"), "-Xmx256m", "-Xmx255m");
        edit(copy.resolve("dev/regatta/database/ServerSettings.class"), "fsync", "fsynk");
        edit(copy.resolve("dev/regatta/database/ImageName.class"), "mariadb:11.8", "mariadb:11.9");
        edit(copy.resolve("dev/regatta/database/compose.yaml"), "postgres:18@", "postgres:17@");
        Description told = Harness.of(List.of(copy), List.of(), "../main", folder).description();
        assertThat(told.jvmOptions()).contains("-Xmx255m");
        assertThat(server(told, "postgresql").settings()).containsEntry("fsynk", "off").doesNotContainKey("fsync");
        assertThat(server(told, "postgresql").pinnedImage()).startsWith("postgres:17@sha256:");
        assertThat(server(told, "mariadb").image()).isEqualTo("mariadb:11.9");
        assertThat(told.clients()).isEqualTo(Harness.own().description().clients());
    }

    private static Description.Server server(Description told, String database) {
        return told.databases().get(Dialect.of(database)).server();
    }

    @Test
    void oneThatDoesNotAnswerIsNamedWithItsLog() throws IOException {
        Path copy = copy(BUILT, folder.resolve("copy"));
        Files.delete(copy.resolve("META-INF/services/dev.regatta.protocol.Describer"));
        assertThatThrownBy(() -> Harness.of(List.of(copy), List.of(), "../main", folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the checkout ../main does not say what its cells depend on, as one from before the worker's"
                                + " command `describe` cannot (see " + folder.resolve("describe.log")
                                + "): merge the one into the other");
        assertThat(folder.resolve("describe.log")).content().contains("nothing on this class path describes it");
    }

    @Test
    void oneWhoseWorkerDoesNotStartIsNamedToo() {
        assertThatThrownBy(() -> Harness.of(List.of(BUILT), List.of(folder), "../main", folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the checkout ../main does not say what its cells depend on");
        assertThat(folder.resolve("describe.log")).content().contains("NoClassDefFoundError");
    }

    private static void edit(Path file, String before, String after) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(text).contains(before);
        Files.writeString(file, text.replace(before, after), StandardCharsets.ISO_8859_1);
    }
}
