package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;

class ChildProcessTest {

    /** An agent there would work in what is timed, and no baseline would tell. */
    @Test
    void optionsForEveryJvmAndPasswordsStayBehind() {
        var environment = new HashMap<>(Map.of("JAVA_TOOL_OPTIONS", "-javaagent:a.jar", "_JAVA_OPTIONS", "-Xint",
                "JDK_JAVA_OPTIONS", "-Xcomp", "REGATTA_PASSWORD_POSTGRESQL", "secret", "PATH", "/bin"));
        assertThat(ChildProcess.ignored(environment)).containsExactly("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS",
                "_JAVA_OPTIONS");
        ChildProcess.clean(environment);
        assertThat(environment).containsOnlyKeys("PATH");
    }
}
