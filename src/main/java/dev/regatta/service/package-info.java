/**
 * Whole web stacks, {@code services/} in this repository: built once per content, run as processes of their own beside a
 * filled database, loaded by {@code http} from the database's CPUs, and raced by {@code race} like two versions of a
 * client. What is timed is the service's process; its log's last words are in every sentence about its failure.
 */
package dev.regatta.service;
