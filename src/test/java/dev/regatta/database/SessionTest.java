package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class SessionTest {

    private static final ProcessIdentity DEAD = new ProcessIdentity(41, 1_000);
    private static final ProcessIdentity ALIVE = new ProcessIdentity(42, 2_000);

    @TempDir
    Path base;

    private final List<String> notices = new ArrayList<>();

    @Test
    void thisProcessLives() {
        assertThat(Session.current().owner().alive()).isTrue();
        assertThat(ProcessIdentity.parse(Session.current().toString())).contains(Session.current().owner());
    }

    @Test
    void onlyFoldersOfDeadSessionsAreSwept() throws IOException {
        Path dead = new Session(DEAD).newFolder(base, "server");
        Files.createDirectories(dead.resolve("data/deep"));
        Files.writeString(dead.resolve("data/deep/file"), "x");
        Path alive = new Session(ALIVE).newFolder(base, "server");
        Path stranger = Files.createDirectory(alive.getParent().resolveSibling("notes"));

        sweep();

        assertThat(dead.getParent()).doesNotExist();
        assertThat(alive).exists();
        assertThat(stranger).exists();
        assertThat(notices).singleElement().asString().contains("41-1000");
    }

    @Test
    void aSweepThatLeavesNothingRemovesTheUsersFolderToo() {
        new Session(DEAD).newFolder(base, "server");
        sweep();
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void theLastRemovedServerTakesTheFoldersWithIt() throws IOException {
        Path first = new Session(ALIVE).newFolder(base, "server");
        Path second = new Session(ALIVE).newFolder(base, "server");
        Session.note(first, ProcessHandle.current());
        Session.remove(first);
        assertThat(second).exists();
        Session.remove(second);
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void aServerOfADeadSessionIsEnded() throws Exception {
        Path folder = new Session(DEAD).newFolder(base, "server");
        Process server = new ProcessBuilder("sleep", "60").start();
        try {
            Session.note(folder, server.toHandle());
            Session.sweep(base, process -> process.pid() == server.pid(), notices::add);
            assertThat(server.waitFor()).isNotZero();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void aProcessThatGotTheIdOfAServerIsSpared() throws Exception {
        Path folder = new Session(DEAD).newFolder(base, "server");
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(folder.resolveSibling("server.pid"), new ProcessIdentity(stranger.pid(), 1).toString());
            Session.sweep(base, notices::add);
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    /** Who may write there could name any process of ours as a server that was left behind. */
    @Test
    void aFolderOfAnotherUserIsNotSwept() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a folder away");
        Path folder = new Session(DEAD).newFolder(base, "server");
        Process innocent = new ProcessBuilder("sleep", "60").start();
        try {
            Session.note(folder, innocent.toHandle());
            Path all = folder.getParent().getParent();
            Files.setOwner(all, all.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
            Session.sweep(base, process -> process.pid() == innocent.pid(), notices::add);
            assertThat(innocent.isAlive()).isTrue();
            assertThat(folder).exists();
            assertThatThrownBy(() -> new Session(ALIVE).newFolder(base, "server"))
                    .hasMessageContaining("belongs to nobody");
        } finally {
            innocent.destroyForcibly();
        }
    }

    private void sweep() {
        Session.sweep(base, ALIVE::equals, notices::add);
    }
}
