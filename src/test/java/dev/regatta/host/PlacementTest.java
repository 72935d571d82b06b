package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

class PlacementTest {

    @TempDir
    Path root;

    @Test
    void twoCpusAreOneEach() throws IOException {
        machine("0-1");
        assertThat(detected()).isEqualTo(new Placement(List.of(0), List.of(1)));
        assertThat(detected().prefix(Scheduling.SHARED)).containsExactly("taskset", "-c", "0");
        assertThat(detected().databasePrefix()).containsExactly("taskset", "-c", "1");
        assertThat(detected().asFact()).isEqualTo("client=0 database=1");
    }

    @Test
    void whatIsPlacedRunsFirstWhereTheUserMaySayThat() throws IOException {
        machine("0-1");
        assertThat(detected().serverPrefix(Scheduling.FIRST)).containsExactly("taskset", "-c", "1", "chrt", "--rr",
                "1");
        assertThat(detected().prefix(Scheduling.FIRST)).containsExactly("chrt", "--rr", "1", "taskset", "-c", "0");
        assertThat(detected().serverPrefix(Scheduling.SHARED)).containsExactly("taskset", "-c", "1", "chrt", "--batch",
                "0");
        assertThat(Placement.NONE.serverPrefix(Scheduling.FIRST)).isEmpty();
        assertThat(Placement.NONE.prefix(Scheduling.FIRST)).isEmpty();
    }

    @Test
    void aThreadIsMovedToAllCpusOrBack() throws IOException {
        machine("0-1");
        assertThat(detected().everywhere(42)).containsExactly("taskset", "-c", "-p", "0-1", "42");
        assertThat(detected().besideTheClient(42)).containsExactly("taskset", "-c", "-p", "0", "42");
        assertThat(Placement.NONE.everywhere(42)).isEmpty();
    }

    @Test
    void onlyAllowedCpusAreUsedAndTheClientGetsTheLowerOnes() throws IOException {
        machine("2-5,8");
        assertThat(detected().asFact()).isEqualTo("client=2-3 database=4-5,8");
    }

    @Test
    void threadsOfOneCoreStayOnOneSide() throws IOException {
        machine("0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            write("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list", cpu % 2 + "," + (cpu % 2 + 2));
        }
        assertThat(detected().asFact()).isEqualTo("client=0,2 database=1,3");
    }

    @Test
    void twoThreadsOfTheOnlyCoreAreStillSplit() throws IOException {
        machine("0-1");
        write("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0-1");
        write("sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "0-1");
        assertThat(detected().asFact()).isEqualTo("client=0 database=1");
    }

    @Test
    void oneCpuIsNotPlaced() throws IOException {
        machine("0");
        assertThat(detected()).isEqualTo(Placement.NONE);
        assertThat(detected().prefix(Scheduling.SHARED)).isEmpty();
        assertThat(detected().asFact()).isEqualTo("none");
    }

    @Test
    void withoutTasksetNothingIsPlaced() throws IOException {
        machine("0-7");
        Files.delete(root.resolve("usr/bin/taskset"));
        assertThat(detected()).isEqualTo(Placement.NONE);
    }

    @Test
    void withoutProcNothingIsPlaced() throws IOException {
        machine("0-7");
        Files.delete(root.resolve("proc/self/status"));
        assertThat(detected()).isEqualTo(Placement.NONE);
    }

    @Test
    void itsFactTellsAllOfIt() throws IOException {
        machine("2-5,8");
        assertThat(Placement.of(detected().asFact())).isEqualTo(detected());
        assertThat(Placement.of(Placement.NONE.asFact())).isEqualTo(Placement.NONE);
        assertThat(List.of("unknown", "client= database=", "client=0-1 database=1", "client=0-2000000000 database=1"))
                .allSatisfy(fact -> assertThat(Placement.of(fact)).isEqualTo(Placement.NONE));
    }

    @Test
    void sharedCpusAreNoPlacement() {
        assertThatThrownBy(() -> new Placement(List.of(0, 1), List.of(1))).hasMessageContaining("disjoint");
        assertThatThrownBy(() -> new Placement(List.of(0), List.of())).hasMessageContaining("both empty");
    }

    @Test
    void theClientGetsAsManyCpusAsAreAskedFor() throws IOException {
        machine("0-7");
        assertThat(detected(1).asFact()).isEqualTo("client=0 database=1-7");
        assertThat(detected(6).asFact()).isEqualTo("client=0-5 database=6-7");
        assertThat(detected(7).asFact()).isEqualTo("client=0-6 database=7");
        assertThat(detected(8)).as("the database needs one").isEqualTo(detected());
        machine("0-1");
        assertThat(detected(1)).isEqualTo(detected());
        assertThat(detected(2)).isEqualTo(detected());
    }

    /** It would take time from the client. */
    @Test
    void theDatabaseGetsNoThreadOfACoreThatTheClientUses() throws IOException {
        machine("0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            write("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list", cpu % 2 + "," + (cpu % 2 + 2));
        }
        assertThat(detected(1).asFact()).isEqualTo("client=0 database=1,3");
        assertThat(detected(2).asFact()).isEqualTo("client=0,2 database=1,3");
        assertThat(detected(3).asFact()).as("nothing else is left").isEqualTo("client=0-2 database=3");
    }

    private Placement detected(int forTheClient) {
        return Placement.detect(root, "/usr/local/bin:/usr/bin", OptionalInt.of(forTheClient));
    }

    private Placement detected() {
        return Placement.detect(root, "/usr/local/bin:/usr/bin", OptionalInt.empty());
    }

    private void machine(String allowed) throws IOException {
        write("proc/self/status", "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t" + allowed + "\n");
        write("usr/bin/taskset", "");
        assertThat(root.resolve("usr/bin/taskset").toFile().setExecutable(true)).isTrue();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
