package dev.regatta.run;

import dev.regatta.inputs.InputFacts;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Inputs;
import dev.regatta.race.Race;

import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * What a run does with a cell.
 *
 * @param race   who races in it, if it is measured
 * @param spared the inputs of the cell, where they are the same in both branches and nothing has to be measured
 * @param how    how it is judged, for people; empty where the plan is not announced
 */
public record PlannedCell(Race race, Optional<Inputs> spared, String how) {

    /** The cell. */
    public CellId cell() {
        return race.cell();
    }

    /** The record of a cell that need not be measured; empty if it must be. */
    Optional<CellMeasurement> noted(IntSupplier connections) {
        return spared.map(inputs -> spare(inputs, connections));
    }

    /** The record of this cell if it need not be measured, because both arms depend on these inputs. */
    CellMeasurement spare(Inputs inputs, IntSupplier connections) {
        return InputFacts.spared(cell(), race.candidate(), inputs,
                race.inFlight().orElseGet(connections::getAsInt));
    }
}
