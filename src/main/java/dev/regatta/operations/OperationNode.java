package dev.regatta.operations;

import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

import java.util.Optional;
import java.util.Set;

/** The test of an operation on one threading. */
final class OperationNode extends AbstractTestDescriptor {

    /** The kind of its part of a unique id. */
    static final String SEGMENT = "operation";

    private static final Set<TestTag> TAGS = Set.of(TestTag.create("performance"));

    private final Class<?> type;
    private final Optional<OperationCase> operation;
    private final String flaw;

    OperationNode(UniqueId parent, OperationsClass.Found found) {
        super(parent.append(SEGMENT, found.name()), found.name(), MethodSource.from(found.method()));
        this.type = found.type();
        this.operation = found.operation();
        this.flaw = found.flaw();
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
