package dev.regatta.client;

import dev.regatta.operations.DatabaseAddress;
import dev.regatta.operations.Draw;
import dev.regatta.operations.Reset;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.OwnCode;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The one instance of a project's class in this JVM, in an empty database of its own. */
final class OwnCodeInstance implements AutoCloseable {

    private static final MethodType OPERATION = MethodType.methodType(Object.class, Draw.class);
    private final Object instance;

    OwnCodeInstance(Object instance) {
        this.instance = instance;
    }

    /**
     * Makes the database anew, and the instance in it.
     *
     * @throws IllegalArgumentException with one sentence, if the class cannot be made as it is
     * @throws IllegalStateException    with one sentence, if its constructor fails
     * @throws IOException              if the server makes no database
     */
    static OwnCodeInstance open(String type, Endpoint endpoint) throws IOException {
        OwnCodeDatabase.make(endpoint);
        var opened = new OwnCodeInstance(made(type, new DatabaseAddress(endpoint.dialect().id(), endpoint.host(),
                endpoint.port(), endpoint.database(), endpoint.user(), endpoint.password())));
        try {
            OwnCodeDatabase.settle(endpoint);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    /**
     * An instance.
     *
     * @throws IllegalArgumentException with one sentence, if the class cannot be made as it is
     * @throws IllegalStateException    with one sentence, if its constructor fails
     */
    static Object made(String type, DatabaseAddress address) {
        try {
            Constructor<?> constructor = constructor(loaded(type));
            List<Object> arguments = new ArrayList<>();
            for (Class<?> parameter : constructor.getParameterTypes()) {
                arguments.add(OwnCodeArgument.of(parameter, address));
            }
            constructor.setAccessible(true);
            return constructor.newInstance(arguments.toArray());
        } catch (Unfit e) {
            throw new IllegalArgumentException(type + " cannot be made: " + e.getMessage(), e);
        } catch (InvocationTargetException e) {
            throw failed(type, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " cannot be made: " + e, e);
        } catch (RuntimeException | LinkageError e) {
            throw failed(type, e);
        }
    }

    /** What keeps a class from being made as it is. */
    private static final class Unfit extends Exception {

        private static final long serialVersionUID = 1;

        Unfit(String what) {
            super(what);
        }
    }

    private static Constructor<?> constructor(Class<?> loaded) throws Unfit {
        Constructor<?>[] constructors = loaded.getDeclaredConstructors();
        if (constructors.length != 1
                || !Arrays.stream(constructors[0].getParameterTypes()).allMatch(OwnCodeArgument::isOf)) {
            throw new Unfit("give it one constructor, whose parameters are of the types " + OwnCodeArgument.types());
        }
        for (Class<?> parameter : constructors[0].getParameterTypes()) {
            Optional<String> missing = OwnCodeArgument.missing(parameter, OwnCodeInstance.class.getClassLoader());
            if (missing.isPresent()) {
                throw new Unfit(missing.get());
            }
        }
        return constructors[0];
    }

    /** What is not there has a sentence of its own: it is what newcomers see first. */
    private static IllegalStateException failed(String type, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String said = String.valueOf(cause.getMessage());
            if (cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException) {
                return new IllegalStateException("the constructor of " + type + " needs the class "
                        + said.replace('/', '.') + ", which is not on the class path of the tests: add its dependency,"
                        + " in a scope that tests have", failure);
            }
            if (said.startsWith("No suitable driver") || said.startsWith("Unable to create a ConnectionFactory")
                    || said.startsWith("Could not find delegating driver")
                    || said.startsWith("Failed to get driver instance")) {
                return new IllegalStateException("the constructor of " + type + " finds no driver for its database ("
                        + said + "): add the driver's dependency, in a scope that tests have", failure);
            }
        }
        return new IllegalStateException("the constructor of " + type + " failed", failure);
    }

    private static Class<?> loaded(String type) throws Unfit {
        try {
            return Class.forName(type);
        } catch (ClassNotFoundException e) {
            throw new Unfit("it is not on this class path");
        }
    }

    /** The class. */
    Class<?> type() {
        return instance.getClass();
    }

    /**
     * What calls a method, from a {@link Draw} to an object.
     *
     * @throws IllegalArgumentException with one sentence, if there is no such operation
     */
    MethodHandle operation(OwnCode operation) {
        List<Method> named = new ArrayList<>();
        for (Class<?> type = type(); type != null && named.isEmpty(); type = type.getSuperclass()) {
            Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> method.getName().equals(operation.method()) && !method.isSynthetic())
                    .forEach(named::add);
        }
        if (named.size() != 1) {
            throw new IllegalArgumentException(type().getName() + " has " + named.size() + " methods named "
                    + operation.method() + ", an operation needs a name of its own");
        }
        Method method = named.getFirst();
        boolean drawn = Arrays.equals(method.getParameterTypes(), new Class<?>[]{Draw.class});
        if (!drawn && method.getParameterCount() > 0 || method.getReturnType() == void.class) {
            throw new IllegalArgumentException(operation.id() + " of " + type().getName()
                    + " is no operation: it takes a Draw or nothing, and returns what it read");
        }
        try {
            method.setAccessible(true);
            MethodHandle handle = MethodHandles.lookup().unreflect(method);
            MethodHandle bound = Modifier.isStatic(method.getModifiers())
                    ? handle
                    : handle.bindTo(instance);
            return (drawn ? bound : MethodHandles.dropArguments(bound, 0, Draw.class)).asType(OPERATION);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(operation.id() + " of " + type().getName() + " cannot be called: " + e,
                    e);
        }
    }

    /** Calls the method with {@link Reset}, if there is one. */
    void reset() throws Exception {
        for (Class<?> type = type(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Reset.class)) {
                    method.setAccessible(true);
                    try {
                        method.invoke(instance);
                        return;
                    } catch (InvocationTargetException e) {
                        throw new IllegalStateException(method.getName() + "() of " + type().getName()
                                + ", which resets its data, failed", e.getCause());
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        if (instance instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("closing " + type().getName() + " failed", e);
            }
        }
    }
}
