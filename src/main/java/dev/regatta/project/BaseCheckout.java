package dev.regatta.project;

import dev.regatta.host.ShortCommand;
import dev.regatta.operations.OperationsEngine;
import dev.regatta.operations.Recording;
import dev.regatta.protocol.Inputs;
import dev.regatta.recipe.MavenSetUp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Makes the base of {@code -Dregatta.base} ready: a folder with another checkout, or anything that git calls a commit,
 * of which it makes a worktree below {@code target}. The base's own build compiles it and says what it would race.
 */
final class BaseCheckout {

    /** With an empty local repository Maven downloads everything first. */
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** A heading says nothing. */
    private static final Pattern ERROR = Pattern.compile("\\[ERROR] *(?!COMPILATION ERROR)(\\S.*)");
    private static final int DIGITS = 12;

    private final Path here;
    private final MavenSetUp maven;
    private final Optional<Path> repository;
    private final Consumer<String> progress;

    /**
     * For the project in this folder.
     *
     * @param here       the folder of the module whose tests run
     * @param maven      builds the base
     * @param repository Maven's local repository, if it is known
     * @param progress   is told that it takes a while
     */
    BaseCheckout(Path here, MavenSetUp maven, Optional<Path> repository, Consumer<String> progress) {
        this.here = here.toAbsolutePath().normalize();
        this.maven = maven;
        this.repository = repository;
        this.progress = progress;
    }

    /**
     * The base.
     *
     * @param named   a folder, or what git calls a commit
     * @param classes that have the operations
     * @throws IllegalArgumentException in one sentence, if it is neither
     * @throws Base.Missing             in one sentence, if it cannot be built, or races nothing
     */
    Base of(String named, Collection<String> classes) throws Base.Missing {
        Path folder = here.resolve(named).normalize();
        if (Files.isDirectory(folder)) {
            if (folder.equals(here) || folder.equals(root(here))) {
                throw new IllegalArgumentException("-Dregatta.base=" + named
                        + " is this checkout itself: name another one, or a commit, as in -Dregatta.base=origin/main");
            }
            // What is in a folder may change at any time, and is asked for each time.
            return new Base(named, folder, asked(named, folder, record(named, classes), classes));
        }
        String commit = commit(named);
        Path worktree = store().resolve(commit);
        Path record = record(commit, classes);
        String name = named + " (" + commit + ")";
        Optional<Recording> known = known(record);
        return new Base(name, worktree,
                known.isPresent() ? known.get() : asked(name, added(worktree, commit), record, classes));
    }

    private Path store() {
        return here.resolve("target").resolve("regatta-base");
    }

    private Path record(String of, Collection<String> classes) {
        List<String> texts = new ArrayList<>(classes.stream().sorted().toList());
        texts.add(of);
        return store().resolve("class-path-" + Inputs.sha256(texts).substring(0, DIGITS) + ".txt");
    }

    /** What was asked before, if all of it is still there. */
    private static Optional<Recording> known(Path record) {
        if (!Files.isRegularFile(record)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Recording.read(record))
                    .filter(told -> told.classPath().stream().allMatch(Files::exists));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private String commit(String named) {
        ShortCommand found = git(List.of("rev-parse", "--verify", "--quiet", named + "^{commit}"));
        if (found.exitCode() != 0) {
            boolean shallow = git(List.of("rev-parse", "--is-shallow-repository")).output().strip().equals("true");
            throw new IllegalArgumentException("-Dregatta.base=" + named + " is neither a folder nor a commit here"
                    + (shallow
                            ? ", and this clone is shallow: fetch it, with `git fetch --unshallow` or fetch-depth: 0 of"
                                    + " actions/checkout"
                            : ": name a branch, a tag or a commit that git knows, or fetch it before"));
        }
        return found.output().strip().substring(0, DIGITS);
    }

    private Path added(Path worktree, String commit) {
        if (!Files.isDirectory(worktree)) {
            // `mvn clean` removes worktrees without telling git.
            git(List.of("worktree", "prune"));
            ShortCommand made = git(List.of("worktree", "add", "--force", "--detach", worktree.toString(), commit));
            if (made.exitCode() != 0) {
                throw new IllegalStateException("git cannot make a worktree of " + commit + ": "
                        + made.output().lines().reduce((first, last) -> last).orElse(""));
            }
        }
        return worktree;
    }

    private ShortCommand git(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", here.toString()));
        command.addAll(arguments);
        try {
            return ShortCommand.run(new ProcessBuilder(command).redirectErrorStream(true), Duration.ofMinutes(2));
        } catch (IOException e) {
            throw new UncheckedIOException("git cannot be run, which finds the base", e);
        }
    }

    /** The top of the checkout that a folder is in; the folder itself outside of git. */
    Path root(Path folder) {
        ShortCommand top = git(List.of("-C", folder.toString(), "rev-parse", "--show-toplevel"));
        return top.exitCode() == 0 ? Path.of(top.output().strip()) : folder;
    }

    /** Builds it, and has its own test JVM write down its class path. */
    private Recording asked(String name, Path checkout, Path record, Collection<String> classes) throws Base.Missing {
        Path module = checkout.resolve(root(here).relativize(here));
        Path folder = Files.isDirectory(module) ? module : checkout;
        if (!Files.isRegularFile(folder.resolve("pom.xml"))) {
            throw new Base.Missing("the base " + name + " has no pom.xml in " + folder
                    + ": only builds of Maven can be asked for their class path yet");
        }
        Path log = record.resolveSibling(record.getFileName().toString().replace(".txt", ".log"));
        progress.accept("building the base " + name + ", see " + log);
        try {
            Files.createDirectories(record.getParent());
            Files.deleteIfExists(record);
            var build = new ProcessBuilder(command(folder, classes)).directory(folder.toFile())
                    .redirectErrorStream(true);
            build.environment().put(OperationsEngine.RECORD, record.toString());
            ShortCommand said = ShortCommand.run(build, LIMIT);
            Files.writeString(log, said.output());
            if (said.exitCode() != 0) {
                throw new Base.Missing("the base " + name + " cannot be built (" + said.output().lines()
                        .map(ERROR::matcher).filter(line -> line.matches()).map(line -> line.group(1)).findFirst()
                        .orElse("see " + log) + "): try `mvn test-compile` in " + folder);
            }
            if (!Files.isRegularFile(record)) {
                throw new Base.Missing("the base " + name + " has no operations of " + String.join(", ", classes)
                        + ", or no Regatta: it can be raced once they are in the base");
            }
            return Recording.read(record);
        } catch (IOException e) {
            throw new Base.Missing("the base " + name + " cannot be built: " + e.getMessage());
        }
    }

    private List<String> command(Path folder, Collection<String> classes) {
        Path wrapper = folder.resolve("mvnw");
        List<String> command = new ArrayList<>(List.of(Files.isExecutable(wrapper) ? wrapper.toString() : "mvn", "-B",
                "-q", "-ntp"));
        maven.settings().filter(Files::isRegularFile)
                .ifPresent(settings -> command.addAll(List.of("-s", settings.toString())));
        repository.ifPresent(local -> command.add("-Dmaven.repo.local=" + local));
        if (maven.offline()) {
            command.add("-o");
        }
        command.addAll(List.of("test-compile", "surefire:test", "-Dtest=" + String.join(",", classes),
                "-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false"));
        return command;
    }
}
