package dev.regatta.service;

import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Jdk;

/**
 * A service as one arm of a race.
 *
 * @param client its name in results, with the size of its pool if that was asked for
 * @param built  what runs
 * @param jdk    its run time
 */
public record ServiceArm(ClientId client, BuiltService built, Jdk jdk) {}
