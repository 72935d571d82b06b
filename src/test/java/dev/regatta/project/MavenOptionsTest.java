package dev.regatta.project;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class MavenOptionsTest {

    @TempDir
    private Path folder;

    private List<String> handedOn(String commandLine) {
        return MavenOptions.handedOn(commandLine, List.of(folder));
    }

    /** Or both arms would race the same driver. */
    @Test
    void propertiesAreTheCandidates() {
        assertThat(handedOn(" -B verify -Dpostgresql.version=42.7.15 -Dregatta.base=main -D java.version=25 -DskipTests"
                + " -Dmaven.compiler.release=25 -Dmaven.test.failure.ignore -Dmaven.repo.local=/m2")).isEmpty();
    }

    @Test
    void howMavenRunsIsHandedOn() {
        assertThat(handedOn("-o -Pcompany,ci -P more --activate-profiles=last -nsu -Dmaven.resolver.transport=jdk"
                + " -D javax.net.ssl.trustStore=/etc/ours -Dhttps.proxyHost=proxy -Drevision=1.2 clean verify -T 2"))
                .containsExactly("-o", "-Pcompany,ci", "-P", "more", "--activate-profiles=last", "-nsu",
                        "-Dmaven.resolver.transport=jdk", "-Djavax.net.ssl.trustStore=/etc/ours",
                        "-Dhttps.proxyHost=proxy", "-Drevision=1.2");
    }

    /** Maven's script joins its arguments with blanks, and a base is built in another folder. */
    @Test
    void filesAreFoundWithBlanksInTheirNames() throws IOException {
        Path settings = Files.writeString(folder.resolve("my own settings.xml"), "<settings/>");
        assertThat(handedOn("-s my own settings.xml verify")).containsExactly("-s", settings.toString());
        assertThat(handedOn("verify --toolchains /none/toolchains.xml")).containsExactly("--toolchains",
                "/none/toolchains.xml");
    }

    @Test
    void withoutMavenThereIsNothing() {
        assertThat(handedOn("")).isEmpty();
    }
}
