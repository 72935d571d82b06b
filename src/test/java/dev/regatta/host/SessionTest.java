package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

class SessionTest {

    private static final ProcessIdentity DEAD = new ProcessIdentity(41, 1_000);
    private static final ProcessIdentity ALIVE = new ProcessIdentity(42, 2_000);

    private static final HostIdentity HERE = HostIdentity.here();

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
        Path dead = session(DEAD).newFolder(base, "server");
        Files.createDirectories(dead.resolve("data/deep"));
        Files.writeString(dead.resolve("data/deep/file"), "x");
        Path alive = session(ALIVE).newFolder(base, "server");
        Path stranger = Files.createDirectory(alive.getParent().resolveSibling("notes"));

        sweep();

        assertThat(dead.getParent()).doesNotExist();
        assertThat(alive).exists();
        assertThat(stranger).exists();
        assertThat(notices).singleElement().asString().contains("41-1000");
    }

    @Test
    void aSweepThatLeavesNothingRemovesTheUsersFolderToo() {
        session(DEAD).newFolder(base, "server");
        sweep();
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void theLastRemovedServerTakesTheFoldersWithIt() throws IOException {
        Path first = session(ALIVE).newFolder(base, "server");
        Path second = session(ALIVE).newFolder(base, "server");
        Session.note(first, ProcessHandle.current());
        Session.remove(first);
        assertThat(second).exists();
        Session.remove(second);
        assertThat(base).isEmptyDirectory();
    }

    /** As workers do, of which one ends while another starts. */
    @Test
    void aFolderCanBeMadeWhileTheLastIsRemoved() {
        assertThatCode(() -> IntStream.range(0, 2_000).parallel()
                .forEach(each -> Session.remove(session(ALIVE).newFolder(base, "worker")))).doesNotThrowAnyException();
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void aServerOfADeadSessionIsEnded() throws Exception {
        Path folder = session(DEAD).newFolder(base, "server");
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
        Path folder = session(DEAD).newFolder(base, "server");
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(folder.resolveSibling("server.pid"), new ProcessIdentity(stranger.pid(), 1).toString());
            Session.sweep(base, ProcessIdentity::alive, notices::add);
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    /** Who may write there could name any process of ours as a server that was left behind. */
    @Test
    void aFolderOfAnotherUserIsNotSwept() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a folder away");
        Path folder = session(DEAD).newFolder(base, "server");
        Process innocent = new ProcessBuilder("sleep", "60").start();
        try {
            Session.note(folder, innocent.toHandle());
            Path all = folder.getParent().getParent();
            Files.setOwner(all, all.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
            Session.sweep(base, process -> process.pid() == innocent.pid(), notices::add);
            assertThat(innocent.isAlive()).isTrue();
            assertThat(folder).exists();
            assertThatThrownBy(() -> session(ALIVE).newFolder(base, "server"))
                    .hasMessageContaining("belongs to nobody");
        } finally {
            innocent.destroyForcibly();
        }
    }

    /** Two containers that share a folder have a process 1 each, and neither sees the other's. */
    @Test
    void whatASessionOfAnotherNamespaceHoldsIsNotSwept() {
        Path other = new Session(DEAD, new HostIdentity("ci", HERE.boot(), "pid:[1]")).newFolder(base, "server");
        sweep();
        assertThat(other).exists();
        assertThat(notices).isEmpty();
    }

    @Test
    void whatASessionOfAnEarlierBootHeldIsSweptAndNobodyEndedForIt() throws Exception {
        Path folder = new Session(ALIVE, new HostIdentity("ci", "0".repeat(36), HERE.processes())).newFolder(base,
                "server");
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            Session.note(folder, stranger.toHandle());
            Session.sweep(base, process -> true, notices::add);
            assertThat(stranger.isAlive()).isTrue();
            assertThat(folder).doesNotExist();
        } finally {
            stranger.destroyForcibly();
        }
    }

    /** As sessions of earlier versions named theirs, and those of a system that tells neither boot nor namespace do. */
    @Test
    void aFolderWithoutAMarkIsThatOfAProcessHere() throws IOException {
        Path marked = session(DEAD).newFolder(base, "server");
        Path plain = marked.getParent().resolveSibling(DEAD.toString());
        Files.move(marked.getParent(), plain);
        sweep();
        assertThat(plain).doesNotExist();
    }

    private static Session session(ProcessIdentity owner) {
        return new Session(owner, HERE);
    }

    private void sweep() {
        Session.sweep(base, ALIVE::equals, notices::add);
    }
}
