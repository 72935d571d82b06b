package dev.regatta.calls;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Counts what happens between {@code @BeforeEach} and {@code @AfterEach}, and has it judged, unless the test fails. A test
 * factory is one test with all that it makes.
 */
final class CallsExtension implements BeforeTestExecutionCallback, AfterTestExecutionCallback, InvocationInterceptor {

    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(CallsExtension.class);
    private static final Pattern INVOCATION = Pattern.compile(":#(\\d+)]");

    @Override
    public void beforeTestExecution(ExtensionContext test) {
        test.getStore(OURS).put(AtomicBoolean.class, new AtomicBoolean());
        withSummary(test, () -> test.getStore(OURS).put(Calls.class,
                Relays.HERE.begin(test.getRequiredTestClass().getName())));
    }

    /** A factory does not fail where what it has made does, and that has called less than it would. */
    @Override
    public void interceptDynamicTest(Invocation<Void> test, DynamicTestInvocationContext which,
            ExtensionContext made) throws Throwable {
        try {
            test.proceed();
        } catch (Throwable e) {
            made.getStore(OURS).get(AtomicBoolean.class, AtomicBoolean.class).set(true);
            throw e;
        }
    }

    @Override
    public void afterTestExecution(ExtensionContext test) {
        if (test.getExecutionException().isPresent()
                || test.getStore(OURS).get(AtomicBoolean.class, AtomicBoolean.class).get()) {
            Relays.HERE.end();
        } else {
            withSummary(test, () -> judge(test,
                    Relays.HERE.end().since(test.getStore(OURS).get(Calls.class, Calls.class))));
        }
    }

    /** Has the summary tell why a step fails: a summary without it would tell that all is well. */
    private static void withSummary(ExtensionContext test, Runnable step) {
        try {
            step.run();
        } catch (AssertionError | RuntimeException e) {
            String said = String.valueOf(e.getMessage());
            CallsSettings.of(test::getConfigurationParameter).summary()
                    .ifPresent(
                            summary -> summary.failed(said.startsWith(name(test)) ? said : name(test) + ": " + said));
            throw e;
        }
    }

    private static void judge(ExtensionContext test, Calls calls) {
        String name = name(test);
        CallsSettings settings = CallsSettings.of(test::getConfigurationParameter);
        requireEvidence(name);
        Optional<String> told = new CallsJudge(settings)
                .judge(test.getRequiredTestClass().getName() + "." + name, name, calls);
        told.ifPresent(System.out::println);
        settings.summary().ifPresent(summary -> summary.passed(told));
    }

    private static void requireEvidence(String name) {
        if (!Relays.HERE.used()) {
            throw new IllegalStateException(name + ": no call could be counted, as nothing in this JVM connected to an "
                    + "address of DatabaseCalls; give the code under test the container or URL that "
                    + "DatabaseCalls.through(…) returns");
        }
        Relays.HERE.unreadable().ifPresent(why -> {
            throw new IllegalStateException(name + ": statements could not be counted, as a connection uses " + why
                    + ", which the relay cannot read; switch it off for tests, for example with sslmode=disable "
                    + "(PostgreSQL) or sslMode=DISABLED (MariaDB, MySQL) in the URL");
        });
    }

    /**
     * Such as {@code openOrders}, or {@code openOrders(int)[2]} for its second invocation; those of a class with
     * parameters come first.
     */
    private static String name(ExtensionContext test) {
        Class<?>[] parameters = test.getRequiredTestMethod().getParameterTypes();
        String types = Arrays.stream(parameters).map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
        String invocations = INVOCATION.matcher(test.getUniqueId()).results()
                .map(found -> "[" + found.group(1) + "]").collect(Collectors.joining());
        return test.getRequiredTestMethod().getName() + (parameters.length == 0 ? "" : types) + invocations;
    }
}
