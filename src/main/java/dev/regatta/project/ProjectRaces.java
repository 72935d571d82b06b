package dev.regatta.project;

import dev.regatta.operations.OperationCase;
import dev.regatta.operations.OperationRaces;
import dev.regatta.operations.Recording;
import dev.regatta.report.Plain;
import dev.regatta.settings.Settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Races operations in this JVM, which is the engine's. */
final class ProjectRaces implements OperationRaces {

    private static final String NO_BASE = "there is nothing to race against: name the base, a commit or a folder with"
            + " another checkout, as in -Dregatta.base=origin/main";

    @Override
    public Run open(List<OperationCase> operations, String classPath) {
        Settings settings = new Settings(System.getProperties());
        Path here = Path.of("").toAbsolutePath();
        Optional<Path> repository = repository();
        var checkout = new BaseCheckout(here, settings.maven(), repository, ProjectRaces::say);
        if (settings.base().isEmpty()) {
            return unraced(NO_BASE, operations, settings);
        }
        try {
            Base base = checkout.of(settings.base().get().toString(),
                    operations.stream().map(OperationCase::type).collect(Collectors.toCollection(TreeSet::new)));
            var reader = new ProjectCode.Reader(repository);
            return ProjectRun.open(settings,
                    new ProjectPlan(settings, reader.of(Recording.entries(classPath), checkout.root(here)),
                            reader.of(base.told().classPath(), checkout.root(base.root())), base),
                    operations, ProjectRaces::say);
        } catch (Base.Missing e) {
            return unraced(e.getMessage(), operations, settings);
        }
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
