package dev.regatta.project;

import dev.regatta.host.ShortCommand;
import dev.regatta.operations.OperationsEngine;
import dev.regatta.operations.Recording;
import dev.regatta.protocol.Inputs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes a base ready: a folder with another checkout, or anything that git calls a commit, of which it makes a worktree
 * below {@code target}. The base's own build compiles it and says what it would race.
 */
final class BaseCheckout {

    /** With an empty local repository Maven downloads everything first. */
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** A heading says nothing. */
    private static final Pattern ERROR = Pattern.compile("\\[ERROR] *(?!COMPILATION ERROR)(\\S.*)");
    /** Maven resets them even where it writes none. */
    private static final Pattern COLOURS = Pattern.compile("\u001B\\[[0-9;]*m");
    private static final int DIGITS = 12;
    private static final String DEEPEN = "fetch it, with `git fetch --unshallow` or fetch-depth: 0 of actions/checkout";

    private final Path here;
    private final Path store;
    private final Optional<String> build;
    private final List<String> maven;
    private final Consumer<String> progress;
    private final Map<Path, Path> roots = new HashMap<>();

    /**
     * For the project in this folder.
     *
     * @param here     the folder of the module whose tests run
     * @param store    receives worktrees and what they said
     * @param build    the command that runs a class of operations, {@value BaseBuild#PLACEHOLDER}; empty for that of the
     *                 build tool that is found
     * @param maven    options of Maven, if that is it
     * @param progress is told that it takes a while
     */
    BaseCheckout(Path here, Path store, Optional<String> build, List<String> maven, Consumer<String> progress) {
        this.here = here.toAbsolutePath().normalize();
        this.store = store.toAbsolutePath().normalize();
        this.build = build;
        this.maven = List.copyOf(maven);
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
        return ofCommit(commit(named), named, classes);
    }

    /**
     * The base that a file names.
     *
     * @param commit  the commit
     * @param file    the file, of this checkout
     * @param classes that have the operations
     * @throws Base.Missing in one sentence, if it is not here, cannot be built, or races nothing
     */
    Base namedBy(String commit, Path file, Collection<String> classes) throws Base.Missing {
        Optional<String> found = found(commit);
        if (found.isPresent()) {
            return ofCommit(found.get(), "commit of " + file, classes);
        }
        if (shallow()) {
            throw new Base.Missing("the commit " + commit + " that " + file + " names is not in this clone, which is"
                    + " shallow: " + DEEPEN);
        }
        // A branch that was squashed left its commits behind; the one that brought the file has the same code, or almost.
        ShortCommand last = git(List.of("log", "-1", "--format=%H", "--", here.resolve(file).toString()));
        String brought = last.exitCode() == 0 ? last.output().strip() : "";
        if (brought.isEmpty()) {
            throw new Base.Missing("the commit " + commit + " that " + file + " names is not known here: fetch it, or"
                    + " name another base, as in -Dregatta.base=origin/main");
        }
        progress.accept("the commit " + commit + " that " + file + " names is not known here, as after a squash: the"
                + " base is " + brought.substring(0, DIGITS) + ", which brought the file");
        return ofCommit(brought.substring(0, DIGITS), "commit of " + file, classes);
    }

    private Base ofCommit(String commit, String called, Collection<String> classes) throws Base.Missing {
        Path worktree = store.resolve(commit);
        Path record = record(commit, classes);
        String name = called + " (" + commit + ")";
        Optional<Recording> known = known(record);
        return new Base(name, worktree,
                known.isPresent() ? known.get() : asked(name, added(worktree, commit), record, classes));
    }

    private Path record(String of, Collection<String> classes) {
        List<String> texts = new ArrayList<>(classes.stream().sorted().toList());
        texts.add(of);
        texts.addAll(build.stream().toList());
        texts.addAll(maven);
        return store.resolve("class-path-" + Inputs.sha256(texts).substring(0, DIGITS) + ".txt");
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
        return found(named).orElseThrow(() -> new IllegalArgumentException("-Dregatta.base=" + named
                + " is neither a folder nor a commit here" + (shallow()
                        ? ", and this clone is shallow: " + DEEPEN
                        : ": name a branch, a tag or a commit that git knows, or fetch it before")));
    }

    private Optional<String> found(String named) {
        ShortCommand found = git(List.of("rev-parse", "--verify", "--quiet", named + "^{commit}"));
        return found.exitCode() == 0 ? Optional.of(found.output().strip().substring(0, DIGITS)) : Optional.empty();
    }

    private boolean shallow() {
        return git(List.of("rev-parse", "--is-shallow-repository")).output().strip().equals("true");
    }

    /**
     * Why today's code is no commit, so that nobody could build it again: in one sentence. Empty if it is one.
     *
     * @param apart files and folders that are no code
     */
    Optional<String> uncommitted(Collection<Path> apart) {
        List<String> status = new ArrayList<>(List.of("status", "--porcelain", "--", ":/"));
        Path top = root(here);
        Stream.concat(Stream.of(store), apart.stream().map(here::resolve)).map(Path::normalize)
                // Git refuses what is outside.
                .filter(path -> path.startsWith(top)).forEach(path -> status.add(":(exclude)" + path));
        ShortCommand said = git(status);
        if (said.exitCode() != 0) {
            return Optional.of("this is no checkout of git, and a baseline of operations names the commit that has the"
                    + " old code");
        }
        List<String> changed = said.output().lines().map(line -> line.substring(3)).toList();
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of(changed.getFirst() + (changed.size() > 1 ? " and " + (changed.size() - 1) + " more" : "")
                        + (changed.size() > 1 ? " are" : " is") + " not committed, and a baseline of operations names"
                        + " the commit that has the old code: commit what is measured, run the update, and commit its"
                        + " file");
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
        return roots.computeIfAbsent(folder, of -> {
            ShortCommand top = git(List.of("-C", of.toString(), "rev-parse", "--show-toplevel"));
            return top.exitCode() == 0 ? Path.of(top.output().strip()) : of;
        });
    }

    /** Builds it, and has its own test JVM write down its class path. */
    private Recording asked(String name, Path checkout, Path record, Collection<String> classes) throws Base.Missing {
        Path module = checkout.resolve(root(here).relativize(here)).normalize();
        Path folder = Files.isDirectory(module) ? module : checkout;
        Path log = record.resolveSibling(record.getFileName().toString().replace(".txt", ".log"));
        List<BaseBuild> builds = build.isPresent()
                ? BaseBuild.given(build.get(), folder, classes)
                : BaseBuild.found(folder, checkout, maven, classes).map(List::of)
                        .orElseThrow(() -> new Base.Missing("the base " + name
                                + " has neither pom.xml nor build.gradle in " + folder
                                + ": give the command that runs a test class there, as in"
                                + " \"-Dregatta.base.build=./build test " + BaseBuild.PLACEHOLDER + "\""));
        progress.accept("building the base " + name + ", see " + log);
        try {
            Files.createDirectories(record.getParent());
            Files.deleteIfExists(record);
            Files.deleteIfExists(log);
            List<Recording> told = new ArrayList<>();
            for (BaseBuild each : builds) {
                told(each, name, record, log).ifPresent(told::add);
                Files.deleteIfExists(record);
            }
            if (told.isEmpty()) {
                throw new Base.Missing("the base " + name + " has no operations of " + String.join(", ", classes)
                        + ", or no Regatta: it can be raced once they are in the base");
            }
            Recording all = Recording.of(told);
            all.write(record);
            return all;
        } catch (IOException e) {
            throw new Base.Missing("the base " + name + " cannot be built: " + e.getMessage());
        }
    }

    private Optional<Recording> told(BaseBuild build, String name, Path record, Path log)
            throws IOException, Base.Missing {
        var process = new ProcessBuilder(build.command()).directory(build.folder().toFile()).redirectErrorStream(true);
        process.environment().put(OperationsEngine.RECORD, record.toString());
        ShortCommand said = ShortCommand.run(process, LIMIT);
        Files.writeString(log, build + "\n" + said.output(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (said.exitCode() != 0) {
            throw new Base.Missing("the base " + name + " cannot be built (" + reason(said.output()) + "): see " + log);
        }
        return Files.isRegularFile(record) ? Optional.of(Recording.read(record)) : Optional.empty();
    }

    /** Maven's first error; of other tools the last line. */
    private static String reason(String output) {
        List<String> lines = output.lines().map(line -> COLOURS.matcher(line).replaceAll("").strip())
                .filter(line -> !line.isEmpty()).toList();
        Stream<String> errors = lines.stream().map(ERROR::matcher).filter(line -> line.matches())
                .map(line -> line.group(1));
        return errors.findFirst().or(() -> lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast()))
                .orElse("without a word");
    }
}
