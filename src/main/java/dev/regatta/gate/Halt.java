package dev.regatta.gate;

import dev.regatta.protocol.Standstill;

/**
 * One arm of a duel was given up before the first look, in several sets of forks.
 *
 * @param last     the last of these sets
 * @param sets     how many there were
 * @param versions both versions
 */
public record Halt(Standstill last, int sets, Versions versions) {}
