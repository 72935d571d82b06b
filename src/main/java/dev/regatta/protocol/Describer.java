package dev.regatta.protocol;

/**
 * Describes the checkout that it belongs to. A worker that is asked to {@linkplain Command.Describe describe} finds it
 * by {@link java.util.ServiceLoader} among the classes of its checkout. It may load what workers do not load otherwise:
 * nothing is timed in this process.
 */
public interface Describer {

    /** What the checkout says of itself. */
    Description describe();
}
