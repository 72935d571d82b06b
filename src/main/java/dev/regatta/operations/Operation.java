package dev.regatta.operations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a {@link DatabaseOperations} class that is raced. Its parameter is a {@link Draw}, or it has none. It
 * returns what it read: old and new code must return the same for the same draw. A method that returns a
 * {@link java.util.concurrent.CompletionStage}, a {@link java.util.concurrent.Flow.Publisher} or a publisher of Reactive
 * Streams is asynchronous: its operation ends when that completes.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Operation {

    /**
     * What carries the operations, {@code platform} or {@code virtual}: a test for each. Both if there are none. An
     * asynchronous operation runs on its own threads and names none.
     */
    String[] threads() default {};

    /** How many operations are in flight at a time, 1 to 1000. */
    int inFlight() default 8;
}
