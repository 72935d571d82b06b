package dev.regatta.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

class SettingsTest {

    @Test
    void whatARunWasGivenIsToldButHowItIsStartedAndPasswords() throws IOException {
        var given = new Properties();
        Map.of("regatta.base", "../main", "regatta.strict", "true", "postgresql.version", "42.7.13", "it.test", "X",
                "regatta.results", "there", "regatta.password.mariadb", "hunter2", "user.home", "/home/me",
                "regatta.url.mariadb", "mariadb://host:3306/db").forEach(given::setProperty);
        assertThat(new Settings(given).told()).containsOnlyKeys("it.test", "postgresql.version", "regatta.base",
                "regatta.strict", "regatta.url.mariadb");
        String pom = Files.readString(Path.of("pom.xml"));
        assertThat(Settings.OF_MAVEN).filteredOn(name -> !name.equals("it.test"))
                .allSatisfy(name -> assertThat(pom).contains("<" + name + ">"));
    }

    @Test
    void aMisspeltSettingIsAnErrorAndNotIgnored() {
        assertThatThrownBy(() -> settings("regatta.cell", "x")).hasMessageContaining("-Dregatta.cell")
                .hasMessageContaining("regatta.cells");
    }

    /** Nobody would read it, and the run would be on another server than the user believes. */
    @ParameterizedTest
    @ValueSource(strings = {"regatta.image.", "regatta.image.postgresql.sha", "regatta.image.postgresql.digest.digest",
            "regatta.url.mysql", "regatta.nothing"})
    void whatIsLikeNoSettingIsAnErrorThatNamesAll(String name) {
        assertThatThrownBy(() -> settings(name, "x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("unknown setting -D" + name + ", expected one of [regatta.address, ")
                .hasMessageContaining("regatta.image.postgresql, regatta.image.postgresql.digest,");
    }

    @ParameterizedTest
    @CsvSource({"regata.cells,regatta.cells", "Regatta.Cells,regatta.cells", "reggata.budget,regatta.budget",
            "ergatta.budget,regatta.budget", "REGATTA.BASELINE,regatta.baseline", "regatta.cell,regatta.cells",
            "regatta.buget,regatta.budget", "regata.lokc.wait,regatta.lock.wait", "regatta.Jdks,regatta.jdks",
            "regatta.image.postgres,regatta.image.postgresql", "regatta.user.PostgreSQL,regatta.user.postgresql",
            "regatta.password.maria,regatta.password.mariadb", "budget,regatta.budget", "Cells,regatta.cells",
            "jvm.options,regatta.jvm.options", "url.postgresql,regatta.url.postgresql",
            "postgres.version,postgresql.version", "postgresql.versoin,postgresql.version",
            "hikaricp.version,hikari.version", "Agroal.Version,agroal.version"})
    void aMisspeltSettingIsRefusedWithTheRightOne(String name, String right) {
        assertThatThrownBy(() -> settings(name, "x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown setting -D" + name + ": did you mean -D" + right + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maven.repo.local", "skipTests", "skipUTs", "skipITs", "test", "it.test", "jdk", "groups",
            "formatter.skip", "style.color", "toolchain.jdk.version", "java.version", "os.version", "user.home",
            "surefire.failIfNoSpecifiedTests", "java.io.tmpdir", "hikari.api.version", "junit.version", "basedir",
            "regattas", "regret.me", "postgresql.version", "hibernate-reactive-vertx-pg-client.version"})
    void whatIsJavasMavensOrSomebodyElsesIsNotRefused(String name) {
        assertThat(settings(name, "x").strict()).isFalse();
    }

    /** The tests of another project have its properties, and Surefire hands them all on. */
    @ParameterizedTest
    @ValueSource(strings = {"seed", "database", "offline", "tls", "base", "postgres.version", "hikaricp.version",
            "url.postgresql", "regatta.summary", "regatta.base"})
    void whatAnotherProjectCallsSoIsItsOwn(String name) {
        assertThat(Settings.ofProject(properties(name, "x")).with("regatta.strict", "true").strict()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"regata.base,regatta.base", "regatta.budgte,regatta.budget", "regatta.sumary,regatta.summary"})
    void whatIsMisspeltIsRefusedInAnotherProjectToo(String name, String right) {
        assertThatThrownBy(() -> Settings.ofProject(properties(name, "x")))
                .hasMessage("unknown setting -D" + name + ": did you mean -D" + right + "?");
    }

    @Test
    void noPropertyOfThisJvmOrOfPomIsTakenForAMisspeltSetting() throws IOException {
        var properties = new Properties();
        System.getProperties().stringPropertyNames().stream().filter(name -> !name.startsWith("regatta."))
                .forEach(name -> properties.setProperty(name, "x"));
        Pattern.compile("<([a-zA-Z0-9.-]+)>").matcher(Files.readString(Path.of("pom.xml"))).results()
                .map(tag -> tag.group(1)).filter(name -> name.contains("."))
                .filter(name -> !name.startsWith("regatta."))
                .forEach(name -> properties.setProperty(name, "x"));
        assertThat(properties).hasSizeGreaterThan(80);
        assertThatCode(() -> new Settings(properties)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"regatta.image.postgresql", "regatta.image.mariadb.digest", "regatta.url.mariadb",
            "regatta.user.postgresql", "regatta.password.mariadb"})
    void everyDatabaseHasSettingsOfItsOwn(String name) {
        assertThat(settings(name, "x").get(name)).contains("x");
    }

    @Test
    void whatDoesNothingBesideAnotherIsRefused() {
        assertThatThrownBy(() -> settings("regatta.baseline.reason", "faster"))
                .hasMessage("-Dregatta.baseline.reason is for new baselines: give -Dregatta.baseline=update as well, or"
                        + " leave it out");
        var both = new Properties();
        both.setProperty("regatta.base", "../main");
        assertThat(new Settings(both).base()).isPresent();
        both.setProperty("regatta.baseline", "update");
        assertThatThrownBy(() -> new Settings(both)).hasMessageStartingWith("-Dregatta.base is compared with nothing");
    }

    @Test
    void durationsReadAsPeopleWriteThem() {
        assertThat(settings("regatta.budget", "5m").budget()).contains(Duration.ofMinutes(5));
        assertThat(settings("regatta.budget", "1h30m").budget()).contains(Duration.ofMinutes(90));
        assertThat(settings("regatta.budget", "90s").budget()).contains(Duration.ofSeconds(90));
        assertThatThrownBy(() -> settings("regatta.budget", "five").budget())
                .hasMessageContaining("-Dregatta.budget=five")
                .hasMessageContaining("5m");
        assertThatThrownBy(() -> settings("regatta.budget", "-5m").budget()).hasMessageContaining("-5m");
    }

    @Test
    void aMalformedWaitNamesTheSetting() {
        assertThat(settings("regatta.lock.wait", "PT30S").lockWait()).isEqualTo(Duration.ofSeconds(30));
        assertThatThrownBy(() -> settings("regatta.lock.wait", "soon").lockWait())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-Dregatta.lock.wait=soon is not a duration, expected for example 90s, 5m or 1h30m");
    }

    @Test
    void aLatencyIsSomeMilliOrMicroseconds() {
        assertThat(settings("regatta.latency", "1ms").latency()).contains(Duration.ofMillis(1));
        assertThat(settings("regatta.latency", "1000000us").latency()).contains(Duration.ofSeconds(1));
        assertThat(settings("regatta.latency", "250us").latency()).contains(Duration.ofNanos(250_000));
        assertThat(settings("regatta.cells", "x").latency()).isEmpty();
        for (String wrong : new String[]{"1", "0ms", "1001ms", "1000001us", "1s", "-1ms", "1.5ms"}) {
            assertThatThrownBy(() -> settings("regatta.latency", wrong).latency())
                    .hasMessage("-Dregatta.latency=" + wrong
                            + " is not a latency from 1us to 1000ms, expected for example 1ms or 500us");
        }
    }

    @Test
    void choicesAreNamedWhenOneIsUnknown() {
        assertThatThrownBy(() -> settings("regatta.strict", "yes").strict()).hasMessageContaining("true, false");
        assertThatThrownBy(() -> settings("regatta.jfr", "yes").profiles()).hasMessageContaining("true, false");
        assertThatThrownBy(() -> settings("regatta.offline", "ture").maven()).hasMessageContaining("true, false");
        assertThat(settings("regatta.offline", "true").maven().offline()).isTrue();
        assertThatThrownBy(() -> settings("regatta.baseline", "refresh").updatesBaseline())
                .hasMessageContaining("check, update");
        assertThatThrownBy(() -> settings("regatta.seed", "x1").seed()).hasMessageContaining("-Dregatta.seed=x1");
        for (String name : List.of("regatta.connections", "regatta.server.connections")) {
            assertThatThrownBy(() -> settings(name, "0"))
                    .hasMessage("-D" + name + "=0 is not a whole number from 1 to 9999");
        }
    }

    @Test
    void jdksAreFeatureReleases() {
        assertThat(settings("regatta.jdks", "25, 21").jdks()).containsExactly(25, 21);
        assertThat(settings("regatta.jdks", "").jdks()).isEmpty();
        for (String wrong : new String[]{"21,", "1.8", "21,21", "21.0.8", "latest"}) {
            assertThatThrownBy(() -> settings("regatta.jdks", wrong).jdks())
                    .hasMessage("-Dregatta.jdks=" + wrong
                            + " is not a list of feature releases, each once, expected for example 21,25");
        }
    }

    @Test
    void anEmptyValueIsNone() {
        assertThat(settings("regatta.cells", " ").get("regatta.cells")).isEmpty();
    }

    /** Whatever run this belongs to; {@code .ci/units} sets all of them. */
    @Test
    void noneOfARunReachesUnitTests() {
        assertThat(System.getProperties().stringPropertyNames()).noneMatch(name -> name.startsWith("regatta."));
        assertThat(System.getenv()).doesNotContainKeys("REGATTA_PASSWORD_POSTGRESQL", "REGATTA_PASSWORD_MARIADB",
                "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY");
    }

    private static Settings settings(String name, String value) {
        return new Settings(properties(name, value));
    }

    private static Properties properties(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return properties;
    }
}
