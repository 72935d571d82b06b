package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Inputs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;

class ChecksumsTest {

    private static final String NONE = "0".repeat(64);

    /** A file that nobody has changed for a while. */
    private final Path old = Path.of(System.getProperty("java.home"), "release");
    @TempDir
    private Path folder;
    private Path kept;

    @BeforeEach
    void keep() throws IOException {
        kept = folder.resolve("base/checksums.txt");
        assertThat(asked()).isEqualTo(Inputs.sha256(Files.readAllBytes(old)));
    }

    private String asked() throws IOException {
        var checksums = new Checksums(Optional.of(kept));
        String checksum = checksums.of(old);
        checksums.keep();
        return checksum;
    }

    @Test
    void aFileIsReadOnce() throws IOException {
        Files.writeString(kept, Files.readString(kept).replace(Inputs.sha256(Files.readAllBytes(old)), NONE));
        assertThat(asked()).isEqualTo(NONE);
        assertThat(new Checksums(Optional.empty()).of(old)).isNotEqualTo(NONE);
    }

    @Test
    void aFileThatIsAnotherNowIsReadAgain() throws IOException {
        String all = Files.readString(kept);
        String[] fields = all.lines().skip(1).findFirst().orElseThrow().split("\t");
        assertThat(fields).hasSize(6).startsWith(old.toString()).endsWith(Inputs.sha256(Files.readAllBytes(old)));
        // Its inode, its size, and when its contents and its inode were changed.
        for (int field = 1; field < 5; field++) {
            String[] other = fields.clone();
            other[field] = other[field] + "0";
            other[5] = NONE;
            Files.writeString(kept, "regatta checksums 1\n" + String.join("\t", other) + "\n");
            assertThat(asked()).as("field " + field).isEqualTo(fields[5]);
        }
        Files.writeString(kept, all.replace("checksums 1", "checksums 0").replace(fields[5], NONE));
        assertThat(asked()).isEqualTo(fields[5]);
        Files.writeString(kept, "");
        assertThat(asked()).isEqualTo(fields[5]);
    }

    /** It could be changed again without a trace. */
    @Test
    void aFileThatWasChangedAMomentBeforeIsReadAgain() throws IOException {
        Path jar = Files.writeString(folder.resolve("a.jar"), "one");
        String one = Inputs.sha256("one".getBytes());
        var checksums = new Checksums(Optional.of(kept));
        assertThat(checksums.of(jar)).isEqualTo(one);
        checksums.keep();
        Files.writeString(kept, Files.readString(kept).replace(one, NONE));
        Instant now = Files.getLastModifiedTime(jar).toInstant();
        Files.setLastModifiedTime(kept, FileTime.from(now.plusSeconds(1)));
        assertThat(new Checksums(Optional.of(kept)).of(jar)).isEqualTo(one);
        Files.setLastModifiedTime(kept, FileTime.from(now.plusSeconds(10)));
        assertThat(new Checksums(Optional.of(kept)).of(jar)).isEqualTo(NONE);
    }
}
