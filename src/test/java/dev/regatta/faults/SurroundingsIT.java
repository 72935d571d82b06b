package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.regatta.analysis.Disturbance;
import dev.regatta.client.wire.Admin;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A race where something is missing, full, forbidden or shared: it works, or ends at once in one sentence that says
 * what to do. Root alone may mount and make cgroups, so that other users skip those rows; what is made is seen by the
 * race only and gone with it.
 */
class SurroundingsIT {

    private static final Duration LONGEST = Duration.ofSeconds(150);
    /** Of version 2; of version 1 there is a folder for each controller in it. */
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    @TempDir
    Path folder;

    @BeforeEach
    void open() throws Exception {
        // The servers of root run as another user.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void needsRoot() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount and make cgroups");
        assumeTrue(new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0,
                "no mount namespaces here, as in most containers");
    }

    /** Who may neither write the Maven repository nor keep CPUs awake, in a folder and a locale that are awkward. */
    @Test
    void anOrdinaryUserRaces() throws Exception {
        needsRoot();
        Path home = Files.createDirectory(folder.resolve("it's a \"path\" with spaces"));
        Path repository = repository();
        Path jars = Files.createDirectory(home.resolve("repository"));
        var script = new StringBuilder("mount --bind " + quoted(repository) + " " + quoted(jars));
        var classPath = new ArrayList<String>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (path.startsWith(repository)) {
                classPath.add(jars.resolve(repository.relativize(path)).toString());
            } else if (Files.isDirectory(path)) {
                Path classes = Files.createDirectory(home.resolve("classes " + classPath.size()));
                script.append(" && mount --bind ").append(quoted(path)).append(' ').append(quoted(classes));
                classPath.add(classes.toString());
            }
        }
        Files.setOwner(home, home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        script.append(" && exec setpriv --reuid=nobody --regid=65534 --clear-groups --"
                + " env -i PATH=\"$PATH\" LC_ALL=POSIX \"$@\"");
        try (Victim victim = Victim.in(surroundings(script.toString()),
                String.join(File.pathSeparator, classPath), home, "-Dmaven.repo.local=" + jars)) {
            assertThat(races(victim)).containsEntry("cpu.idle", "sleeping");
        }
    }

    @Test
    void fullSharedMemoryIsNamed() throws Exception {
        fails("mount -t tmpfs -o size=4k,mode=1777 tmpfs /dev/shm", "No space left on device",
                "; make room in .* and in /dev/shm,");
    }

    @Test
    void aFullTemporaryFolderIsNamed() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        fails("mount -t tmpfs -o size=1m,mode=1777 tmpfs " + temporary,
                "does not start: No space left on device.*; make room in " + temporary, "-Djava.io.tmpdir=<folder>",
                "-Djava.io.tmpdir=" + temporary);
    }

    @Test
    void aTemporaryFolderWhereNoProgramRunsIsNamed() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        fails("mount -t tmpfs -o noexec,mode=1777 tmpfs " + temporary,
                "does not start: " + temporary + " does not let programs run", "-Djava.io.tmpdir=<folder>",
                "-Djava.io.tmpdir=" + temporary);
    }

    @Test
    void aReadOnlyFolderOfResultsIsNamed() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results"));
        fails("mount -t tmpfs -o ro tmpfs " + results, results + "/results.jsonl.gz cannot be written",
                "-Dregatta.results=<folder>");
    }

    @Test
    void withoutTasksetNothingIsPlaced() throws Exception {
        needsRoot();
        try (Victim victim = Victim.in(surroundings("mount --bind /dev/null \"$(command -v taskset)\" && exec \"$@\""),
                System.getProperty("java.class.path"), folder)) {
            assertThat(races(victim)).containsEntry(Fingerprint.PLACEMENT, "none");
            assertThat(victim.output()).contains(", which clients share");
        }
    }

    @Test
    void withoutProcARaceIsRefused() throws Exception {
        needsRoot();
        var launcher = new ArrayList<>(surroundings("mount -t tmpfs tmpfs /proc && exec \"$@\""));
        launcher.addAll(List.of("src/main/launcher/jdk", "21"));
        assertThat(new ProcessBuilder(launcher).inheritIO().start().waitFor()).as("finds a JDK").isZero();
        // Without it the loader does not find what lies beside a program.
        fails("export LD_LIBRARY_PATH='" + System.getProperty("java.home") + "/lib' && mount -t tmpfs tmpfs /proc",
                "a race needs Linux with /proc,", "mount it, or race on Linux");
    }

    @Test
    void onOneCpuServerAndClientsShareIt() throws Exception {
        int cpu = Placement.NONE.all().getLast();
        try (Victim victim = Victim.in(List.of("taskset", "-c", Integer.toString(cpu)),
                System.getProperty("java.class.path"), folder)) {
            assertThat(races(victim)).containsEntry(Fingerprint.PLACEMENT, "none");
            assertThat(victim.output()).contains(", on CPU " + cpu + ", which clients share");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.75})
    void whatAQuotaTakesDisturbs(double cpus) throws Exception {
        CellMeasurement cell = underQuota(cpus);
        long slices = cell.pairs().stream().mapToInt(pair -> pair.slices().size()).sum();
        assertThat(stopped(cell)).isGreaterThan(slices / 4);
        assertThat(Disturbance.of(cell.pairs(), List.of(Arm.CANDIDATE, Arm.BASELINE)).excessive()).isTrue();
    }

    /** With the pauses between slices a race on two CPUs seldom needs as much: whatever the quota takes is read. */
    @Test
    void aQuotaThatIsHardlyReachedIsReadAsWell() throws Exception {
        assertThat(underQuota(1.5).pairs()).isNotEmpty().allSatisfy(pair -> assertThat(pair.slices())
                .allSatisfy(slice -> assertThat(slice.surroundings().steal()).isPresent()));
    }

    /** The quota is that of the cgroup around the race's own, as on Kubernetes. */
    private CellMeasurement underQuota(double cpus) throws Exception {
        needsRoot();
        boolean unified = Files.exists(CGROUPS.resolve("cgroup.controllers"));
        Path all = unified ? CGROUPS : CGROUPS.resolve("cpu");
        assumeTrue(Files.isWritable(all.resolve("cgroup.procs")), "no cgroup that may be changed");
        Path outer = Files.createDirectory(all.resolve("regatta-test-" + ProcessHandle.current().pid()));
        Path inner = Files.createDirectory(outer.resolve("inner"));
        try {
            Path quota = outer.resolve(unified ? "cpu.max" : "cpu.cfs_quota_us");
            assumeTrue(Files.exists(quota), "cgroups have no quota of CPU time here");
            // In each period of 100 ms, in microseconds.
            Files.writeString(quota, (int) (cpus * 100_000) + (unified ? " 100000" : ""));
            try (Victim victim = Victim.in(List.of("sh", "-c",
                    "echo $$ > " + inner.resolve("cgroup.procs") + " && exec \"$@\"", "in a cgroup"),
                    System.getProperty("java.class.path"), folder)) {
                races(victim);
                CellMeasurement cell = results().cells().getFirst();
                System.out.printf("%s CPUs: a quota took more than a tenth of %d of %d slices; %s%n", cpus,
                        stopped(cell), cell.pairs().stream().mapToInt(pair -> pair.slices().size()).sum(),
                        Files.readAllLines(outer.resolve("cpu.stat")).stream()
                                .filter(line -> line.contains("throttled")).toList());
                return cell;
            }
        } finally {
            Files.delete(inner);
            Files.delete(outer);
        }
    }

    private static long stopped(CellMeasurement cell) {
        return cell.pairs().stream().flatMap(pair -> pair.slices().stream())
                .filter(slice -> slice.surroundings().steal().orElse(0) > Disturbance.STEAL_SHARE).count();
    }

    /** As two containers of a CI server that share a folder: neither sees the other's processes. */
    @Test
    void aRunInAnotherNamespaceOfProcessesLeavesThisOnesServerAlone() throws Exception {
        needsRoot();
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (Database server = Databases.start(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED, Placement.NONE,
                name -> Optional.empty(), line -> {
                });
                // Another folder for the lock, or it would wait for runs here.
                Victim victim = Victim.in(List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child"),
                        System.getProperty("java.class.path"), folder, "-Djava.io.tmpdir=" + temporary)) {
            races(victim);
            assertThat(victim.output()).doesNotContain("left by a session that was killed");
            try (Admin admin = Admin.connect(server.endpoint())) {
                // Needs the data folder.
                admin.run("CREATE TABLE kept (id int)");
                admin.run("CHECKPOINT");
            }
            assertThat(temporary).isDirectoryNotContaining("glob:**/regatta-root");
        }
    }

    /** Lets it race to a verdict of any kind, with nothing unexpected said, and answers where it says it did. */
    private SortedMap<String, String> races(Victim victim) throws Exception {
        int code = victim.end(LONGEST);
        assertThat(code).as(victim.output()).isIn(0, 2);
        assertThat(victim.output()).contains("1 cell: ").doesNotContain("1 invalid", "Exception", "\tat ");
        assertThat(victim.processesLeft()).isEmpty();
        assertThat(victim.foldersLeft()).isEmpty();
        return results().facts().environments().get(Dialect.POSTGRESQL).facts();
    }

    private MeasuredRun results() throws IOException {
        try (var all = Files.walk(folder)) {
            return ResultsFile.read(all.filter(file -> file.endsWith("results.jsonl.gz")).findFirst().orElseThrow());
        }
    }

    private void fails(String mount, String what, String remedy, String... more) throws Exception {
        needsRoot();
        try (Victim victim = Victim.in(surroundings(mount + " && exec \"$@\""),
                System.getProperty("java.class.path"), folder, more)) {
            int code = victim.end(Duration.ofSeconds(30));
            List<String> said = victim.output().lines().filter(line -> !line.startsWith("[regatta] ")).toList();
            System.out.println(said);
            assertThat(code).as(victim.output()).isEqualTo(2);
            assertThat(said).singleElement().asString().startsWith("regatta: ").containsPattern(what)
                    .containsPattern(remedy).doesNotContain("\tat ");
            assertThat(victim.processesLeft()).isEmpty();
            assertThat(victim.foldersLeft()).isEmpty();
        }
    }

    private static List<String> surroundings(String script) {
        return List.of("unshare", "-m", "sh", "-c", script, "surroundings");
    }

    private static Path repository() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("/info/picocli/")).map(entry -> Path.of(
                        entry.substring(0, entry.indexOf("/info/picocli/"))))
                .findFirst().orElseThrow();
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }
}
