package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.Optional;
import java.util.SortedMap;

/**
 * What the looks at a measurement say.
 *
 * @param look      the first look at which something is concluded, else the last that was reached; 0 if none was
 * @param undecided the last look after which nothing is concluded; 0 if none was
 * @param estimates what is known at {@code look}
 * @param finding   what is concluded; empty while nothing is
 */
record Decision(int look, int undecided, SortedMap<Metric, Estimate> estimates, Optional<Finding> finding) {}
