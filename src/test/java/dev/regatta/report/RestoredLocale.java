package dev.regatta.report;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.util.Locale;

/** Gives the JVM its locale back after a test that changes it. */
public final class RestoredLocale implements BeforeEachCallback, AfterEachCallback {

    private Locale before;

    @Override
    public void beforeEach(ExtensionContext context) {
        before = Locale.getDefault();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Locale.setDefault(before);
    }
}
