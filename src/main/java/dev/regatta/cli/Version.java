package dev.regatta.cli;

import picocli.CommandLine.IVersionProvider;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Regatta's version, as Maven filled it in. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("/dev/regatta/version.properties")) {
            properties.load(in);
        }
        return new String[]{"Regatta " + properties.getProperty("version") + " on Java "
                + System.getProperty("java.runtime.version")};
    }
}
