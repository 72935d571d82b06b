package dev.regatta.protocol;

import java.util.ServiceLoader;

/**
 * Describes the checkout that it belongs to. A worker that is asked to {@linkplain Command.Describe describe} finds it
 * by {@link ServiceLoader} among the classes of its checkout. It may load what workers do not load otherwise:
 * nothing is timed in this process.
 */
public interface Describer {

    /**
     * The one of the checkout that this class is of.
     *
     * @throws IllegalStateException if there is none
     */
    static Describer here() {
        return ServiceLoader.load(Describer.class, Describer.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing on this class path describes it"));
    }

    /** What the checkout says of itself. */
    Description describe();
}
