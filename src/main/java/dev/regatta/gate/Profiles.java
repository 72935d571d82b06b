package dev.regatta.gate;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.StackSamples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What stack samples of a cell's arms say, for display: they name causes and decide nothing. */
final class Profiles {

    private final List<Profile> all;
    private final Optional<StackSamples> candidate;
    private final Optional<StackSamples> baseline;

    Profiles(CellMeasurement measurement) {
        all = measurement.untimed().profiles();
        candidate = measurement.untimed().profile(Arm.CANDIDATE).flatMap(Profile::samples);
        baseline = measurement.untimed().profile(Arm.BASELINE).flatMap(Profile::samples);
    }

    /** The methods whose share grew; empty unless both arms were sampled. */
    List<GrownFrame> grown() {
        return candidate.isPresent() && baseline.isPresent()
                ? GrownFrame.of(candidate.get(), baseline.get())
                : List.of();
    }

    /** Where the recordings are, and what is missing. */
    List<String> notes() {
        var notes = new ArrayList<String>();
        for (Profile profile : all) {
            notes.add(profile.samples()
                    .map(samples -> String.format(Locale.ROOT,
                            "stack samples of the %s arm, %d running Java and %d in native code, are kept in %s",
                            profile.arm(), samples.inJava(), samples.inNative(), profile.file()))
                    .orElse("stacks of the " + profile.arm() + " arm could not be sampled: " + profile.absence()));
        }
        if (candidate.isPresent() && baseline.isEmpty() && all.size() == 1) {
            notes.add("no baseline raced whose stack samples could be compared");
        }
        if (candidate.isPresent() && baseline.isPresent() && grown().isEmpty()) {
            notes.add("no method's share of the stack samples grew beyond chance");
        }
        return notes;
    }
}
