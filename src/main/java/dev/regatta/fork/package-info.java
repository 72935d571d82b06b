/**
 * One worker JVM: what it runs, how it is started, asked and ended, when it is warm, and the failures that end a
 * measurement. Knows no race: who runs against whom, and for how long, is for others to say.
 */
package dev.regatta.fork;
