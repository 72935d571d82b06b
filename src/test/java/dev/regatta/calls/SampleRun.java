package dev.regatta.calls;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the test classes that it is given, in a JVM of its own, and prints what became of each test. */
final class SampleRun {

    private SampleRun() {
    }

    public static void main(String[] classes) throws ReflectiveOperationException {
        var request = LauncherDiscoveryRequestBuilder.request();
        for (String each : classes) {
            request.selectors(selectClass(Class.forName(each)));
        }
        LauncherDiscoveryRequest all = request.build();
        long start = System.nanoTime();
        LauncherFactory.create().execute(all, new TestExecutionListener() {
            private long began;

            @Override
            public void executionStarted(TestIdentifier test) {
                began = test.isTest() ? System.nanoTime() : began;
            }

            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest() || result.getThrowable().isPresent()) {
                    System.out.println(result.getStatus() + " " + test.getDisplayName() + " in "
                            + (System.nanoTime() - began) / 1_000_000 + " ms");
                    result.getThrowable().ifPresent(failure -> System.out.println(failure.getMessage()));
                    result.getThrowable().filter(failure -> !(failure instanceof AssertionError))
                            .ifPresent(failure -> failure.printStackTrace(System.out));
                }
            }
        });
        System.out.println("all in " + (System.nanoTime() - start) / 1_000_000 + " ms");
        System.exit(0);
    }
}
