package dev.regatta.operations;

import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import java.util.Set;

/** The test of an operation on one threading. */
final class OperationNode extends AbstractTestDescriptor {

    /** The kind of its part of a unique id. */
    static final String SEGMENT = "operation";

    private static final Set<TestTag> TAGS = Set.of(TestTag.create("performance"));
    /** Known by its name: not every project has Jupiter. */
    private static final String DISABLED = "org.junit.jupiter.api.Disabled";

    private final Class<?> type;
    private final Optional<OperationCase> operation;
    private final String flaw;
    private final Optional<String> disabled;

    OperationNode(UniqueId parent, OperationsClass.Found found) {
        super(parent.append(SEGMENT, found.name()), found.name(),
                found.method().<TestSource>map(method -> MethodSource.from(found.type(), method))
                        .orElseGet(() -> ClassSource.from(found.type())));
        this.type = found.type();
        this.operation = found.operation();
        this.flaw = found.flaw();
        this.disabled = found.method().flatMap(OperationNode::whyDisabled);
    }

    /** Why it shall not run, if it has Jupiter's {@code @Disabled}. */
    private static Optional<String> whyDisabled(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            if (annotation.annotationType().getName().equals(DISABLED)) {
                try {
                    String why = (String) annotation.annotationType().getMethod("value").invoke(annotation);
                    return Optional.of(why.isEmpty() ? element + " is @Disabled" : why);
                } catch (ReflectiveOperationException e) {
                    return Optional.of(element + " is @Disabled");
                }
            }
        }
        return Optional.empty();
    }

    /** The class that has it. */
    Class<?> type() {
        return type;
    }

    /** What is raced; empty if it cannot be. */
    Optional<OperationCase> operation() {
        return operation;
    }

    /** Why it cannot be raced, in one sentence. */
    String flaw() {
        return flaw;
    }

    /** Why it is skipped, if it is. */
    Optional<String> disabled() {
        return disabled;
    }

    @Override
    public Type getType() {
        return Type.TEST;
    }

    @Override
    public Set<TestTag> getTags() {
        return TAGS;
    }

    /** The container of a class's operations. */
    static final class OfClass extends AbstractTestDescriptor {

        /** The kind of its part of a unique id. */
        static final String SEGMENT = "class";

        private final Class<?> type;

        OfClass(TestDescriptor engine, Class<?> type) {
            super(engine.getUniqueId().append(SEGMENT, type.getName()), type.getSimpleName(), ClassSource.from(type));
            this.type = type;
        }

        /** Why all of it is skipped, if it is. */
        Optional<String> disabled() {
            return whyDisabled(type);
        }

        Class<?> type() {
            return type;
        }

        @Override
        public Type getType() {
            return Type.CONTAINER;
        }

        @Override
        public Set<TestTag> getTags() {
            return TAGS;
        }
    }
}
