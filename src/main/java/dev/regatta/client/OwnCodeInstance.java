package dev.regatta.client;

import dev.regatta.client.wire.Admin;
import dev.regatta.operations.DatabaseAddress;
import dev.regatta.operations.Draw;
import dev.regatta.workload.Dialect;
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

/** The one instance of a project's class in this JVM, in an empty database of its own. */
final class OwnCodeInstance implements AutoCloseable {

    private static final MethodType OPERATION = MethodType.methodType(Object.class, Draw.class);
    /** The database that every server has which Regatta uses: nobody can make a database from within itself. */
    private static final String HOME = "regatta";

    private final Object instance;

    private OwnCodeInstance(Object instance) {
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
        if (endpoint.dialect() != Dialect.POSTGRESQL) {
            throw new IllegalArgumentException("operations of a project run on postgresql only, got "
                    + endpoint.dialect());
        }
        String quoted = '"' + endpoint.database().replace("\"", "\"\"") + '"';
        try (Admin admin = Admin.connect(endpoint.in(HOME))) {
            admin.run("DROP DATABASE IF EXISTS " + quoted + " WITH (FORCE)");
            admin.run("CREATE DATABASE " + quoted);
        }
        var opened = new OwnCodeInstance(made(type, new DatabaseAddress(endpoint.dialect().id(), endpoint.host(),
                endpoint.port(), endpoint.database(), endpoint.user(), endpoint.password())));
        try (Admin admin = Admin.connect(endpoint)) {
            // Otherwise the server does so by itself after a minute, and may choose other plans from then on.
            admin.run("VACUUM (ANALYZE)");
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    private static Object made(String type, DatabaseAddress address) {
        Constructor<?>[] constructors = loaded(type).getDeclaredConstructors();
        boolean fits = constructors.length == 1
                && (constructors[0].getParameterCount() == 0 || Arrays.equals(constructors[0].getParameterTypes(),
                        new Class<?>[]{DatabaseAddress.class}));
        if (!fits) {
            throw new IllegalArgumentException(type + " cannot be made: give it one constructor, with a "
                    + DatabaseAddress.class.getSimpleName() + " as its only parameter");
        }
        try {
            constructors[0].setAccessible(true);
            return constructors[0].getParameterCount() == 0
                    ? constructors[0].newInstance()
                    : constructors[0].newInstance(address);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the constructor of " + type + " failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " cannot be made: " + e, e);
        }
    }

    private static Class<?> loaded(String type) {
        try {
            return Class.forName(type);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("the class " + type + " is not on this class path", e);
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
