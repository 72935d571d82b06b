package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.OptBoolean;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything measured of one cell; verdicts are functions of this and the baseline.
 *
 * @param cell        the cell
 * @param candidate   today's recipe
 * @param baseline    the baseline's recipe when it raced in this run (a duel), empty when it equals the candidate's
 *                    (then the baseline's book decides)
 * @param connections connections, and operations in flight, of every arm
 * @param sliceMillis length of a slice including its dropped start
 * @param forks       the JVMs that took part
 * @param pairs       the rounds, in run order
 * @param failure     why measuring ended early in one sentence, empty when it did not
 * @param outOfBudget whether the time budget ended measuring
 * @param pinning     what an untimed slice of each arm says of its virtual threads; empty for other threadings, and
 *                    when nothing could be timed
 * @param counts      what was counted of each arm's operations; an arm may be missing
 * @param profiles    where the threads of each arm spend their time; empty unless that was asked for
 * @param inputs      what each of the two arms depends on; an arm may be missing. Of a cell
 *                    that was not raced because the base branch's inputs are the same, both are there
 * @param standstills the sets of forks in which one arm of a duel ended no operation; empty as a rule
 */
public record CellMeasurement(CellId cell, Recipe candidate, Optional<Recipe> baseline, int connections,
        int sliceMillis,
        List<ForkStart> forks, List<Pair> pairs, Optional<String> failure, boolean outOfBudget,
        List<Pinning> pinning,
        List<Counts> counts,
        @JacksonInject(value = Json.NO_PROFILES, useInput = OptBoolean.TRUE) @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Profile> profiles,
        @JacksonInject(value = Json.EMPTY, useInput = OptBoolean.TRUE) @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<Arm, Inputs> inputs,
        @JacksonInject(value = Json.NO_STANDSTILLS, useInput = OptBoolean.TRUE) @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Standstill> standstills) {

    /** Checks that every part is present. */
    public CellMeasurement {
        Objects.requireNonNull(cell);
        Objects.requireNonNull(candidate);
        Objects.requireNonNull(baseline);
        Objects.requireNonNull(failure);
        forks = List.copyOf(forks);
        pairs = List.copyOf(pairs);
        pinning = List.copyOf(pinning);
        if (pinning.stream().map(Pinning::arm).distinct().count() != pinning.size()) {
            throw new IllegalArgumentException(cell + ": an arm's pinning was recorded twice");
        }
        counts = List.copyOf(counts);
        if (counts.stream().map(Counts::arm).distinct().count() != counts.size()) {
            throw new IllegalArgumentException(cell + ": an arm's operations were counted twice");
        }
        profiles = List.copyOf(profiles);
        if (profiles.stream().map(Profile::arm).distinct().count() != profiles.size()) {
            throw new IllegalArgumentException(cell + ": an arm's stacks were sampled twice");
        }
        inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
        standstills = List.copyOf(standstills);
    }

    /** A measurement of times only: no pinned threads, no counts, no profiles, no inputs. */
    public CellMeasurement(CellId cell, Recipe candidate, Optional<Recipe> baseline, int connections, int sliceMillis,
            List<ForkStart> forks, List<Pair> pairs, Optional<String> failure, boolean outOfBudget) {
        this(cell, candidate, baseline, connections, sliceMillis, forks, pairs, failure, outOfBudget, List.of(),
                List.of(), List.of(), Collections.emptySortedMap(), List.of());
    }

    /** This measurement with these pairs. */
    public CellMeasurement paired(List<Pair> others) {
        return new CellMeasurement(cell, candidate, baseline, connections, sliceMillis, forks, others, failure,
                outOfBudget, pinning, counts, profiles, inputs, standstills);
    }

    /** This measurement with readings of pinned threads. */
    public CellMeasurement with(List<Pinning> readings) {
        return new CellMeasurement(cell, candidate, baseline, connections, sliceMillis, forks, pairs, failure,
                outOfBudget, readings, counts, profiles, inputs, standstills);
    }

    /** This measurement with more counts: those of an arm that has some already are joined. */
    public CellMeasurement counted(List<Counts> more) {
        var joined = new TreeMap<Arm, Counts>();
        Stream.concat(counts.stream(), more.stream()).forEach(read -> joined.merge(read.arm(), read, Counts::and));
        return new CellMeasurement(cell, candidate, baseline, connections, sliceMillis, forks, pairs, failure,
                outOfBudget, pinning, List.copyOf(joined.values()), profiles, inputs, standstills);
    }

    /** This measurement with what stack samples of its arms say. */
    public CellMeasurement profiled(List<Profile> sampled) {
        return new CellMeasurement(cell, candidate, baseline, connections, sliceMillis, forks, pairs, failure,
                outOfBudget, pinning, counts, sampled, inputs, standstills);
    }

    /** This measurement with what its two arms depend on. */
    public CellMeasurement of(SortedMap<Arm, Inputs> known) {
        return new CellMeasurement(cell, candidate, baseline, connections, sliceMillis, forks, pairs, failure,
                outOfBudget, pinning, counts, profiles, known, standstills);
    }

    /** This measurement with the sets of forks in which one arm ended no operation. */
    public CellMeasurement standing(List<Standstill> still) {
        return new CellMeasurement(cell, candidate, baseline, connections, sliceMillis, forks, pairs, failure,
                outOfBudget, pinning, counts, profiles, inputs, still);
    }

    /**
     * Whether nothing was measured because nothing has to be: the base branch was given, and what the cell depends on
     * is the same there.
     */
    @JsonIgnore
    public boolean spared() {
        return pairs.isEmpty() && forks.isEmpty() && failure.isEmpty() && !outOfBudget
                && inputs(Arm.CANDIDATE).isPresent() && inputs(Arm.CANDIDATE).equals(inputs(Arm.BASELINE));
    }

    /** What {@code arm} depends on; empty where nobody noted it. */
    public Optional<Inputs> inputs(Arm arm) {
        return Optional.ofNullable(inputs.get(arm));
    }

    /** What is known of the pinned threads of {@code arm}; empty when nobody looked. */
    public Optional<Pinning> pinning(Arm arm) {
        return pinning.stream().filter(reading -> reading.arm() == arm).findFirst();
    }

    /** What was counted of {@code arm}; empty when nobody counted. */
    public Optional<Counts> counts(Arm arm) {
        return counts.stream().filter(read -> read.arm() == arm).findFirst();
    }

    /** Where the threads of {@code arm} spend their time; empty when nobody looked. */
    public Optional<Profile> profile(Arm arm) {
        return profiles.stream().filter(profile -> profile.arm() == arm).findFirst();
    }
}
