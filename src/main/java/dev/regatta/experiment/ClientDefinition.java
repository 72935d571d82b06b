package dev.regatta.experiment;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the catalog of stacks says of one client, read from the classes of any checkout by the same rules: all that a
 * worker makes the client of, besides its jars and options. The catalog is read entry by entry, so that an edit of one
 * client changes the cells of this client only.
 */
final class ClientDefinition {

    private static final String CATALOG = "dev.regatta.stack.Stacks";

    /** Its name is the cell's, and its jars are an input. The others say which cells there are. */
    private static final Set<String> NO_INPUT = Set.of("id", "databases", "roots", "gaps", "judged");

    private ClientDefinition() {
    }

    /**
     * The entry of {@code stack} as {@code classes} have it, for people: {@code api JDBC, pool HIKARI}. Empty if they
     * have no such stack, or no catalog.
     *
     * @throws IllegalStateException if they define stacks in another way than this checkout
     */
    static Optional<String> of(ClassLoader classes, String stack) {
        Class<?> catalog;
        try {
            catalog = classes.loadClass(CATALOG);
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
        try {
            var found = (Optional<?>) catalog.getMethod("find", String.class).invoke(null, stack);
            return found.isEmpty() ? Optional.empty() : Optional.of(words((Record) found.get()));
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            throw new IllegalStateException("the client " + stack + " cannot be read from these classes ("
                    + (e instanceof InvocationTargetException ? e.getCause() : e)
                    + "): its checkout is of another generation of Regatta, merge the one into the other", e);
        }
    }

    private static String words(Record stack) throws ReflectiveOperationException {
        List<RecordComponent> inputs = Stream.of(stack.getClass().getRecordComponents())
                .filter(component -> !NO_INPUT.contains(component.getName())).toList();
        List<String> words = new ArrayList<>();
        for (RecordComponent component : inputs) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            words.add(component.getName() + " " + value(accessor.invoke(stack)));
        }
        return String.join(", ", words);
    }

    private static String value(Object value) {
        return switch (value) {
            case Enum<?> constant -> constant.name();
            case String text -> text;
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            default -> throw new IllegalStateException("a " + value.getClass().getName()
                    + " of a stack cannot be compared with that of another checkout: make it a text or a number");
        };
    }
}
