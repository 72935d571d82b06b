package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.host.ShortCommand;
import dev.regatta.recipe.MavenSetUp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class BaseCheckoutTest {

    private static final List<String> CLASSES = List.of("shop.Races");

    @TempDir
    private Path folder;
    private Path project;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void commit() throws IOException {
        project = Files.createDirectories(folder.resolve("project"));
        git(project, "init", "-q", "-b", "main");
        git(project, "config", "user.email", "tests@example.org");
        git(project, "config", "user.name", "tests");
        wrapper(project, "exit 0");
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Files.writeString(project.resolve(".gitignore"), "target/\n");
        git(project, "add", "-A");
        git(project, "commit", "-q", "-m", "one");
    }

    /** A build that says what it would race, in its own folder. */
    private void racing() throws IOException {
        wrapper(project, "mkdir -p classes; printf 'regatta operations 1\\nclass path\\t%s\\n' \"$PWD/classes\""
                + " > \"$REGATTA_RECORD\"; printf 'operation\\tpostgresql\\tshop.Races\\topen\\tvirtual\\t8\\n'"
                + " >> \"$REGATTA_RECORD\"; echo \"$@\" >> builds");
        git(project, "commit", "-qam", "two");
    }

    private void wrapper(Path of, String script) throws IOException {
        Path wrapper = of.resolve("mvnw");
        Files.writeString(wrapper, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Base base(String named) throws Base.Missing {
        return new BaseCheckout(project, new MavenSetUp(true, Optional.empty()), Optional.of(folder.resolve("local")),
                told::add).of(named, CLASSES);
    }

    private static void git(Path where, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-C", where.toString()));
        command.addAll(List.of(arguments));
        ShortCommand ran = ShortCommand.run(new ProcessBuilder(command).redirectErrorStream(true), ShortCommand.LIMIT);
        assertThat(ran.exitCode()).as(ran.output()).isZero();
    }

    @Test
    void aCommitIsBuiltInAWorktreeOnce() throws Exception {
        racing();
        Base base = base("HEAD");
        assertThat(base.name()).matches("HEAD \\([0-9a-f]{12}\\)");
        assertThat(base.root()).startsWith(project.resolve("target"));
        assertThat(base.told().classPath()).containsExactly(base.root().resolve("classes"));
        assertThat(Files.readString(base.root().resolve("builds"))).isEqualTo("-B -q -ntp -Dmaven.repo.local="
                + folder.resolve("local") + " -o test-compile surefire:test -Dtest=shop.Races"
                + " -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false\n");
        assertThat(base("main")).isEqualTo(new Base(base.name().replace("HEAD", "main"), base.root(), base.told()));
        assertThat(Files.readAllLines(base.root().resolve("builds"))).hasSize(1);
        assertThat(told).hasSize(1);
    }

    @Test
    void aWorktreeThatMavenCleanedAwayIsMadeAnew() throws Exception {
        racing();
        Base base = base("HEAD");
        git(project, "clean", "-qffdx");
        assertThat(base("HEAD")).isEqualTo(base);
        assertThat(Files.readAllLines(base.root().resolve("builds"))).hasSize(1);
    }

    @Test
    void aFolderIsBuiltEachTime() throws Exception {
        racing();
        git(project, "worktree", "add", "-q", "--detach", "../other", "HEAD");
        assertThat(base("../other").name()).isEqualTo("../other");
        assertThat(base("../other").root()).isEqualTo(folder.resolve("other"));
        assertThat(Files.readAllLines(folder.resolve("other/builds"))).hasSize(2);
    }

    @Test
    void whatIsNeitherFolderNorCommitIsRefused() throws IOException {
        assertThatThrownBy(() -> base("origin/main")).hasMessage("-Dregatta.base=origin/main is neither a folder nor a"
                + " commit here: name a branch, a tag or a commit that git knows, or fetch it before");
        git(project, "commit", "-q", "--allow-empty", "-m", "two");
        git(folder, "clone", "-q", "--depth", "1", "file://" + project, "shallow");
        project = folder.resolve("shallow");
        assertThatThrownBy(() -> base("HEAD~1"))
                .hasMessageContaining("this clone is shallow: fetch it, with `git fetch");
    }

    @Test
    void theCheckoutItselfIsNoBase() {
        assertThatThrownBy(() -> base(".")).hasMessageContaining("is this checkout itself");
    }

    @Test
    void aBaseThatDoesNotBuildIsMissing() throws IOException {
        wrapper(project,
                "echo '[INFO] shop'; echo '[ERROR] COMPILATION ERROR : '; echo '[ERROR] Order.java:[3,1] illegal start of type'; exit 1");
        git(project, "commit", "-qam", "broken");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageContaining(
                        " cannot be built (Order.java:[3,1] illegal start of type): try `mvn test-compile`");
    }

    @Test
    void aBaseWithoutTheOperationsIsMissing() {
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageContaining(" has no operations of shop.Races, or no Regatta: it can be raced once");
    }

    @Test
    void aBaseOfAnotherBuildToolIsMissing() throws IOException {
        git(project, "rm", "-q", "pom.xml");
        git(project, "commit", "-qm", "gradle");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageContaining("only builds of Maven can be asked");
    }
}
