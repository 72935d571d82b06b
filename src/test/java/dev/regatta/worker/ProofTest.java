package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Answer;
import dev.regatta.stack.Root;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

class ProofTest {

    private static final Root FIRST = new Root("g:first", "first.version", "not.Asked");

    @Test
    void everyRootIsProvenByAClassOfItsOwn() throws Exception {
        Path jar = Path.of(Histogram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String sha256 = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
        Answer.Opened opened = new Proof().of(ProofTest.class,
                List.of(FIRST, new Root("g:second", "second.version", Histogram.class.getName())));
        assertThat(opened.driverJar()).isEqualTo("test-classes");
        assertThat(opened.driverSha256()).isEqualTo("directory");
        assertThat(opened.parts()).containsExactly(
                new Answer.Loaded("g:first", ProofTest.class.getName(), "test-classes", "directory"),
                new Answer.Loaded("g:second", Histogram.class.getName(), jar.getFileName().toString(), sha256));
    }

    @Test
    void aPartThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> new Proof().of(ProofTest.class,
                List.of(FIRST, new Root("g:pool", "pool.version", "a.Pool")))).isInstanceOf(IOException.class)
                .hasMessage("the class a.Pool of g:pool is not on the class path: the recipe lacks its jar");
    }
}
