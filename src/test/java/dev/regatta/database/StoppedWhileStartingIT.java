package dev.regatta.database;

import dev.regatta.host.Session;
import dev.regatta.host.ProcessIdentity;
import dev.regatta.host.Placement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.workload.Dialect;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A JVM that is asked to end while its embedded server unpacks, initialises or starts leaves no process and no folder.
 */
class StoppedWhileStartingIT {

    /** Starts a server, and ends when it is asked to. */
    public static final class Starter {

        private Starter() {
        }

        /**
         * Takes the database.
         *
         * @throws InterruptedException never
         */
        public static void main(String[] arguments) throws InterruptedException {
            Databases.start(Dialect.of(arguments[0]), DatabaseMode.EMBEDDED, Placement.NONE, name -> Optional.empty(),
                    System.out::println);
            Thread.sleep(60_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"postgresql,300", "postgresql,600", "postgresql,1000", "postgresql,1500", "postgresql,2500",
            "postgresql,5000", "mariadb,500", "mariadb,1000", "mariadb,2000", "mariadb,4000", "mariadb,8000"})
    void nothingIsLeft(String database, long millis) throws Exception {
        Process starter = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), Starter.class.getName(), database)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        ProcessIdentity identity = ProcessIdentity.of(starter.toHandle());
        Thread.sleep(millis);
        List<ProcessHandle> children = starter.descendants().toList();
        starter.destroy();
        assertThat(starter.waitFor(15, TimeUnit.SECONDS)).as("ended within 15 s").isTrue();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        for (Path base : List.of(Session.programsBase(), Session.dataBase())) {
            assertThat(foldersOf(identity, base)).isEmpty();
        }
    }

    private static List<Path> foldersOf(ProcessIdentity session, Path base) throws IOException {
        try (Stream<Path> all = Files.walk(base, 2)) {
            return all.filter(path -> path.getFileName().toString().startsWith(session.toString())).toList();
        }
    }
}
