package dev.regatta.project;

import dev.regatta.host.Folders;
import dev.regatta.host.ShortCommand;
import dev.regatta.operations.OperationsEngine;
import dev.regatta.operations.Recording;
import dev.regatta.protocol.Inputs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
    /** Gradle's heading: what comes last says how to be told more. */
    private static final String WENT_WRONG = "* What went wrong:";
    private static final String CAUSE = "> ";
    private static final String WORKTREE = "worktree ";
    /** What git tells its hooks of the checkout they run for, and says to unset where another one is meant. */
    private static final List<String> OF_HOOKS = List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX",
            "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY");
    /** What updates write, in whatever module. */
    private static final List<String> BASELINES = List.of("calls.json", "operations.json");
    /** What Gradle says of a build without such a class, which it fails for. */
    private static final String NO_SUCH_TEST = "No tests found for given includes";
    /** Which version of Surefire Maven runs. */
    private static final Pattern SUREFIRE = Pattern.compile("surefire(?:-plugin)?:(\\d[^:\\s]*):test");
    /** Those that know no JUnit 5. Maven before 3.9 takes 2.12.4 where a POM names none. */
    private static final Pattern BEFORE_JUNIT_5 = Pattern.compile("2\\.(\\d|1\\d|2[01])(\\..*)?");
    /** Maven resets them even where it writes none. */
    private static final Pattern COLOURS = Pattern.compile("\u001B\\[[0-9;]*m");
    private static final int DIGITS = 12;
    private static final String DEEPEN = "fetch it, with `git fetch --unshallow` or fetch-depth: 0 of actions/checkout";

    private final Path here;
    private final Path store;
    private final Optional<String> build;
    private final List<String> maven;
    private final Supplier<Runnable> alone;
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
     * @param alone    waits for timed runs; they wait until what it answers is run
     * @param progress is told that it takes a while
     */
    BaseCheckout(Path here, Path store, Optional<String> build, List<String> maven, Supplier<Runnable> alone,
            Consumer<String> progress) {
        this.alone = alone;
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
        if (Files.isDirectory(folder) && !isBranch(named, folder)) {
            if (folder.equals(here) || folder.equals(root(here))) {
                throw new IllegalArgumentException("-Dregatta.base=" + named
                        + " is this checkout itself: name another one, or a commit, as in -Dregatta.base=origin/main");
            }
            // What is in a folder may change at any time, and is asked for each time.
            return new Base(named, folder, whileAlone(() -> asked(named, folder, record(named, classes), classes)));
        }
        return ofCommit(commit(named), named, classes);
    }

    /** Whether the folder is a part of this checkout that has the name of a branch by chance, as {@code main}. */
    private boolean isBranch(String named, Path folder) {
        return root(folder).equals(root(here)) && found(named).isPresent();
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
        Optional<String> unreadable = unreadable();
        if (unreadable.isPresent()) {
            throw new Base.Missing("the commit " + commit + " that " + file + " names cannot be looked for "
                    + unreadable.get());
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
                known.isPresent()
                        ? known.get()
                        : whileAlone(() -> built(name, worktree, commit, record, classes)));
    }

    /** A build, or what an earlier one said. */
    private interface Building {
        Recording told() throws Base.Missing;
    }

    /** Another test JVM of this build may be building the same, and what it times must not meet a build. */
    private Recording whileAlone(Building building) throws Base.Missing {
        Runnable done = alone.get();
        try {
            return building.told();
        } finally {
            done.run();
        }
    }

    private Recording built(String name, Path worktree, String commit, Path record, Collection<String> classes)
            throws Base.Missing {
        Optional<Recording> meanwhile = known(record);
        return meanwhile.isPresent() ? meanwhile.get() : asked(name, added(worktree, commit), record, classes);
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
                + " is neither a folder nor a commit here" + unreadable().map(" "::concat).orElseGet(() -> shallow()
                        ? ", and this clone is shallow: " + DEEPEN
                        : ": name a branch, a tag or a commit that git knows, or fetch it before")));
    }

    private Optional<String> found(String named) {
        ShortCommand found = git(List.of("rev-parse", "--verify", "--quiet", named + "^{commit}"));
        return found.exitCode() == 0
                ? Optional.of(found.output().strip().substring(0, DIGITS))
                : Optional.empty();
    }

    /** Why git reads no checkout here, in its words, which may say what to do: a folder may be another user's. */
    private Optional<String> unreadable() {
        ShortCommand asked = gitInWords(List.of("rev-parse", "--git-dir"));
        return asked.exitCode() == 0
                ? Optional.empty()
                : Optional.of(asked.output().lines().map(String::strip).filter(line -> !line.isEmpty())
                        .collect(Collectors.joining(" ", "(git: ", ")")));
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
        // Those of other modules are of the same update.
        apart.stream().filter(path -> !path.isAbsolute()).forEach(folder -> BASELINES
                .forEach(name -> status.add(":(top,exclude,glob)**/" + folder.resolve(name).normalize())));
        ShortCommand said = git(status);
        if (said.exitCode() != 0) {
            return Optional.of("this is no checkout of git" + unreadable().map(" that can be read "::concat).orElse("")
                    + ", and a baseline of operations names the commit that has the old code");
        }
        List<String> changed = said.output().lines().map(line -> line.substring(3)).toList();
        boolean unknown = said.output().lines().anyMatch(line -> line.startsWith("?? "));
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of(changed.getFirst() + (changed.size() > 1 ? " and " + (changed.size() - 1) + " more" : "")
                        + (changed.size() > 1 ? " are" : " is") + " not committed, and a baseline of operations names"
                        + " the commit that has the old code: commit what is measured"
                        + (unknown ? " (or name in .gitignore what a build makes)" : "")
                        + ", run the update, and commit its file");
    }

    private Path added(Path worktree, String commit) {
        // A git that was killed, or took too long, leaves a part of the files, and a worktree that is locked.
        Path complete = worktree.resolveSibling(commit + ".complete");
        if (!Files.isDirectory(worktree) || !Files.exists(complete)) {
            try {
                Folders.remove(worktree);
                forgetThoseThatAreGone();
                ShortCommand made = gitInWords(List.of("worktree", "add", "--force", "--force", "--detach",
                        worktree.toString(), commit));
                if (made.exitCode() != 0) {
                    throw new IllegalStateException("git cannot make a worktree of " + commit + ": "
                            + made.output().lines().reduce((first, last) -> last).orElse(""));
                }
                Files.writeString(complete, "");
            } catch (IOException e) {
                throw new UncheckedIOException("the worktree " + worktree + " cannot be made", e);
            }
        }
        return worktree;
    }

    /**
     * `mvn clean` removes worktrees without telling git. `git worktree prune` would forget those of the user's as well
     * that are on a disk that is not there now.
     */
    private void forgetThoseThatAreGone() {
        git(List.of("worktree", "list", "--porcelain")).output().lines().filter(line -> line.startsWith(WORKTREE))
                .map(line -> Path.of(line.substring(WORKTREE.length())))
                .filter(of -> of.startsWith(store) && !Files.exists(of))
                .forEach(of -> git(List.of("worktree", "remove", "--force", "--force", of.toString())));
    }

    /** What git prints, without what it warns of. */
    private ShortCommand git(List<String> arguments) {
        return run(gitProcess(arguments).redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    /** What git says, with its errors. */
    private ShortCommand gitInWords(List<String> arguments) {
        return run(gitProcess(arguments).redirectErrorStream(true));
    }

    private ProcessBuilder gitProcess(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", here.toString()));
        command.addAll(arguments);
        var process = new ProcessBuilder(command);
        forOtherCheckouts(process.environment());
        return process;
    }

    private static ShortCommand run(ProcessBuilder git) {
        try {
            return ShortCommand.run(git, Duration.ofMinutes(2));
        } catch (IOException e) {
            throw new UncheckedIOException("git cannot be run, which finds the base", e);
        }
    }

    /** A build that a hook of git has started is told of its checkout, and must not write to the index of that one. */
    static void forOtherCheckouts(Map<String, String> environment) {
        environment.keySet().removeAll(OF_HOOKS);
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
        // What is complete only becomes the record: the next run believes it.
        Path said = record.resolveSibling(record.getFileName().toString().replace(".txt", ".said"));
        try {
            Files.createDirectories(record.getParent());
            Files.deleteIfExists(record);
            Files.deleteIfExists(log);
            List<Recording> told = new ArrayList<>();
            for (BaseBuild each : builds) {
                Folders.remove(said);
                told.addAll(told(each, name, Files.createDirectories(said), log));
            }
            Folders.remove(said);
            if (told.isEmpty()) {
                Optional<String> old = surefireBeforeJUnit5(Files.readString(log));
                if (old.isPresent()) {
                    throw new Base.Missing("the base " + name + " runs tests by Surefire " + old.get()
                            + ", which knows no JUnit 5: name maven-surefire-plugin 3 in its pom.xml (see " + log
                            + ")");
                }
                throw new Base.Missing("the base " + name + " has no operations of " + String.join(", ", classes)
                        + ", or no Regatta, or its build leaves them out (see " + log
                        + "): it can be raced once they are in the base");
            }
            Recording all = Recording.of(told);
            Path whole = said.resolveSibling(said.getFileName() + ".txt");
            all.write(whole);
            Files.move(whole, record, StandardCopyOption.ATOMIC_MOVE);
            return all;
        } catch (IOException e) {
            throw new Base.Missing("the base " + name + " cannot be built: " + e.getMessage());
        }
    }

    /** Of several modules the last one has the tests. */
    private static Optional<String> surefireBeforeJUnit5(String log) {
        return SUREFIRE.matcher(log).results().map(found -> found.group(1)).reduce((first, last) -> last)
                .filter(version -> BEFORE_JUNIT_5.matcher(version).matches());
    }

    /**
     * What the test JVMs of one build wrote down.
     *
     * @param said an empty folder
     */
    private static List<Recording> told(BaseBuild build, String name, Path said, Path log)
            throws IOException, Base.Missing {
        var process = new ProcessBuilder(build.command()).directory(build.folder().toFile()).redirectErrorStream(true);
        forOtherCheckouts(process.environment());
        process.environment().put(OperationsEngine.RECORD, said.resolve("recording").toString());
        ShortCommand ran = ShortCommand.runWithThisJvm(process, LIMIT);
        Files.writeString(log, build + "\n" + ran.output(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (ran.exitCode() != 0) {
            if (ran.output().contains(NO_SUCH_TEST)) {
                return List.of();
            }
            throw new Base.Missing("the base " + name + " cannot be built (" + reason(ran.output()) + "): see " + log);
        }
        try (Stream<Path> written = Files.list(said)) {
            return written.sorted().map(Recording::read).toList();
        }
    }

    /** Maven's first error, what Gradle says went wrong, with its cause; of other tools the last line. */
    private static String reason(String output) {
        List<String> lines = output.lines().map(line -> COLOURS.matcher(line).replaceAll("").strip())
                .filter(line -> !line.isEmpty()).toList();
        Stream<String> errors = lines.stream().map(ERROR::matcher).filter(line -> line.matches())
                .map(line -> line.group(1));
        int gradle = lines.indexOf(WENT_WRONG) + 1;
        return errors.findFirst().or(() -> gradle > 0 && gradle < lines.size()
                ? Optional.of(Stream.concat(Stream.of(lines.get(gradle)), lines.stream().skip(gradle + 1)
                        .takeWhile(line -> line.startsWith(CAUSE)).map(line -> line.substring(CAUSE.length())))
                        .collect(Collectors.joining(" ")))
                : Optional.empty()).or(() -> lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast()))
                .orElse("without a word");
    }
}
