package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipOutputStream;

class JarNameTest {

    private static final Path LOCAL = Path.of("/home/me/.m2/repository");

    @TempDir
    private Path folder;

    @Test
    void aJarOfMavensRepositoryIsNamedByItsFolders() {
        assertThat(name("/home/me/.m2/repository/org/postgresql/postgresql/42.7.14/postgresql-42.7.14.jar"))
                .isEqualTo("org.postgresql:postgresql:42.7.14");
        assertThat(name("/home/me/.m2/repository/io/netty/netty-epoll/4.1/netty-epoll-4.1-linux-x86_64.jar"))
                .isEqualTo("io.netty:netty-epoll:jar:linux-x86_64:4.1");
        assertThat(name("/elsewhere/org/postgresql/postgresql/42.7.14/postgresql-42.7.14.jar"))
                .isEqualTo("unknown:postgresql:42.7.14");
    }

    @Test
    void aJarOfGradlesCacheIsNamedByItsFolders() {
        assertThat(name("/home/me/.gradle/caches/modules-2/files-2.1/org.jooq/jooq/3.20.6/0a1b2c/jooq-3.20.6.jar"))
                .isEqualTo("org.jooq:jooq:3.20.6");
    }

    @Test
    void anyOtherIsNamedByItsFile() throws IOException {
        Path jar = folder.resolve("driver-1.2-beta.jar");
        new ZipOutputStream(Files.newOutputStream(jar)).close();
        assertThat(JarName.of(jar, Optional.of(LOCAL))).isEqualTo("unknown:driver:1.2-beta");
        Path plain = folder.resolve("driver.jar");
        Files.copy(jar, plain);
        assertThat(JarName.of(plain, Optional.empty())).isEqualTo("unknown:driver.jar:unknown");
    }

    private static String name(String jar) {
        return JarName.of(Path.of(jar), Optional.of(LOCAL));
    }
}
