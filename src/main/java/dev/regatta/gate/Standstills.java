package dev.regatta.gate;

import dev.regatta.protocol.Standstill;

/**
 * One arm of a duel was given up before the first look, in several sets.
 *
 * @param last     the last of these sets
 * @param sets     how many there were
 * @param versions both versions
 */
public record Standstills(Standstill last, int sets, Versions versions) {}
