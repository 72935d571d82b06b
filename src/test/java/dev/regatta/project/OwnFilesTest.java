package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class OwnFilesTest {

    @TempDir
    private Path folder;

    @Test
    void aJarHoldsTheSameFilesAsTheFolderThatItWasMadeOf() throws IOException {
        OwnFiles classes = OwnFiles
                .in(List.of(folder("classes", Map.of("shop/Order.class", "1", "app.properties", "a"))));
        OwnFiles jar = OwnFiles.in(List.of(jar("app.jar", Map.of("shop/Order.class", "1", "app.properties", "a",
                "META-INF/MANIFEST.MF", "built today", "META-INF/maven/shop/app/pom.properties", "version=2"))));
        assertThat(jar).isEqualTo(classes);
        assertThat(jar.digest()).isEqualTo(classes.digest()).hasSize(64);
        assertThat(jar.changedFrom(classes)).isEmpty();
    }

    /** Both differ with each commit, and so a change of the README raced. */
    @Test
    void whatOnlyTellsWhichBuildItIsDoesNotCount() throws IOException {
        OwnFiles before = OwnFiles.in(List.of(folder("build", Map.of("A.class", "1",
                "META-INF/build-info.properties", "build.time=1", "git.properties", "git.commit.id=1", "app.properties",
                "a"))));
        OwnFiles now = OwnFiles.in(List.of(folder("build", Map.of("META-INF/build-info.properties", "build.time=2",
                "git.properties", "git.commit.id=2", "META-INF/git.json", "{}"))));
        assertThat(now).isEqualTo(before);
        assertThat(now.checksums()).containsOnlyKeys("A.class", "app.properties");
        assertThat(OwnFiles.in(List.of(folder("other", Map.of("shop/git.properties", "remote=a")))).checksums())
                .as("a file of theirs").hasSize(1);
    }

    @Test
    void whatIsNewGoneOrOtherHasChanged() throws IOException {
        OwnFiles before = OwnFiles
                .in(List.of(folder("before", Map.of("A.class", "1", "B.class", "1", "C.class", "1"))));
        OwnFiles now = OwnFiles.in(List.of(folder("now", Map.of("A.class", "1", "B.class", "2", "D.class", "1"))));
        assertThat(now.changedFrom(before)).containsExactly("B.class", "C.class", "D.class");
        assertThat(now.digest()).isNotEqualTo(before.digest());
    }

    @Test
    void ofAClassThatIsThereTwiceTheFirstCounts() throws IOException {
        Path first = folder("first", Map.of("A.class", "1"));
        Path second = folder("second", Map.of("A.class", "2"));
        assertThat(OwnFiles.in(List.of(first, second))).isEqualTo(OwnFiles.in(List.of(first)));
        assertThat(OwnFiles.in(List.of(second, first))).isEqualTo(OwnFiles.in(List.of(second)));
    }

    /** A ServiceLoader, or Spring's factories, read the one of every entry: the first hides none. */
    @Test
    void ofAnotherFileThatIsThereTwiceBothCount() throws IOException {
        String services = "META-INF/services/shop.Pricing";
        Path first = folder("first", Map.of(services, "shop.Flat"));
        Path second = folder("second", Map.of(services, "shop.Cheap"));
        OwnFiles before = OwnFiles.in(List.of(first, second));
        assertThat(before).isNotEqualTo(OwnFiles.in(List.of(first)));
        assertThat(OwnFiles.in(List.of(first, jar("second.jar", Map.of(services, "shop.Cheap"))))).isEqualTo(before);
        folder("second", Map.of(services, "shop.Dear"));
        OwnFiles now = OwnFiles.in(List.of(first, second));
        assertThat(now.changedFrom(before)).containsExactly(services);
        assertThat(now.digestBesideClasses()).isNotEqualTo(before.digestBesideClasses());
    }

    private Path folder(String name, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(name).resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        return folder.resolve(name);
    }

    private Path jar(String name, Map<String, String> files) throws IOException {
        Path jar = folder.resolve(name);
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, String> file : new TreeMap<>(files).entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes());
            }
        }
        return jar;
    }
}
