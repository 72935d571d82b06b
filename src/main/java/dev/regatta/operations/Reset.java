package dev.regatta.operations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method of a {@link DatabaseOperations} class that puts the data back to what its constructor left, for operations
 * that add rows without a bound. It returns nothing and has no parameters. A worker calls it while nothing is timed: when
 * it is warm, before its first slice is timed, and before its operations are counted. What its operations add until the
 * end of a set stays: some seconds' worth.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Reset {
}
