/**
 * Races of a project's own code: two class paths, that of today and that of the base, what differs between them, and one
 * run of the engine over the operations for which something does. It loads no class of the project.
 */
package dev.regatta.project;
