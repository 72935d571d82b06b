package dev.regatta.faults;

/** How far a run is. */
enum Phase {
    /** The server is unpacked and started. */
    STARTING,
    /** Tables are filled. */
    FILLING,
    /** Operations are counted, untimed. */
    COUNTING,
    /** The forks run until their code is compiled. */
    WARMING_UP,
    /** The forks are timed. */
    SLICES,
    /** All is measured; results are written and judged. */
    WRITING,
    /** All is told; forks and servers end. */
    CLOSING
}
