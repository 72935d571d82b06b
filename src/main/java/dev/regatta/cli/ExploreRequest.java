package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.explore.Ask;
import dev.regatta.explore.Plan;
import dev.regatta.workload.Dialect;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An exploration that is asked for.
 *
 * @param dialect  the database
 * @param mode     where it comes from
 * @param plan     what is to be measured; empty to go on with what is in {@code file}
 * @param ask      the load that the plan is made for, if one was given
 * @param cores    CPUs of the client; empty for those of the load, or a half
 * @param version  coordinates of parts of clients that are not today's
 * @param options  of drivers and pools, the same for all clients
 * @param budget   how long it may take
 * @param file     where points are kept
 * @param resume   the command that goes on with what is there
 */
record ExploreRequest(Dialect dialect, DatabaseMode mode, Optional<Plan> plan, Optional<Ask> ask,
        OptionalInt cores, Optional<String> version, SortedMap<String, String> options, Duration budget, Path file,
        String resume) {

    /** Copies the options. */
    ExploreRequest {
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    }
}
