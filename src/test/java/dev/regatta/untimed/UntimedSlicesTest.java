package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.ScriptedFork;
import dev.regatta.fork.Unanswered;
import dev.regatta.fork.WrongResults;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What is read of an arm when the other one does not answer. */
class UntimedSlicesTest {

    private static final CellId CELL = new CellId(Dialect.POSTGRESQL, ClientId.of("pgjdbc+hikari/platform"),
            "select-1");
    private static final ArmSetup SETUP = ArmSetup.of(
            new ResolvedRecipe(new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>()), List.of()),
            new Jdk(Path.of("jdk"), 25, "25"));
    private static final Map<Arm, ArmSetup> BOTH = new EnumMap<>(
            Map.of(Arm.CANDIDATE, SETUP, Arm.BASELINE, SETUP));

    private final Forks forks = new Forks();

    /** Forks whose operations end at once, but for those of an arm that hangs. */
    private static final class Forks extends AskedForks {
        private Arm hanging = Arm.REFERENCE;
        private final Map<Arm, ClientId> clients = new EnumMap<>(Arm.class);

        @Override
        public Fork untimed(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup,
                List<String> options) {
            asked.add(kind + " " + arm);
            clients.put(arm, client);
            return new ScriptedFork(arm, kind.set, 1) {
                @Override
                public Answer.Recorded record(long warmUpNanos, long nanos, long seed) throws MeasurementFailure {
                    throw new MeasurementFailure("nobody records");
                }

                @Override
                public long check(String workload, int checked, long seed) throws MeasurementFailure {
                    if (arm == hanging) {
                        throw new Unanswered(arm + " did not answer within 60 s", Path.of("threads.txt"),
                                60_000_000_000L);
                    }
                    return super.check(workload, checked, seed);
                }
            };
        }

        @Override
        public void launch(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup,
                List<String> options) {
            asked.add("launch " + kind + " " + arm);
        }
    }

    /** Otherwise the baseline lacks what the candidate lacks, and nothing seems to be missing. */
    @Test
    void anArmIsCountedThoughTheOtherOneHangs() throws WrongResults {
        for (Arm hanging : BOTH.keySet()) {
            forks.asked.clear();
            forks.hanging = hanging;
            List<Counts> all = slices().counts(BOTH, doing -> {
            });
            assertThat(all).hasSize(2).allSatisfy(counts -> {
                if (counts.arm() == hanging) {
                    assertThat(counts.values()).isEmpty();
                    assertThat(counts.absences()).containsEntry(Counter.ROUND_TRIPS,
                            hanging + " did not answer within 60 s");
                } else {
                    assertThat(counts.of(Counter.ROUND_TRIPS)).isPresent();
                }
            });
            assertThat(forks.asked).as("an arm that hung is not waited for again")
                    .containsOnlyOnce("DIAGNOSTIC " + hanging, "kill DIAGNOSTIC " + hanging);
        }
    }

    /** Each arm runs its own client, and only threads that can be pinned are looked at. */
    @Test
    void theArmsOfTwoClientsAreReadAsThoseClients() throws WrongResults {
        ClientId virtual = ClientId.of("pgjdbc+agroal/virtual");
        var untimed = slices().exact(new EnumMap<>(Map.of(Arm.CANDIDATE, SETUP.as(CELL.client()), Arm.BASELINE,
                SETUP.as(virtual))), doing -> {
                });
        assertThat(forks.clients).isEqualTo(Map.of(Arm.CANDIDATE, CELL.client(), Arm.BASELINE, virtual));
        assertThat(untimed.pinning(Arm.BASELINE)).isPresent();
        assertThat(untimed.pinning(Arm.CANDIDATE)).isEmpty();
    }

    /** Virtual threads that wait have their stacks copied to the heap, as often as the schedule has it. */
    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(textBlock = """
            # client, workload, read
            pgjdbc+hikari/virtual, select-1, true
            pgjdbc+hikari/virtual, sleep-10, false
            pgjdbc+hikari/virtual, pool-growth, false
            pgjdbc+hikari/virtual, burst-2000, false
            pgjdbc+hikari/platform, burst-2000, true
            r2dbc-postgresql+r2dbc-pool/event-loop, burst-2000, true
            """)
    void bytesAreReadWhereEqualCodeAllocatesEqually(String client, String workload, boolean read)
            throws WrongResults {
        List<Counts> all = slices(new CellId(Dialect.POSTGRESQL, ClientId.of(client), workload)).counts(BOTH,
                doing -> {
                });
        assertThat(all).hasSize(2).allSatisfy(counts -> assertThat(
                counts.values().containsKey(Counter.ALLOCATED_BYTES)
                        || counts.absences().containsKey(Counter.ALLOCATED_BYTES))
                .isEqualTo(read));
    }

    private UntimedSlices slices() {
        return slices(CELL);
    }

    private UntimedSlices slices(CellId cell) {
        var nowhere = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 1, "db", "user", "password");
        return new UntimedSlices(cell,
                arm -> new UntimedSlices.Place(nowhere, nowhere, OptionalLong::empty), 4, forks, 1,
                Duration.ofMinutes(1),
                Clock::nanos);
    }
}
