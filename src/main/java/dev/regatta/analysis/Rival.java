package dev.regatta.analysis;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Inputs;

import java.util.Optional;

/**
 * The client that ran as the baseline, in a race of two clients. The inputs of its arms name their clients; those of any
 * other race do not, because there both arms are the client of the cell. A race of two clients is filed under the cell
 * of the candidate's client.
 */
public final class Rival {

    /** The input that names the client of an arm. */
    private static final String CLIENT_OF_THE_ARM = "arm";

    private Rival() {
    }

    /** The inputs of the arm that is this client. */
    public static Inputs as(Inputs inputs, ClientId client) {
        return inputs.with(CLIENT_OF_THE_ARM, client.toString());
    }

    /** The client that ran as the baseline; empty unless two clients raced. */
    public static Optional<ClientId> of(CellMeasurement measurement) {
        return measurement.inputs(Arm.BASELINE)
                .flatMap(inputs -> Optional.ofNullable(inputs.facts().get(CLIENT_OF_THE_ARM))).map(ClientId::of);
    }

    /** The client that an arm of any race was. */
    public static ClientId client(CellMeasurement measurement, Arm arm) {
        return Optional.of(arm).filter(Arm.BASELINE::equals).flatMap(older -> of(measurement))
                .orElse(measurement.cell().client());
    }
}
