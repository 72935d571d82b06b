package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.DockerState;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

class ServerSourceTest {

    private static final DockerState ANSWERING = new DockerState.Answering("engine 29.0", true,
            Set.of(Dialect.POSTGRESQL));
    private static final DockerState BROKEN = new DockerState.Broken("/var/run/docker.sock exists, but it sleeps");
    private static final DockerState ABSENT = new DockerState.Absent("there is no Docker socket");
    private static final Function<Dialect, String> SHIPPED = dialect -> dialect + "-binaries.jar";
    private static final Function<Dialect, String> MISSING = dialect -> {
        throw new IllegalStateException("no embedded server for Plan 9");
    };

    private Map<String, String> properties = Map.of();

    @Test
    void anEngineThatAnswersIsGood() {
        ServerSource servers = servers(DatabaseMode.AUTO, ANSWERING, SHIPPED);
        assertThat(servers.engine()).isEqualTo(Finding.good("Docker", "engine 29.0"));
        var both = new DockerState.Answering("engine 29.0", true, Set.of(Dialect.values()));
        assertThat(servers(DatabaseMode.AUTO, both, SHIPPED).databases()).isEqualTo(Finding.good("databases",
                "postgresql in a container of postgres:18; mariadb in a container of mariadb:11.8"));
    }

    @Test
    void anImageThatMustBePulledFirstIsWorthARemark() {
        Finding finding = servers(DatabaseMode.AUTO, ANSWERING, SHIPPED).databases();
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found()).isEqualTo(
                "postgresql in a container of postgres:18; mariadb in a container of mariadb:11.8, to be pulled");
        assertThat(finding.advice()).contains("-Dregatta.image.mariadb");
    }

    @Test
    void aBrokenEngineIsNotAnAbsentOne() {
        assertThat(servers(DatabaseMode.AUTO, BROKEN, SHIPPED).engine().found()).contains("it sleeps");
        assertThat(servers(DatabaseMode.AUTO, BROKEN, SHIPPED).engine().advice()).startsWith("Repair Docker");
        assertThat(servers(DatabaseMode.AUTO, ABSENT, SHIPPED).engine().found())
                .isEqualTo("none: there is no Docker socket");
    }

    @Test
    void withoutDockerTheEmbeddedServersAreGood() {
        assertThat(servers(DatabaseMode.AUTO, ABSENT, SHIPPED).databases()).isEqualTo(Finding.good("databases",
                "postgresql embedded from postgresql-binaries.jar; mariadb embedded from mariadb-binaries.jar"));
        assertThat(servers(DatabaseMode.EMBEDDED, ANSWERING, SHIPPED).databases().found()).contains("embedded");
    }

    @Test
    void withNeitherNothingCanBeJudged() {
        Finding finding = servers(DatabaseMode.AUTO, ABSENT, MISSING).databases();
        assertThat(finding.grade()).isEqualTo(Grade.BAD);
        assertThat(finding.found()).contains("no postgresql: no embedded server for Plan 9");
        assertThat(servers(DatabaseMode.CONTAINER, BROKEN, SHIPPED).databases().grade()).isEqualTo(Grade.BAD);
        assertThat(servers(DatabaseMode.EXTERNAL, ANSWERING, SHIPPED).databases().grade()).isEqualTo(Grade.BAD);
    }

    @Test
    void oneDatabaseOfTwoIsWorthARemark() {
        properties = Map.of("regatta.url.postgresql", "postgresql://db:5432/test");
        assertThat(servers(DatabaseMode.AUTO, ABSENT, MISSING).databases().grade()).isEqualTo(Grade.REMARK);
        Finding finding = servers(DatabaseMode.EXTERNAL, ANSWERING, SHIPPED).databases();
        assertThat(finding.grade()).isEqualTo(Grade.REMARK);
        assertThat(finding.found())
                .isEqualTo("postgresql at a server of your own; no mariadb: regatta.url.mariadb is not set");
    }

    @Test
    void theProbeRacesOnADatabaseThatCan() {
        properties = Map.of("regatta.url.mariadb", "mariadb://db:3306/test");
        assertThat(servers(DatabaseMode.EXTERNAL, ANSWERING, SHIPPED).first()).contains(Dialect.MARIADB);
        assertThat(servers(DatabaseMode.AUTO, ABSENT, SHIPPED).first()).contains(Dialect.POSTGRESQL);
        assertThat(servers(DatabaseMode.CONTAINER, BROKEN, SHIPPED).first()).isEmpty();
    }

    @Test
    void anotherImageIsNamed() {
        properties = Map.of("regatta.image.postgresql", "postgres:17");
        assertThat(servers(DatabaseMode.AUTO, ANSWERING, SHIPPED).databases().found())
                .startsWith("postgresql in a container of postgres:17;");
    }

    private ServerSource servers(DatabaseMode mode, DockerState docker, Function<Dialect, String> embedded) {
        return new ServerSource(mode, docker, name -> Optional.ofNullable(properties.get(name)), embedded);
    }
}
