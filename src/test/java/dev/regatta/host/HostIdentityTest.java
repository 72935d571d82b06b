package dev.regatta.host;

import dev.regatta.database.DockerEngine;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Whose containers on an engine are left over. */
class HostIdentityTest {

    private static final HostIdentity HERE = new HostIdentity("ci", "boot-2", "pid:[1]");
    private static final String DEAD = new ProcessIdentity(ProcessHandle.current().pid(), 1).toString();
    private static final String ALIVE = ProcessIdentity.of(ProcessHandle.current()).toString();

    @Test
    void aDeadSessionOfThisHostIsAbandonedAndALivingOneIsNot() {
        assertThat(abandoned(DEAD, HERE, true)).isTrue();
        assertThat(abandoned(DEAD, HERE, false)).isTrue();
        assertThat(abandoned(ALIVE, HERE, true)).isFalse();
        assertThat(abandoned("no process", HERE, true)).isFalse();
    }

    /** Two containers of one name have a process 1 each. */
    @Test
    void ofAnotherNamespaceNothingIsKnown() {
        assertThat(abandoned(DEAD, new HostIdentity("ci", "boot-2", "pid:[2]"), true)).isFalse();
        assertThat(DockerEngine.abandoned(Map.of(Session.LABEL, DEAD, DockerEngine.HOST_LABEL, "ci"), HERE, true))
                .as("a label of another version").isFalse();
    }

    @Test
    void aBootEndsAllSessionsOfItsKernel() {
        var before = new HostIdentity("ci", "boot-1", "pid:[2]");
        assertThat(abandoned(ALIVE, before, true)).isTrue();
        assertThat(abandoned(ALIVE, before, false)).as("an engine elsewhere").isFalse();
        assertThat(abandoned(ALIVE, new HostIdentity("other", "boot-1", "pid:[1]"), true)).isFalse();
    }

    @Test
    void itIsReadFromTheSystem(@TempDir Path proc) throws Exception {
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.createDirectories(proc.resolve("self/ns"));
        Files.writeString(proc.resolve("sys/kernel/hostname"), "ci\n");
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot-2\n");
        Files.createSymbolicLink(proc.resolve("self/ns/pid"), Path.of("pid:[1]"));
        assertThat(HostIdentity.in(proc, "unknown")).isEqualTo(HERE);
        assertThat(HostIdentity.parse(HERE.toString())).contains(HERE);
        assertThat(HostIdentity.in(proc.resolve("none"), "unknown")).isEqualTo(new HostIdentity("unknown", "", ""));
    }

    @Test
    void aFolderIsMarkedWithItWhereTheSystemTells() {
        assertThat(new HostIdentity("ci", "3f2a91c4-0000", "pid:[4026531836]").mark())
                .isEqualTo("@3f2a91c4-4026531836");
        assertThat(new HostIdentity("ci", "", "pid:[1]").mark()).isEmpty();
        assertThat(new HostIdentity("ci", "3f2a91c4-0000", "").mark()).isEmpty();
    }

    private static boolean abandoned(String session, HostIdentity host, boolean local) {
        return DockerEngine.abandoned(Map.of(Session.LABEL, session, DockerEngine.HOST_LABEL, host.toString()), HERE,
                local);
    }
}
