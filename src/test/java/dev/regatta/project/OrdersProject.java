package dev.regatta.project;

import dev.regatta.host.ShortCommand;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A small Maven project in a git repository of its own, which has Regatta and this JVM's libraries as dependencies. */
final class OrdersProject {

    static final String REPOSITORY = "src/main/java/shop/OrderRepository.java";
    static final String RACES = "src/test/java/shop/OrderRepositoryRaceIT.java";

    private static final Path SOURCES = Path.of("src/test/resources/dev/regatta/project/orders");
    private static final Duration LIMIT = Duration.ofMinutes(12);
    /** What the project brings by itself, or what would be a second of what is in the jar. */
    private static final List<String> NOT_REGATTAS = List.of("/com/zaxxer/", "/org/postgresql/",
            "/org/mariadb/jdbc/",
            "/org/junit/", "/org/opentest4j/", "/org/apiguardian/");

    private final Path folder;

    private OrdersProject(Path folder) {
        this.folder = folder;
    }

    /** The project in {@code folder}, committed on the branch {@code main}. */
    static OrdersProject in(Path folder) throws IOException {
        var project = new OrdersProject(folder);
        try (Stream<Path> all = Files.walk(SOURCES.resolve("src"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                project.write(SOURCES.relativize(file).toString(), Files.readString(file));
            }
        }
        project.write("pom.xml", Files.readString(SOURCES.resolve("pom.xml")).replace("@postgresql.version@", "42.7.14")
                .replace("@hikari.version@", "7.1.0").replace("@mariadb.version@", "3.5.11")
                .replace("@r2dbc-postgresql.version@", "1.1.1.RELEASE").replace("@junit.version@", "6.1.3")
                .replace("@regatta@", dependencies(jar(folder.resolve("lib")))));
        project.write(".gitignore", "target/\nlib/\n");
        project.git("init", "-q", "-b", "main");
        project.git("config", "user.email", "tests@example.org");
        project.git("config", "user.name", "tests");
        project.commit("as it is");
        return project;
    }

    /** A clone that has the last commit alone. */
    OrdersProject shallow(Path to) throws IOException {
        git("clone", "-q", "--depth", "1", folder.toUri().toString(), to.toString());
        return new OrdersProject(to);
    }

    /** The same in two modules, of which the second has the tests and the first what they race. */
    static OrdersProject inModules(Path folder) throws IOException {
        OrdersProject project = in(folder);
        project.git("mv", "-k", "src", "core");
        Files.createDirectories(folder.resolve("core/src"));
        Files.createDirectories(folder.resolve("app/src"));
        Files.move(folder.resolve("core/main"), folder.resolve("core/src/main"));
        Files.move(folder.resolve("core/test"), folder.resolve("app/src/test"));
        project.replace("pom.xml", "<version>1</version>\n  <properties>", "<version>1</version>\n"
                + "  <packaging>pom</packaging>\n  <modules><module>core</module><module>app</module></modules>\n"
                + "  <properties>");
        project.write("core/pom.xml", module("core", ""));
        project.write("app/pom.xml", module("app", "<dependencies><dependency><groupId>shop</groupId>"
                + "<artifactId>core</artifactId><version>1</version></dependency></dependencies><build><plugins><plugin>"
                + "<artifactId>maven-failsafe-plugin</artifactId><version>3.6.1</version><executions><execution><goals>"
                + "<goal>integration-test</goal><goal>verify</goal></goals></execution></executions></plugin></plugins>"
                + "</build>"));
        project.commit("in modules");
        return project;
    }

    private static String module(String name, String more) {
        return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><parent>"
                + "<groupId>shop</groupId><artifactId>orders</artifactId><version>1</version></parent><artifactId>"
                + name + "</artifactId>" + more + "</project>\n";
    }

    /** The classes of this Regatta as a jar, which a project would have from a repository. */
    private static Path jar(Path lib) throws IOException {
        Path classes = Path.of("target/classes");
        Path jar = Files.createDirectories(lib).resolve("regatta.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
        return jar;
    }

    private static String dependencies(Path regatta) {
        List<Path> jars = new ArrayList<>(List.of(regatta.toAbsolutePath()));
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of)
                .filter(Files::isRegularFile)
                .filter(jar -> NOT_REGATTAS.stream().noneMatch(jar.toString()::contains)).forEach(jars::add);
        return jars.stream()
                .map(jar -> "<dependency><groupId>regatta.lib</groupId><artifactId>" + jar.getFileName()
                        + "</artifactId><version>1</version><scope>system</scope><systemPath>" + jar
                        + "</systemPath></dependency>")
                .collect(Collectors.joining("\n"));
    }

    Path folder() {
        return folder;
    }

    String read(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    void replace(String file, String old, String text) throws IOException {
        String before = read(file);
        if (!before.contains(old)) {
            throw new IllegalArgumentException(file + " has no " + old);
        }
        write(file, before.replace(old, text));
    }

    /** The variant of the repository that asks for the items of each order. */
    void plantQueriesPerOrder() throws IOException {
        write(REPOSITORY, Files.readString(SOURCES.resolve("changed/OrderRepository.java")));
    }

    void commit(String message) throws IOException {
        git("add", "-A");
        git("commit", "-q", "-m", message);
    }

    void git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ShortCommand ran = run(command);
        if (ran.exitCode() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + ran.output());
        }
    }

    /**
     * What Maven says when it runs the races of PostgreSQL.
     *
     * @param base empty for none
     */
    ShortCommand races(String base, String... properties) throws IOException {
        return racesOf("OrderRepositoryRaceIT", base, properties);
    }

    /** What Maven says when it runs the races of a class. */
    ShortCommand racesOf(String type, String base, String... properties) throws IOException {
        return maven(base, List.of("test", "-Dtest=" + type), properties);
    }

    /** The same of a project in modules, of which the first is a jar then. */
    ShortCommand racesOfModules(String base, String... properties) throws IOException {
        return maven(base, List.of("verify", "-Dit.test=OrderRepositoryRaceIT"), properties);
    }

    private ShortCommand maven(String base, List<String> goals, String... properties) throws IOException {
        ShortCommand ran = run(command(base, goals, properties));
        return new ShortCommand(ran.exitCode(), ran.output().lines().filter(line -> !line.contains("systemPath"))
                .collect(Collectors.joining("\n")));
    }

    /** Starts the races of the orders, and waits for nothing: what they say goes to {@code log}. */
    Process started(Path log, String base, String... properties) throws IOException {
        return process(command(base, List.of("test", "-Dtest=OrderRepositoryRaceIT"), properties))
                .redirectOutput(log.toFile()).start();
    }

    private static List<String> command(String base, List<String> goals, String... properties) {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
        command.addAll(goals);
        command.addAll(List.of("-Dregatta.database=embedded", "-Dregatta.budget=150s"));
        if (!base.isEmpty()) {
            command.add("-Dregatta.base=" + base);
        }
        Optional.ofNullable(System.getProperty("maven.repo.local")).filter(local -> !local.isBlank())
                .ifPresent(local -> command.add("-Dmaven.repo.local=" + local));
        command.addAll(List.of(properties));
        return command;
    }

    /** What a command says in the project's folder. */
    ShortCommand run(List<String> command) throws IOException {
        return ShortCommand.run(process(command), LIMIT);
    }

    private ProcessBuilder process(List<String> command) {
        var process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return process;
    }
}
