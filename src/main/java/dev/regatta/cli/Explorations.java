package dev.regatta.cli;

import dev.regatta.explore.Exploration;
import dev.regatta.settings.Settings;

import java.util.function.Consumer;

/** Measures explorations. */
@FunctionalInterface
interface Explorations {

    /**
     * Measures what {@code request} asks for, or what is left of it, and keeps every point as soon as it is measured.
     *
     * @param settings the user's
     * @param progress receives a line at a time for people
     * @throws RuntimeException with one sentence where something cannot be measured
     */
    Exploration explore(ExploreRequest request, Settings settings, Consumer<String> progress);
}
