package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.workload.Dialect;

/**
 * Where load is offered to workers of this machine.
 *
 * @param experiment has the servers and the workers
 * @param dialect    the database
 */
public record ForkedLoadBench(ExperimentRunner experiment, Dialect dialect) implements LoadBench {

    @Override
    public Placement placement() {
        return experiment.placement();
    }

    @Override
    public Fingerprint fingerprint() throws MeasurementFailure {
        return experiment.fingerprint(dialect);
    }

    @Override
    public LoadSet set(int number) {
        return new ForkedLoadSet(dialect, number, experiment.sharingForks(),
                latency -> experiment.away(dialect, latency));
    }
}
