package dev.regatta.untimed;

import dev.regatta.database.Database;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Forks;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counts;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;

import java.time.Duration;
import java.util.Map;

/** The counts of a client, one operation in flight, as in a measurement. */
final class CountedAlone {

    private CountedAlone() {
    }

    static Counts of(ClientId client, String workload, Database database, ResolvedRecipe recipe, Forks forks)
            throws MeasurementFailure {
        var place = new UntimedSlices.Place(database.endpoint(), database.endpoint(), database::memoryBytes);
        return new UntimedSlices(new CellId(database.endpoint().dialect(), client, workload), arm -> place, 1, forks, 1,
                Duration.ofMinutes(1), Clock::nanos)
                .counts(Map.of(Arm.CANDIDATE, ArmSetup.of(recipe, Jdk.running())), doing -> {
                }).getFirst();
    }
}
