/**
 * What a client is made of: from the names of its root artifacts to files on this machine, each with its checksum,
 * through Maven's own settings, repositories and local repository; and the JDK that runs it.
 *
 * <p>
 * Must not import anything of ours but {@code protocol} and {@code stack}: it starts no process, opens no connection to
 * a database and decides nothing.
 */
package dev.regatta.recipe;
