package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What an archive may put where. */
class DistributionTest {

    @TempDir
    Path folder;

    @Test
    void entriesStayInTheirFolder() throws Exception {
        assertThat(Distribution.place(folder, "lib/a.so")).isEqualTo(folder.resolve("lib/a.so"));
        assertThatThrownBy(() -> Distribution.place(folder, "../a.so")).isInstanceOf(IOException.class)
                .hasMessage("archive entry ../a.so points out of its folder");
    }

    @Test
    void linksStayInTheirFolder() throws Exception {
        Path link = Distribution.place(folder, "lib/a.so");
        Distribution.link(folder, link, Path.of("a.so.5"));
        assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of("a.so.5"));
        Distribution.link(folder, folder.resolve("lib/b"), Path.of("../share/b"));
        for (String out : new String[]{"/etc/passwd", "../../x", "c/../../../x"}) {
            assertThatThrownBy(() -> Distribution.link(folder, folder.resolve("lib/c"), Path.of(out)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("archive entry lib/c is a link out of its folder, to " + out);
        }
        assertThat(folder.resolve("lib/c")).doesNotExist();
    }
}
