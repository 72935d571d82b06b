package dev.regatta.project;

import dev.regatta.operations.OperationCase;
import dev.regatta.run.PlannedCell;

import java.util.Optional;

/** Says what is done with operations. */
interface Plans {

    /**
     * What is done with an operation.
     *
     * @throws Base.Missing in one sentence, if there is nothing to compare it with
     */
    Planned of(OperationCase operation) throws Base.Missing;

    /**
     * What is done with an operation.
     *
     * @param race what it races against, unless nothing is measured
     */
    record Planned(PlannedCell cell, Optional<ProjectPlan> race) {}
}
