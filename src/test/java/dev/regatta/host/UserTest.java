package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A container runs as any user id, and {@code /etc/passwd} need not have a name for it: the JVM then says "?". */
@Isolated("changes a property of the system")
class UserTest {

    private static final String PROPERTY = "user.name";
    private static final ProcessIdentity DEAD = new ProcessIdentity(41, 1_000);

    @TempDir
    private Path base;

    private final String before = System.getProperty(PROPERTY);

    @AfterEach
    void restore() {
        System.setProperty(PROPERTY, before);
    }

    @Test
    void aUserWithoutANameIsToldByTheOwnerOfTheProcess() throws IOException {
        assertThat(User.name()).isEqualTo(before);
        System.setProperty(PROPERTY, "?");
        assertThat(User.name()).isEqualTo(Files.getOwner(base).getName());
    }

    @Test
    void aUserWithoutANameHasFoldersOfItsOwn() throws IOException {
        System.setProperty(PROPERTY, "?");
        Path folder = new Session(DEAD, HostIdentity.here()).newFolder(base, "server");
        assertThat(folder.getParent().getParent()).hasFileName("regatta-" + Files.getOwner(base).getName());
    }

    @Test
    void whatAUserWithoutANameLeftIsSwept() {
        System.setProperty(PROPERTY, "?");
        new Session(DEAD, HostIdentity.here()).newFolder(base, "server");
        List<String> notices = new ArrayList<>();
        Session.sweep(base, process -> false, notices::add);
        assertThat(notices).singleElement().asString().contains(DEAD.toString());
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void theHolderOfTheLockIsNamed() throws IOException {
        System.setProperty(PROPERTY, "?");
        assertThat(HostLock.self()).contains(" of " + Files.getOwner(base).getName() + ", since ");
    }
}
