package dev.regatta.project;

import dev.regatta.host.HostLock;
import dev.regatta.operations.OperationCase;
import dev.regatta.operations.OperationRaces;
import dev.regatta.operations.Recording;
import dev.regatta.operations.TestJvm;
import dev.regatta.report.Plain;
import dev.regatta.run.JobOutput;
import dev.regatta.settings.Settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Races operations in this JVM, which is the engine's. */
final class ProjectRaces implements OperationRaces {

    @Override
    public Run open(List<OperationCase> operations, String classPath) {
        Settings settings = settings();
        Path here = Path.of("").toAbsolutePath();
        Optional<Path> repository = repository();
        Path store = settings.results().resolveSibling("regatta-base");
        var checkout = new BaseCheckout(here, store, settings.baseBuild(),
                maven(settings, repository, here),
                () -> HostLock.acquire(settings.lockWait(), ProjectRaces::say)::close, ProjectRaces::say);
        Path file = OperationsFile.in(settings.baselines());
        if (settings.base().isEmpty() && !settings.updatesBaseline() && !Files.exists(file)) {
            return unraced("there is nothing to race against, as there is no " + file + ": run once with"
                    + " -Dregatta.baseline=update, which measures each operation and writes it, and commit the file; or"
                    + " name the base, as in -Dregatta.base=origin/main", operations, settings);
        }
        var reader = new ProjectCode.Reader(repository,
                new Checksums(Optional.of(store.resolve("checksums.txt"))));
        ProjectCode today = reader.of(Recording.entries(classPath), checkout.root(here));
        if (settings.updatesBaseline()) {
            return BaselineRun.open(settings, today, checkout, operations, ProjectRaces::say);
        }
        Set<String> classes = operations.stream().map(OperationCase::type)
                .collect(Collectors.toCollection(TreeSet::new));
        SortedMap<String, String> given = new ProjectCommand(here, checkout.root(here), mavenCommandLine(),
                System.getProperties()).given(settings, classes);
        if (settings.base().isPresent()) {
            try {
                Base base = checkout.of(settings.base().get().toString(), classes);
                return ProjectRun.open(settings, plan(settings, reader, checkout, today, base), operations,
                        given, ProjectRaces::say);
            } catch (Base.Missing e) {
                JobOutput.here().notRaced(List.of(e.getMessage())).ifPresent(ProjectRaces::say);
                return unraced(e.getMessage(), operations, settings);
            }
        }
        OperationsFile stored = OperationsFile.read(file).orElseThrow();
        return ProjectRun.open(settings,
                new StoredPlans(stored, file, today, settings.jvmOptions(),
                        commit -> plan(settings, reader, checkout, today, checkout.namedBy(commit, file, classes))),
                operations, given, ProjectRaces::say);
    }

    private static String mavenCommandLine() {
        return Optional.ofNullable(System.getenv("MAVEN_CMD_LINE_ARGS")).orElse("");
    }

    private static ProjectPlan plan(Settings settings, ProjectCode.Reader reader, BaseCheckout checkout,
            ProjectCode today, Base base) {
        return new ProjectPlan(settings, today, reader.of(base.told().classPath(), checkout.root(base.root())), base);
    }

    /** Results are where the build writes. */
    private static Settings settings() {
        var settings = Settings.ofProject(System.getProperties());
        String results = "regatta.results";
        return settings.get(results).isEmpty()
                ? settings.with(results, TestJvm.buildFolder(Path.of("")).resolve("regatta").toString())
                : settings;
    }

    /** Options of Maven for the base: those of this build, if it is one of Maven. */
    private static List<String> maven(Settings settings, Optional<Path> repository, Path here) {
        List<Path> folders = Stream.of(Optional.ofNullable(System.getenv("PWD")).map(Path::of), Optional.of(here))
                .flatMap(Optional::stream).toList();
        List<String> options = new ArrayList<>(MavenOptions.handedOn(mavenCommandLine(), folders));
        settings.maven().settings().filter(Files::isRegularFile).filter(file -> !options.contains("-s"))
                .ifPresent(file -> options.addAll(List.of("-s", file.toString())));
        if (settings.maven().offline() && !options.contains("-o")) {
            options.add("-o");
        }
        repository.ifPresent(local -> options.add("-Dmaven.repo.local=" + local));
        return options;
    }

    /** Builds show no reason of a test that is skipped. */
    private static Run unraced(String sentence, List<OperationCase> operations, Settings settings) {
        say("not raced: " + sentence);
        return Unraced.because(sentence, operations, settings.strict());
    }

    /** As Surefire tells it to the test JVM, or the usual one. */
    private static Optional<Path> repository() {
        return Optional.ofNullable(System.getProperty("localRepository")).map(Path::of)
                .or(() -> Optional.of(Path.of(System.getProperty("user.home"), ".m2", "repository")))
                .filter(Files::isDirectory).map(folder -> folder.toAbsolutePath().normalize());
    }

    static void say(String line) {
        System.out.println("[regatta] " + Plain.line(line));
    }
}
