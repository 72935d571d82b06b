package dev.regatta.stack;

/**
 * An artifact that a stack is made of; what it needs itself comes along.
 *
 * @param module   {@code group:artifact}
 * @param property the property of {@code pom.xml} that holds its version
 */
public record Root(String module, String property) {

    /** Checks the form. */
    public Root {
        if (!module.matches("[\\w.-]+:[\\w.-]+") || !property.matches("[\\w.-]+\\.version")) {
            throw new IllegalArgumentException("a root is a group:artifact with a property like driver.version, got "
                    + module + " and " + property);
        }
    }
}
