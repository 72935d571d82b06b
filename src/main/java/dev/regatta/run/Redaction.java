package dev.regatta.run;

import dev.regatta.inputs.InputFacts;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Secrets;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measurements as they may be written: every text that a driver, a server or an option brought along without its
 * secrets. What is judged, shown and stored later is made of these.
 */
record Redaction(Secrets secrets) {

    /** The measurement without secrets. */
    CellMeasurement of(CellMeasurement cell) {
        Setup setup = cell.setup();
        Timed timed = cell.timed();
        Untimed untimed = cell.untimed();
        return new CellMeasurement(cell.cell(),
                new Setup(of(setup.candidate()), setup.baseline().map(this::of), setup.connections(),
                        inputs(setup)),
                new Timed(timed.sliceMillis(), timed.forks(), timed.pairs().stream().map(this::of).toList(),
                        timed.standstills(), timed.failure().map(secrets::hidden), timed.outOfBudget()),
                new Untimed(untimed.pinning().stream().map(this::of).toList(),
                        untimed.counts().stream().map(this::of).toList(),
                        untimed.profiles().stream().map(this::of).toList()));
    }

    /** A digest of a short secret can be found by trying all of them. */
    private SortedMap<Arm, Inputs> inputs(Setup setup) {
        var inputs = new TreeMap<>(setup.inputs());
        inputs.replaceAll((arm, known) -> {
            Recipe recipe = arm == Arm.BASELINE ? setup.baseline().orElse(setup.candidate()) : setup.candidate();
            var hidden = secrets.hidden(recipe.options());
            Inputs written = InputFacts.written(known);
            return hidden.equals(recipe.options()) ? written : written.with(Inputs.OPTIONS, Inputs.options(hidden));
        });
        return inputs;
    }

    private Recipe of(Recipe recipe) {
        return new Recipe(recipe.stack(), recipe.artifacts(), secrets.hidden(recipe.options()));
    }

    private Pair of(Pair pair) {
        return pair.slices().stream().allMatch(slice -> slice.slice().problem().isEmpty())
                ? pair
                : new Pair(pair.set(),
                        pair.slices().stream().map(slice -> new ArmSlice(slice.arm(), of(slice.slice()),
                                slice.surroundings())).toList());
    }

    private Slice of(Slice slice) {
        return new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(), slice.cpuNanos(),
                slice.errors(), slice.wrong(), secrets.hidden(slice.problem()), slice.compileMillis(),
                slice.latencies(), slice.resources());
    }

    private Pinning of(Pinning pinning) {
        return new Pinning(pinning.arm(), pinning.pins(), secrets.hidden(pinning.absence()));
    }

    private Counts of(Counts counts) {
        var absences = new TreeMap<>(counts.absences());
        absences.replaceAll((counter, reason) -> secrets.hidden(reason));
        return new Counts(counts.arm(), counts.values(), absences);
    }

    private Profile of(Profile profile) {
        return new Profile(profile.arm(), profile.file(), profile.samples(), secrets.hidden(profile.absence()));
    }
}
