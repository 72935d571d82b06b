package dev.regatta.junit;

import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

import java.util.List;

/**
 * Leaves the plan's manifest in the launcher session's store before the first test starts, so that the session knows
 * which cells must have been judged when it ends. Found by the launcher through {@code META-INF/services}.
 */
public final class PlanListener implements LauncherSessionListener {

    /** Where the manifest lies in the launcher session's store. */
    static final String NAMESPACE = "dev.regatta";
    /** The key of the manifest, a {@code List<CellId>}. */
    static final String MANIFEST = "manifest";

    /** Called by the launcher. */
    public PlanListener() {
    }

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        session.getLauncher().registerTestExecutionListeners(new TestExecutionListener() {
            @Override
            public void testPlanExecutionStarted(TestPlan plan) {
                Object manifest;
                try {
                    manifest = Manifest.of(plan);
                } catch (IllegalArgumentException e) {
                    // The method with the wrong annotation reports it; until then the manifest is empty.
                    manifest = List.of();
                }
                session.getStore().put(Namespace.create(NAMESPACE), MANIFEST, manifest);
            }
        });
    }
}
