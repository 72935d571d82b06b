package dev.regatta.cli;

import dev.regatta.run.Origin;
import picocli.CommandLine.IVersionProvider;

/** Regatta's version, as Maven filled it in. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[]{"Regatta " + Origin.toolVersion() + " on Java "
                + System.getProperty("java.runtime.version")};
    }
}
