package dev.regatta.untimed;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Fork;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.RecordingFork;
import dev.regatta.fork.WrongResults;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Profile;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The untimed slice in which the stacks of one arm are sampled, in a fork of its own that ends with it: once a recorder
 * has run in a JVM, nothing should be timed there any more.
 *
 * @param cell        the cell
 * @param workload    its workload
 * @param endpoint    where the database is
 * @param connections connections, and operations in flight
 * @param forks       start the fork
 * @param folder      receives the recordings, {@code <cell>-<arm>.jfr}
 * @param seed        where the parameters are drawn from
 */
public record ProfilingSlice(CellId cell, Workload workload, Endpoint endpoint, int connections, Forks forks,
        Path folder,
        long seed) {

    /** A cold JVM runs other code than the one that was timed; most clients are steady after four seconds. */
    private static final long WARM_UP_NANOS = 5_000_000_000L;
    private static final long NANOS = 3_000_000_000L;
    /** Reactive stacks are deeper than the 64 frames that are kept otherwise. */
    private static final List<String> OPTIONS = List.of("-XX:FlightRecorderOptions:stackdepth=512");

    /**
     * Samples {@code setup}. A failure is an absent reading with its reason and touches nothing else, unless results
     * were wrong.
     *
     * @param slow why nothing more is read of this arm; empty as a rule
     * @throws WrongResults if the arm returned something else than the workload expects
     */
    public Profile of(Arm arm, ArmSetup setup, Optional<String> slow) throws WrongResults {
        if (slow.isPresent()) {
            return Profile.absent(arm, slow.get());
        }
        Path file = folder.resolve(cell.toString().replace('/', '-') + "-" + arm + ".jfr").toAbsolutePath();
        try (RecordingFork own = forks.recording(cell.database(), setup.client(cell), arm, setup, "jfr",
                OPTIONS)) {
            Files.createDirectories(folder);
            Allowance time = Allowance.of(Allowance.ALONE.plusNanos(WARM_UP_NANOS + NANOS), Clock::nanos);
            time.start();
            Fork fork = own.fork();
            fork.answersBy(Clock.nanos() + time.left());
            return of(arm, fork, time, file);
        } catch (WrongResults e) {
            throw e;
        } catch (MeasurementFailure e) {
            return Profile.absent(arm, e.getMessage());
        } catch (IOException e) {
            return Profile.absent(arm, "the folder " + folder + " cannot be made: " + e);
        }
    }

    /** Samples what runs in {@code fork}. */
    public Profile of(Arm arm, Fork fork, Allowance time, Path file) throws MeasurementFailure {
        time.open(fork, workload, endpoint, connections, 0, seed);
        Answer.Profiled profiled = fork.profile(WARM_UP_NANOS, NANOS, seed, file);
        WrongResults.none(profiled.slice(), arm, workload, "while its stacks were sampled");
        if (profiled.slice().errors() > 0) {
            return Profile.absent(arm, profiled.slice().errors() + " operations failed in the sampled slice, first: "
                    + profiled.slice().problem());
        }
        return profiled.samples().count() == 0
                ? Profile.absent(arm, "the recorder took no sample on JDK " + fork.jdk())
                : Profile.of(arm, file.toString(), profiled.samples());
    }
}
