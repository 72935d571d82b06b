/**
 * Races of a project's own code: two class paths, that of today and that of the base, what differs between them, and one
 * run of the engine over the operations for which something does. The base is a commit or a folder, or what
 * {@code baselines/operations.json} holds of a commit. It loads no class of the project.
 */
package dev.regatta.project;
