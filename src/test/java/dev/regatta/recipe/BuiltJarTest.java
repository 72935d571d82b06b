package dev.regatta.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class BuiltJarTest {

    private static final String DRIVER = "org/postgresql/Driver.class";
    private static final String POOL = "com/zaxxer/hikari/HikariDataSource.class";

    @TempDir
    Path folder;

    @Test
    void itsClassTellsWhichPartOfTheClientItIs() throws IOException {
        Path driver = jar("driver-1.0-SNAPSHOT.jar", DRIVER);
        var built = new BuiltJar(driver).in(published());
        assertThat(built.classPath()).containsExactly(driver, Path.of("/checker.jar"), Path.of("/pool.jar"));
        assertThat(built.recipe().artifacts()).extracting(Artifact::coordinates).containsExactly(
                "org.postgresql:postgresql:driver-1.0-SNAPSHOT.jar", "org.checkerframework:checker-qual:3",
                "com.zaxxer:HikariCP:7.1.0");
        String checksum = Inputs.sha256(Files.readAllBytes(driver));
        assertThat(built.recipe().artifacts().getFirst().sha256()).isEqualTo(checksum);
        assertThat(Change.words(built.recipe().changesFrom(published().recipe()))).isEqualTo(
                "postgresql 42.7.14 -> driver-1.0-SNAPSHOT.jar@" + checksum.substring(0, 12));

        Path pool = jar("pool.jar", POOL);
        assertThat(new BuiltJar(pool).in(built).classPath()).containsExactly(driver, Path.of("/checker.jar"), pool);
    }

    /** Two builds have one name. */
    @Test
    void twoBuildsAreToldApartByTheirChecksums() throws IOException {
        Path one = jar("a/driver.jar", DRIVER);
        Path other = jar("b/driver.jar", DRIVER, "more");
        var before = new BuiltJar(one).in(published()).recipe();
        var after = new BuiltJar(other).in(published()).recipe();
        assertThat(Change.words(after.changesFrom(before))).isEqualTo("postgresql driver.jar@"
                + before.artifacts().getFirst().sha256().substring(0, 12) + " -> driver.jar@"
                + after.artifacts().getFirst().sha256().substring(0, 12));
    }

    /** The first one did nothing. */
    @Test
    void twoBuildsOfOnePartAreRefused() throws IOException {
        var once = new BuiltJar(jar("a.jar", DRIVER)).in(published());
        Path other = jar("b.jar", DRIVER);
        assertThatThrownBy(() -> new BuiltJar(other).in(once)).isInstanceOf(RecipeException.class)
                .hasMessage("a.jar and " + other + " are org.postgresql:postgresql twice: give one jar of each part");
    }

    @Test
    void whatIsNoJarOfAPartIsNamed() throws IOException {
        Path missing = folder.resolve("missing.jar");
        assertThatThrownBy(() -> new BuiltJar(missing).in(published())).isInstanceOf(RecipeException.class)
                .hasMessage(missing + " is not there: build it first, or check the path");
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertThatThrownBy(() -> new BuiltJar(text).in(published())).isInstanceOf(RecipeException.class)
                .hasMessageStartingWith(text + " is no jar (")
                .hasMessageEndingWith("give the jar that your build makes");
        Path sources = jar("sources.jar", "org/postgresql/Driver.java");
        assertThatThrownBy(() -> new BuiltJar(sources).in(published())).isInstanceOf(RecipeException.class)
                .hasMessageStartingWith(sources + " has none of the classes org.postgresql.Driver,"
                        + " com.zaxxer.hikari.HikariDataSource, of which one tells");
        Path all = jar("all.jar", DRIVER, POOL);
        assertThatThrownBy(() -> new BuiltJar(all).in(published())).isInstanceOf(RecipeException.class)
                .hasMessageStartingWith(all + " has several of the classes");
    }

    private static ResolvedRecipe published() {
        var artifacts = List.of("org.postgresql:postgresql:42.7.14", "org.checkerframework:checker-qual:3",
                "com.zaxxer:HikariCP:7.1.0").stream().map(jar -> new Artifact(jar, "0".repeat(64))).toList();
        return new ResolvedRecipe(new Recipe("pgjdbc+hikari", artifacts, new TreeMap<>()),
                List.of(Path.of("/driver.jar"), Path.of("/checker.jar"), Path.of("/pool.jar")));
    }

    private Path jar(String name, String... entries) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(entry.getBytes());
                out.closeEntry();
            }
        }
        return file;
    }
}
