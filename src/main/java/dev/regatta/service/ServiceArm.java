package dev.regatta.service;

import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Jdk;

import java.util.List;

/**
 * A service as one arm of a race.
 *
 * @param client  its name in results, with the size of its pool if that was asked for
 * @param built   what runs
 * @param jdk     its run time
 * @param options of its JVM; none where the user names none, since those of workers are made for one driver
 */
public record ServiceArm(ClientId client, BuiltService built, Jdk jdk, List<String> options) {

    /** Copies the list. */
    public ServiceArm {
        options = List.copyOf(options);
    }
}
