package dev.regatta.stack;

/**
 * An artifact that a stack is made of; its dependencies come with it.
 *
 * @param module   {@code group:artifact}
 * @param property the property of {@code pom.xml} that holds its version
 * @param type     the name of a class that is in the jar of every release: where it is loaded from proves which jar was
 *                 loaded
 */
public record Root(String module, String property, String type) {

    /** Checks the form. */
    public Root {
        if (!module.matches("[\\w.-]+:[\\w.-]+") || !property.matches("[\\w.-]+\\.version")) {
            throw new IllegalArgumentException("a root is a group:artifact with a property like driver.version, got "
                    + module + " and " + property);
        }
    }
}
