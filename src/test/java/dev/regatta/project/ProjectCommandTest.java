package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.regatta.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;

class ProjectCommandTest {

    private static final List<String> RACES = List.of("shop.OrdersRaceIT");

    @TempDir
    private Path folder;
    private final Properties properties = new Properties();

    private String text(Path module, String maven, List<String> classes) {
        return new ProjectCommand(module, folder, maven, properties).text(classes, Optional.empty());
    }

    private Path pom(String module, String text) throws IOException {
        Path of = Files.createDirectories(folder.resolve(module));
        Files.writeString(of.resolve("pom.xml"), text);
        return of;
    }

    @Test
    void aClassRunsWhereMavenRunsIt() throws IOException {
        pom("", "<project/>");
        assertThat(text(folder, "clean verify -Pcompany,-slow", RACES))
                .isEqualTo("mvn verify -Pcompany,-slow -Dit.test={class}");
        assertThat(text(folder, "", List.of("shop.OrdersTest", "shop.MoreTests"))).isEqualTo("mvn test -Dtest={class}");
        assertThat(text(folder, "", List.of("shop.OrdersTest", "shop.OrdersRaceIT")))
                .isEqualTo("mvn verify -Dit.test={class}");
        properties.setProperty("test", "OrdersRaceIT");
        assertThat(text(folder, "test -Dtest=OrdersRaceIT", RACES)).isEqualTo("mvn test -Dtest={class}");
    }

    @Test
    void aModuleIsRunWithThoseThatItNeeds() throws IOException {
        pom("", "<project><modules><module>core</module><module>app</module></modules></project>");
        assertThat(text(pom("app", "<project/>"), "", RACES)).isEqualTo(
                "mvn verify -pl app -am -Dfailsafe.failIfNoSpecifiedTests=false -Dit.test={class}");
    }

    @Test
    void otherBuildsHaveTheirOwn() throws IOException {
        assertThat(text(folder, "", RACES)).isEqualTo("run {class} with");
        assertThat(new ProjectCommand(folder, folder, "", properties).text(RACES, Optional.of("./build '{class}'")))
                .isEqualTo("./build '{class}'");
        Files.writeString(folder.resolve("build.gradle.kts"), "");
        assertThat(text(folder, "", RACES)).isEqualTo("gradle test --tests {class}");
    }

    /** The version of a library that somebody tries is what races. */
    @Test
    void whatWasTypedIsGivenAsItArrived() throws IOException {
        pom("", "<project/>");
        properties.setProperty("regatta.base", "main");
        properties.setProperty("jooq.version", "3.20.6");
        properties.setProperty("greeting", "two words");
        properties.setProperty("java.vendor", "nobody typed it");
        SortedMap<String, String> given = new ProjectCommand(folder, folder, " verify -Djooq.version=3.20.6"
                + " -Dgreeting=two words -DskipLicense -Dregatta.base=main -Dit.test=OrdersRaceIT"
                + " -Dhttps.proxyHost=proxy -Dmaven.repo.local=/cache", properties)
                .given(new Settings(settings("regatta.base", "main")), RACES);
        assertThat(given).containsExactly(entry("command", "mvn verify -Dit.test={class}"),
                entry("greeting", "two words"), entry("jooq.version", "3.20.6"), entry("regatta.base", "main"),
                entry("skipLicense", "true"));
    }

    private static Properties settings(String name, String value) {
        var settings = new Properties();
        settings.setProperty(name, value);
        return settings;
    }
}
