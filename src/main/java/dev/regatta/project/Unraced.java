package dev.regatta.project;

import dev.regatta.operations.GivenServer;
import dev.regatta.operations.OperationCase;
import dev.regatta.operations.OperationRaces.Ruling;
import dev.regatta.operations.OperationRaces.Run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A run in which nothing can race, so that nothing is started.
 *
 * @param rulings of each operation
 */
record Unraced(Map<OperationCase, Ruling> rulings) implements Run {

    /** The same reason for all operations. */
    static Unraced because(String sentence, List<OperationCase> operations, boolean strict) {
        return new Unraced(operations.stream().distinct().collect(Collectors.toMap(Function.identity(),
                operation -> undecided(operation + ": " + sentence, strict))));
    }

    /** The ruling on an operation that the user does not ask for. */
    static Ruling notChosen(OperationCase operation) {
        return new Ruling.Undecided(operation + ": -Dregatta.cells does not choose it");
    }

    /** What is not known, which fails where the user says so. */
    static Ruling undecided(String sentence, boolean strict) {
        return strict
                ? new Ruling.Failed(sentence + "; -Dregatta.strict=true makes this a failure")
                : new Ruling.Undecided(sentence);
    }

    @Override
    public boolean needsDatabase(OperationCase operation) {
        return false;
    }

    @Override
    public Ruling race(OperationCase operation, Optional<GivenServer> server) {
        return rulings.get(operation);
    }

    @Override
    public void close() {
        // Nothing was started.
    }
}
