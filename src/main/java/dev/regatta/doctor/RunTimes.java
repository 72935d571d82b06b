package dev.regatta.doctor;

import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.Jdks;

import java.util.List;

/** The JDKs that workers can run on. */
final class RunTimes {

    private RunTimes() {
    }

    /** The finding on which of these JDKs a race can use. */
    static Finding of(List<Jdk> installed) {
        List<Jdk> usable = installed.stream().filter(jdk -> jdk.feature() >= Jdks.OLDEST).toList();
        List<Jdk> old = installed.stream().filter(jdk -> jdk.feature() < Jdks.OLDEST).toList();
        String found = Jdks.words(usable)
                + (old.isEmpty() ? "" : (usable.isEmpty() ? "" : "; ") + "too old: " + Jdks.words(old));
        return usable.isEmpty()
                ? Finding.bad("JDKs", found.isEmpty() ? "none" : found, "Install a JDK " + Jdks.OLDEST
                        + " or newer, for example from adoptium.net, and set JAVA_HOME to its folder.")
                : Finding.good("JDKs", found);
    }
}
