package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.Script;
import dev.regatta.host.ShortCommand;
import dev.regatta.operations.OperationCase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class BaseCheckoutTest {

    private static final List<String> CLASSES = List.of("shop.Races");

    @TempDir
    private Path folder;
    private Path project;
    private final List<String> told = new ArrayList<>();
    private Runnable whileWaiting = () -> {
    };

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
        Script.write(of.resolve("mvnw"), script);
    }

    private BaseCheckout checkout(Optional<String> build) {
        return new BaseCheckout(project, project.resolve("target/regatta-base"), build, List.of("-o", "-Pcompany"),
                this::alone, told::add);
    }

    private Runnable alone() {
        told.add("alone");
        whileWaiting.run();
        return () -> told.add("no longer");
    }

    private Base base(String named) throws Base.Missing {
        return checkout(Optional.empty()).of(named, CLASSES);
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
        assertThat(Files.readString(base.root().resolve("builds"))).isEqualTo("-B -ntp -o -Pcompany test-compile"
                + " surefire:test -Dtest=shop.Races -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false\n");
        assertThat(base("main")).isEqualTo(new Base(base.name().replace("HEAD", "main"), base.root(), base.told()));
        assertThat(Files.readAllLines(base.root().resolve("builds"))).hasSize(1);
        assertThat(told).hasSize(3).startsWith("alone").endsWith("no longer");
    }

    /** Two test JVMs of one build want the same base. */
    @Test
    void aBaseThatWasBuiltMeanwhileIsNotBuiltAgain() throws Exception {
        racing();
        whileWaiting = () -> {
            whileWaiting = () -> {
            };
            try {
                base("HEAD");
            } catch (Base.Missing e) {
                throw new AssertionError(e);
            }
        };
        assertThat(Files.readAllLines(base("HEAD").root().resolve("builds"))).hasSize(1);
    }

    /** A warning is no file that was changed, and no part of a path. */
    @Test
    void whatGitWarnsOfIsNotTakenForWhatItSays() throws Exception {
        git(project, "config", "core.fsyncObjectFiles", "true");
        racing();
        assertThat(base("HEAD").name()).matches("HEAD \\([0-9a-f]{12}\\)");
        assertThat(checkout(Optional.empty()).root(project).toRealPath()).isEqualTo(project.toRealPath());
        assertThat(checkout(Optional.empty()).uncommitted(List.of())).isEmpty();
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

    /** As where the folder is another user's, whom git does not trust: its own words say what to do. */
    @Test
    void whyGitReadsNoCheckoutIsSaid() throws Exception {
        project = Files.createDirectories(folder.resolve("no checkout"));
        assertThatThrownBy(() -> base("origin/main")).hasMessageMatching("-Dregatta\\.base=origin/main is neither a"
                + " folder nor a commit here \\(git: fatal: not a git repository .*\\)");
        assertThatThrownBy(() -> checkout(Optional.empty()).namedBy("0123456789ab",
                Path.of("baselines/operations.json"), CLASSES)).isInstanceOf(Base.Missing.class)
                .hasMessageContaining("names cannot be looked for (git: fatal: not a git repository");
    }

    @Test
    void aHookOfGitTellsNothingOfOtherCheckouts() {
        var environment = new HashMap<>(Map.of("GIT_INDEX_FILE", ".git/index", "GIT_DIR", ".git", "HOME", "/home/me",
                "GIT_SSH_COMMAND", "ssh"));
        BaseCheckout.forOtherCheckouts(environment);
        assertThat(environment).containsOnlyKeys("HOME", "GIT_SSH_COMMAND");
    }

    @Test
    void onlyOurOwnWorktreesThatAreGoneAreForgotten() throws Exception {
        racing();
        git(project, "worktree", "add", "-q", "--detach", "../mine", "HEAD");
        Path unmounted = Files.move(folder.resolve("mine"), folder.resolve("unmounted"));
        Path ours = base("HEAD").root();
        git(project, "clean", "-qffdx");
        git(project, "commit", "-q", "--allow-empty", "-m", "later");
        base("HEAD");
        git(Files.move(unmounted, folder.resolve("mine")), "status");
        assertThat(project.resolve(".git/worktrees")).isDirectoryContaining("glob:**/mine")
                .isDirectoryNotContaining("glob:**/" + ours.getFileName());
    }

    /** Of a git that was killed: it makes the folder first, and locks it. */
    @Test
    void aWorktreeThatIsNotCompleteIsMadeAnew() throws Exception {
        racing();
        Base base = base("HEAD");
        Path store = base.root().getParent();
        try (Stream<Path> files = Files.list(store)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        git(project, "worktree", "lock", base.root().toString());
        Files.delete(base.root().resolve("pom.xml"));
        assertThat(base("HEAD")).isEqualTo(base);
        assertThat(base.root().resolve("pom.xml")).exists();
    }

    /** Otherwise the next run would race what one of them has said, and skip the others. */
    @Test
    void whatOneOfSeveralBuildsSaidIsNoRecord() throws Exception {
        racing();
        List<String> two = List.of("shop.More", "shop.Races");
        var failing = checkout(Optional.of("./mvnw {class} && test {class} = shop.More || test -e repaired"));
        assertThatThrownBy(() -> failing.of("HEAD", two)).isInstanceOf(Base.Missing.class);
        Path root = project.resolve("target/regatta-base");
        try (Stream<Path> files = Files.list(root)) {
            Files.createFile(files.filter(Files::isDirectory).filter(of -> Files.exists(of.resolve("pom.xml")))
                    .findFirst().orElseThrow().resolve("repaired"));
        }
        assertThat(failing.of("HEAD", two).told().operations()).hasSize(2);
    }

    @Test
    void eachTestJvmOfABuildIsHeard() throws Exception {
        racing();
        String script = Files.readString(project.resolve("mvnw")).replace("; echo \"$@\" >> builds", "");
        Files.writeString(project.resolve("mvnw"), script + "sed s/shop.Races/shop.More/ \"$REGATTA_RECORD\""
                + " > \"$REGATTA_RECORD.2\"\n");
        git(project, "commit", "-qam", "a test JVM for each class");
        assertThat(base("HEAD").told().operations()).extracting(OperationCase::type).containsExactly("shop.Races",
                "shop.More");
        assertThat(base("HEAD").told().operations()).hasSize(2);
    }

    @Test
    void aFolderOfThisCheckoutThatHasTheNameOfABranchIsNotMeant() throws Exception {
        racing();
        Files.createDirectories(project.resolve("main"));
        assertThat(base("main").name()).matches("main \\([0-9a-f]{12}\\)");
    }

    @Test
    void theCheckoutItselfIsNoBase() {
        assertThatThrownBy(() -> base(".")).hasMessageContaining("is this checkout itself");
    }

    @Test
    void aBaseThatDoesNotBuildIsMissing() throws IOException {
        wrapper(project,
                "echo '[INFO] shop'; echo '[ERROR] COMPILATION ERROR : '; printf '\\033[0m'; echo '[ERROR] Order.java:[3,1] illegal start of type'; exit 1");
        git(project, "commit", "-qam", "broken");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageMatching("the base HEAD \\([0-9a-f]{12}\\) cannot be built \\(Order\\.java:\\[3,1\\] illegal"
                        + " start of type\\): see .*/target/regatta-base/class-path-[0-9a-f]{12}\\.log");
    }

    @Test
    void whatGradleSaysWentWrongIsTold() throws IOException {
        wrapper(project,
                "printf '\\nFAILURE: Build failed with an exception.\\n\\n* What went wrong:\\nExecution failed for"
                        + " task compileJava.\\n> Compilation failed\\n\\n* Try:\\n> Run with --info\\n\\nBUILD FAILED in 1s\\n'; exit 1");
        git(project, "commit", "-qam", "broken");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageContaining(
                        " cannot be built (Execution failed for task compileJava. Compilation failed): see ");
    }

    @Test
    void aBaseOfGradleWithoutTheOperationsIsMissing() throws IOException {
        wrapper(project, "printf '* What went wrong:\\nExecution failed for task test.\\n> No tests found for given"
                + " includes: [shop.Races](--tests filter)\\n'; exit 1");
        git(project, "commit", "-qam", "before Regatta");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageContaining(" has no operations of shop.Races, or no Regatta, ");
    }

    /** It runs no test of JUnit 5, and that is no failure to it. */
    @Test
    void anOldSurefireIsNamed() throws IOException {
        wrapper(project, "echo '[INFO] --- maven-surefire-plugin:2.12.4:test (default-cli) @ orders ---'");
        git(project, "commit", "-qam", "of Maven's own");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class).hasMessageContaining(
                " runs tests by Surefire 2.12.4, which knows no JUnit 5: name maven-surefire-plugin 3 in its pom.xml (see ");
        wrapper(project, "echo '[INFO] --- surefire:3.5.2:test (default-cli) @ orders ---'");
        git(project, "commit", "-qam", "of today");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageContaining(" has no operations of shop.Races, ");
    }

    @Test
    void aBaseWithoutTheOperationsIsMissing() {
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageMatching("the base .* has no operations of shop\\.Races, or no Regatta, or its build leaves"
                        + " them out \\(see .*\\.log\\): it can be raced once they are in the base");
    }

    @Test
    void aBaseOfAnotherBuildToolNeedsACommand() throws Exception {
        git(project, "rm", "-q", "pom.xml");
        git(project, "commit", "-qm", "another tool");
        assertThatThrownBy(() -> base("HEAD")).isInstanceOf(Base.Missing.class)
                .hasMessageContaining("has neither pom.xml nor build.gradle in ")
                .hasMessageEndingWith(": give the command that runs a test class there, as in"
                        + " \"-Dregatta.base.build=./build test {class}\"");
        racing();
        Base base = checkout(Optional.of("./mvnw '{class}' \"a b\"")).of("HEAD", List.of("shop.Races", "shop.More"));
        assertThat(Files.readAllLines(base.root().resolve("builds"))).containsExactly("shop.More a b",
                "shop.Races a b");
        assertThat(base.told().classPath()).containsExactly(base.root().resolve("classes"));
        assertThat(base.told().operations()).hasSize(2);
    }

    @Test
    void aCommandWithoutItsPlaceholderIsRefused() {
        assertThatThrownBy(() -> checkout(Optional.of("make test")).of("HEAD", CLASSES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("-Dregatta.base.build=make test has no {class}");
    }

    @Test
    void aFolderWithBlanksIsBuilt() throws Exception {
        racing();
        git(folder, "clone", "-q", "project", "my own project");
        project = folder.resolve("my own project");
        assertThat(base("HEAD").told().classPath()).containsExactly(base("HEAD").root().resolve("classes"));
    }

    @Test
    void theCommitOfAFileIsTheBase() throws Exception {
        racing();
        git(project, "tag", "measured");
        String commit = base("measured").root().getFileName().toString();
        Base base = checkout(Optional.empty()).namedBy(commit, Path.of("baselines/operations.json"), CLASSES);
        assertThat(base.name()).isEqualTo("commit of baselines/operations.json (" + commit + ")");
        assertThat(base.root().getFileName()).hasToString(commit);
    }

    /** A squash leaves the commits of a branch behind. */
    @Test
    void aCommitThatIsGoneIsReplacedByTheOneThatBroughtTheFile() throws Exception {
        racing();
        Path file = Path.of("baselines/operations.json");
        assertThatThrownBy(() -> checkout(Optional.empty()).namedBy("0123456789ab", file, CLASSES))
                .isInstanceOf(Base.Missing.class).hasMessage("the commit 0123456789ab that baselines/operations.json"
                        + " names is not known here: fetch it, or name another base, as in -Dregatta.base=origin/main");
        Files.createDirectories(project.resolve("baselines"));
        Files.writeString(project.resolve(file), "{}");
        git(project, "add", "-A");
        git(project, "commit", "-qm", "squashed");
        String brought = base("HEAD").root().getFileName().toString();
        git(project, "commit", "-q", "--allow-empty", "-m", "later");
        Base base = checkout(Optional.empty()).namedBy("0123456789ab", file, CLASSES);
        assertThat(base.root().getFileName()).hasToString(brought);
        assertThat(told).last().asString().contains("is not known here, as after a squash: the base is " + brought
                + ", which brought the file");
    }

    @Test
    void aCommitThatAShallowCloneLacksIsFetchedFirst() throws Exception {
        racing();
        git(folder, "clone", "-q", "--depth", "1", "file://" + project, "shallow");
        project = folder.resolve("shallow");
        assertThatThrownBy(() -> checkout(Optional.empty()).namedBy("0123456789ab",
                Path.of("baselines/operations.json"), CLASSES)).isInstanceOf(Base.Missing.class)
                .hasMessageContaining("is not in this clone, which is shallow: fetch it, with `git fetch --unshallow`");
    }

    /** Each module of a build writes its own, one after the other. */
    @Test
    void whatAnUpdateWroteInAnotherModuleIsNoCode() throws Exception {
        for (String file : List.of("orders/baselines/operations.json", "items/baselines/calls.json")) {
            Files.createDirectories(project.resolve(file).getParent());
            Files.writeString(project.resolve(file), "{}");
        }
        BaseCheckout checkout = checkout(Optional.empty());
        assertThat(checkout.uncommitted(List.of(Path.of("baselines")))).isEmpty();
        Files.writeString(project.resolve("items/baselines/Order.java"), "record Order() {}");
        assertThat(checkout.uncommitted(List.of(Path.of("baselines")))).isPresent();
    }

    @Test
    void whatIsNotCommittedIsNamed() throws Exception {
        BaseCheckout checkout = checkout(Optional.empty());
        Files.createDirectories(project.resolve("baselines"));
        Files.writeString(project.resolve("baselines/calls.json"), "{}");
        assertThat(checkout.uncommitted(List.of(Path.of("baselines")))).isEmpty();
        Files.writeString(project.resolve("Order.java"), "record Order() {}");
        assertThat(checkout.uncommitted(List.of(Path.of("baselines")))).hasValueSatisfying(
                why -> assertThat(why).startsWith("Order.java is not committed, and a baseline of operations names"));
        Files.writeString(project.resolve("pom.xml"), "<project></project>");
        assertThat(checkout.uncommitted(List.of(Path.of("baselines")))).hasValueSatisfying(
                why -> assertThat(why).startsWith("pom.xml and 1 more are not committed"));
        git(project, "commit", "-qam", "pom.xml");
        assertThat(checkout.uncommitted(List.of(Path.of("baselines")))).hasValueSatisfying(
                why -> assertThat(why).contains("(or name in .gitignore what a build makes), run the update"));
        project = Files.createDirectories(folder.resolve("no checkout"));
        assertThat(checkout(Optional.empty()).uncommitted(List.of())).hasValueSatisfying(
                why -> assertThat(why).startsWith("this is no checkout of git"));
    }
}
