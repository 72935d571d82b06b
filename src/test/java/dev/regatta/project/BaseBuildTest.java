package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

class BaseBuildTest {

    private static final List<String> CLASSES = List.of("shop.Races", "shop.More");

    @TempDir
    private Path checkout;

    private Path write(String file, String text) throws IOException {
        Path path = checkout.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private void program(String file) throws IOException {
        Files.setPosixFilePermissions(write(file, "#!/bin/sh\n"), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private BaseBuild build(String module) {
        return BaseBuild.found(checkout.resolve(module), checkout, List.of("-o"), CLASSES).orElseThrow();
    }

    /** Its own modules in a local repository may be today's. */
    @Test
    void aModuleIsBuiltWithThoseThatItNeeds() throws IOException {
        write("pom.xml", "<project><modules><module>core</module><module>web</module></modules></project>");
        write("web/pom.xml", "<project><modules>\n<module>app/pom.xml</module></modules></project>");
        write("web/app/pom.xml", "<project/>");
        program("mvnw");
        BaseBuild build = build("web/app");
        assertThat(build.folder()).isEqualTo(checkout);
        assertThat(build.command()).containsExactly(checkout.resolve("mvnw").toString(), "-B", "-ntp", "-o",
                "-pl", "web/app", "-am", "test-compile", "surefire:test", "-Dtest=shop.Races,shop.More",
                "-Dsurefire.failIfNoSpecifiedTests=false", "-DfailIfNoTests=false");
    }

    @Test
    void aBuildBesideOthersIsBuiltAlone() throws IOException {
        write("pom.xml", "<project><modules><module>docs</module></modules></project>");
        write("service/pom.xml", "<project/>");
        BaseBuild build = build("service");
        assertThat(build.folder()).isEqualTo(checkout.resolve("service"));
        assertThat(build.command()).startsWith("mvn", "-B").doesNotContain("-pl");
    }

    @Test
    void aPomThatCannotBeReadHasNoModules() throws IOException {
        write("pom.xml", "<project><modules><module>service</module>");
        write("service/pom.xml", "<project/>");
        assertThat(build("service").folder()).isEqualTo(checkout.resolve("service"));
    }

    /** What Gradle takes as done writes nothing down. */
    @Test
    void gradleRunsTheClassesAnew() throws IOException {
        write("settings.gradle", "include 'app'");
        write("app/build.gradle.kts", "");
        program("gradlew");
        BaseBuild build = build("app");
        assertThat(build.folder()).isEqualTo(checkout.resolve("app"));
        assertThat(build.command()).containsExactly(checkout.resolve("gradlew").toString(), "-q", "--no-build-cache",
                "cleanTest", "test", "--tests", "shop.Races", "--tests", "shop.More");
    }

    @Test
    void otherBuildsAreNotGuessed() throws IOException {
        write("build.xml", "<project/>");
        assertThat(BaseBuild.found(checkout, checkout, List.of(), CLASSES)).isEmpty();
    }

    @Test
    void passwordsAreNotWrittenDown() {
        assertThat(new BaseBuild(checkout, List.of("mvn", "-Dhttps.proxyPassword=secret", "-Dhttps.proxyHost=proxy")))
                .hasToString("mvn -Dhttps.proxyPassword=… -Dhttps.proxyHost=proxy");
    }

    @Test
    void aCommandOfTheUserRunsEachClass() {
        assertThat(BaseBuild.given("./run '{class}' {class}", checkout, List.of("shop.Races$Inner", "shop.More")))
                .containsExactly(new BaseBuild(checkout, List.of("sh", "-c", "./run 'shop.More' shop.More")),
                        new BaseBuild(checkout, List.of("sh", "-c", "./run 'shop.Races$Inner' shop.Races\\$Inner")));
    }
}
