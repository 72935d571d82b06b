package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class WebServiceTest {

    private static final Path SERVICES = Path.of("services");

    @Test
    void eachFolderIsOfOneAndEachHasAFolder() throws IOException {
        try (Stream<Path> folders = Files.list(SERVICES)) {
            assertThat(WebService.all().stream().map(WebService::folder).distinct()).hasSize(11)
                    .containsExactlyInAnyOrderElementsOf(
                            folders.filter(Files::isDirectory).map(folder -> folder.getFileName().toString()).toList());
        }
        assertThat(WebService.all().stream().map(WebService::toString)).doesNotHaveDuplicates().hasSize(14);
    }

    /** A bump there is what races. */
    @Test
    void thePomOfEachHasTheVersionOfItsFramework() throws IOException {
        for (WebService service : WebService.all()) {
            String property = service.framework().versionProperty();
            assertThat(Files.readString(SERVICES.resolve(service.folder()).resolve("pom.xml"))).as(service.folder())
                    .containsOnlyOnce("<" + property + ">").contains("<version>${" + property + "}</version>")
                    .doesNotContain("<parent>");
        }
    }

    @Test
    void isFoundByItsNameWithOrWithoutThreads() {
        assertThat(WebService.of("spring-mvc+jdbc").toString()).isEqualTo("spring-mvc+jdbc/platform");
        assertThat(WebService.of("spring-mvc+jdbc/virtual").environment())
                .containsEntry("SPRING_THREADS_VIRTUAL_ENABLED", "true");
        assertThat(WebService.of("spring-webflux+r2dbc-without-pool").folder()).isEqualTo("spring-webflux-r2dbc");
        assertThat(List.of("spring-mvc", "spring-mvc+jdbc/event-loop", "")).allSatisfy(name ->
        // With all that there are.
        assertThatThrownBy(() -> WebService.of(name)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("unknown service '" + name + "', expected one of spring-mvc+jdbc/platform, "));
    }

    @Test
    void theSizeOfAPoolIsAVariableOfTheFramework() {
        assertThat(WebService.of("spring-mvc+jdbc/virtual").environment(Optional.of(20))).hasSize(2)
                .containsEntry("SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE", "20");
        assertThat(WebService.of("spring-mvc+jdbc").environment(Optional.empty())).isEmpty();
        // A pool that opens ten connections at first is refused where it may have five.
        assertThat(WebService.of("spring-webflux+r2dbc").environment(Optional.of(5))).hasSize(2)
                .containsEntry("SPRING_R2DBC_POOL_MAXSIZE", "5").containsEntry("SPRING_R2DBC_POOL_INITIALSIZE", "5");
        assertThat(WebService.of("spring-webflux+r2dbc").environment(Optional.of(20))).hasSize(1);
        assertThatThrownBy(() -> WebService.of("spring-webflux+r2dbc-without-pool").environment(Optional.of(5)))
                .hasMessage("spring-webflux+r2dbc-without-pool/event-loop has no pool of a chosen size");
    }
}
