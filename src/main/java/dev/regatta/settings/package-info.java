/**
 * What a user may set for a run: names, spellings, defaults and what each is for; and which cells were asked for.
 */
package dev.regatta.settings;
