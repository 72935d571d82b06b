package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class CodeDigestTest {

    @TempDir
    private Path folder;

    @Test
    void anotherClassIsAnotherCode() throws IOException {
        String before = CodeDigest.of(folder.toString());
        Files.writeString(folder.resolve("Order.class"), "1");
        assertThat(CodeDigest.of(folder.toString())).isNotEqualTo(before);
    }

    /** A launcher's script may leave one; the folder in which tests run has what they write. */
    @Test
    void anEmptyEntryIsNoCode() {
        assertThat(CodeDigest.of(File.pathSeparator + folder)).isEqualTo(CodeDigest.of(folder.toString()));
    }
}
