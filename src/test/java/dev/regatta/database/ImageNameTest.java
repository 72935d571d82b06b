package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;

class ImageNameTest {

    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @Test
    void withoutPropertiesTheOfficialImagesAreUsed() {
        assertThat(ImageName.of(Dialect.POSTGRESQL, name -> Optional.empty()).reference()).isEqualTo("postgres:18");
        assertThat(ImageName.of(Dialect.MARIADB, name -> Optional.empty()).reference()).isEqualTo("mariadb:11.8");
    }

    @Test
    void aDigestReplacesTheTag() {
        var properties = Map.of("regatta.image.mariadb", "mariadb:11.8", "regatta.image.mariadb.digest", DIGEST);
        assertThat(ImageName.of(Dialect.MARIADB, name -> Optional.ofNullable(properties.get(name))).reference())
                .isEqualTo("mariadb@" + DIGEST);
    }

    @Test
    void thePortOfAMirrorIsNoTag() {
        assertThat(new ImageName("mirror.example:5000/postgres", Optional.of(DIGEST)).reference())
                .isEqualTo("mirror.example:5000/postgres@" + DIGEST);
        assertThat(new ImageName("mirror.example:5000/postgres:18", Optional.of(DIGEST)).reference())
                .isEqualTo("mirror.example:5000/postgres@" + DIGEST);
    }

    @Test
    void aDigestInTheNameIsSentToItsOwnProperty() {
        assertThatThrownBy(() -> new ImageName("postgres:18@" + DIGEST, Optional.empty()))
                .hasMessageContaining(".digest");
    }

    @Test
    void aMalformedDigestIsRefused() {
        assertThatThrownBy(() -> new ImageName("postgres:18", Optional.of("sha256:12")))
                .hasMessageContaining("64 hexadecimal digits");
    }
}
