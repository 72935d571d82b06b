package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.host.ShortCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A project without Maven and without Gradle: a script compiles with {@code javac}, and JUnit's console launcher runs the
 * tests. {@code mvn verify -Dit.test=PlainBuildIT}: a minute.
 */
class PlainBuildIT {

    private static final String CELL = "postgresql/shop.OrderRepositoryRaceIT/platform/openOrders()";
    private static final String CONSOLE = "org.junit.platform:junit-platform-console-standalone:6.1.3";
    private static final String BUILD = """
            #!/bin/sh
            set -e
            cd "$(dirname "$0")"
            mkdir -p out
            "$JAVA_HOME/bin/javac" --release 21 -cp "@libraries@" -d out $(find src -name '*.java')
            class=$1
            shift
            exec "$JAVA_HOME/bin/java" "$@" -jar "@console@" execute --class-path "out:@libraries@" --select-class "$class" --details=tree
            """;

    private OrdersProject project;

    @Test
    void aScriptIsABuildToolAsWell(@TempDir Path folder) throws IOException {
        project = OrdersProject.in(Files.createDirectories(folder.resolve("my shop")));
        // Maven finds the jars, and is gone then.
        Path lib = project.folder().resolve("lib");
        said(maven("dependency:build-classpath", "-Dmdep.outputFile=lib/libraries.txt", "-DincludeScope=test"));
        said(maven("dependency:copy", "-Dartifact=" + CONSOLE, "-DoutputDirectory=../jars"));
        // What lies in the checkout is taken as built by it, and the worktree of the base has another one.
        String console = folder.resolve("jars/junit-platform-console-standalone-6.1.3.jar").toString();
        String libraries = Arrays.stream(Files.readString(lib.resolve("libraries.txt")).strip().split(":"))
                .filter(jar -> !jar.contains("/org/junit/")).reduce((one, other) -> one + ":" + other).orElseThrow();
        project.git("rm", "-q", "pom.xml");
        project.write("build", BUILD.replace("@libraries@", libraries).replace("@console@", console));
        Files.setPosixFilePermissions(project.folder().resolve("build"),
                PosixFilePermissions.fromString("rwxr-xr-x"));
        project.write(".gitignore", "target/\nlib/\nout/\n");
        project.commit("a script");

        ShortCommand unknown = races("-Dregatta.base=main");
        assertThat(unknown.output()).contains("not raced: the base main (")
                .contains("has neither pom.xml nor build.gradle in ").contains("-Dregatta.base.build=");

        String build = "-Dregatta.base.build=./build {class}";
        ShortCommand same = races("-Dregatta.base=main", build);
        assertThat(same.exitCode()).isZero();
        assertThat(same.output()).contains("building the base main (").contains("NotRaced (same inputs): " + CELL);

        project.plantQueriesPerOrder();
        ShortCommand lost = races("-Dregatta.base=main", build);
        assertThat(lost.exitCode()).isNotZero();
        assertThat(lost.output()).contains("6.0 round trips per operation, was 1.0");
        // The page tells the command of this build, not one of Maven.
        assertThat(Files.readString(project.folder().resolve("target/regatta/report.html")))
                .contains(">./build shop.OrderRepositoryRaceIT ").doesNotContain("mvn verify -Dit.test")
                .doesNotContain("regatta compare");
    }

    private ShortCommand maven(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-ntp"));
        Optional.ofNullable(System.getProperty("maven.repo.local")).filter(local -> !local.isBlank())
                .ifPresent(local -> command.add("-Dmaven.repo.local=" + local));
        command.addAll(List.of(words));
        return project.run(command);
    }

    private static void said(ShortCommand ran) {
        assertThat(ran.exitCode()).as(ran.output()).isZero();
    }

    private ShortCommand races(String... properties) throws IOException {
        List<String> command = new ArrayList<>(List.of("./build", "shop.OrderRepositoryRaceIT",
                "-Dregatta.database=embedded", "-Dregatta.budget=150s", "-Dregatta.cells=" + CELL));
        command.addAll(List.of(properties));
        ShortCommand ran = project.run(command);
        System.out.println(ran.output());
        return ran;
    }
}
