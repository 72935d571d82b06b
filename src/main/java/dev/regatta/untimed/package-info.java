/**
 * What is read of a client while nothing is timed: round trips and bytes, allocations, pinned threads, shared
 * connections, pools, memory, stacks. Each arm has an allowance of time for it.
 */
package dev.regatta.untimed;
