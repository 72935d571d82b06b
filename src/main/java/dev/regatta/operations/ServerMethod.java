package dev.regatta.operations;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A method with {@link DatabaseServer}. Containers are known by the names of their methods: not every project has
 * Testcontainers.
 */
record ServerMethod(Method method) {

    private static final String CONTAINER = "org.testcontainers.containers.JdbcDatabaseContainer";

    /**
     * That of a class or of the nearest of its superclasses; empty if there is none.
     *
     * @throws IllegalArgumentException with one sentence, if it has two
     */
    static Optional<ServerMethod> of(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> each = type; each != null && found.isEmpty(); each = each.getSuperclass()) {
            Arrays.stream(each.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(DatabaseServer.class)).forEach(found::add);
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException(found.get(0).getDeclaringClass().getSimpleName() + " has "
                    + found.size() + " methods with @DatabaseServer: leave one");
        }
        return found.stream().findFirst().map(ServerMethod::new);
    }

    /** Why it cannot be called, in one sentence; empty if it can. */
    Optional<String> flaw() {
        return !Modifier.isStatic(method.getModifiers()) || method.getParameterCount() > 0
                ? Optional.of(this + " gives the database and must be static, without parameters")
                : Optional.empty();
    }

    /**
     * What it gave, if that is of the right database.
     *
     * @throws IllegalStateException with one sentence, if it is not
     */
    GivenServer required(GivenServer given, String database) {
        if (!given.at().database().equals(database)) {
            throw new IllegalStateException(this + " gave a server of " + given.at().database()
                    + ", and its class has @DatabaseOperations(database = \"" + database + "\")");
        }
        return given;
    }

    /**
     * Calls it, and starts its container.
     *
     * @throws IllegalStateException with one sentence, if it gives no server
     */
    GivenServer call() {
        Object returned;
        try {
            method.setAccessible(true);
            returned = method.invoke(null);
        } catch (InvocationTargetException e) {
            throw failed(e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw failed(e);
        }
        if (returned instanceof DatabaseAddress) {
            return new GivenServer((DatabaseAddress) returned, "", toString());
        }
        if (returned instanceof String) {
            return new GivenServer(ServerUrl.of((String) returned).address(Optional.empty(), Optional.empty()), "",
                    toString());
        }
        if (returned != null && is(returned.getClass())) {
            return started(returned);
        }
        throw new IllegalStateException(this + " returned "
                + (returned == null ? "null" : "a " + returned.getClass().getName())
                + ", expected a JdbcDatabaseContainer of Testcontainers, a URL or a DatabaseAddress");
    }

    private static boolean is(Class<?> type) {
        return type != null && (type.getName().equals(CONTAINER) || is(type.getSuperclass()));
    }

    /** One that runs, as one that is reused, is left as it is. */
    private GivenServer started(Object container) {
        try {
            asked(container, "start");
            ServerUrl url = ServerUrl.of(text(container, "getJdbcUrl"));
            return new GivenServer(url.address(Optional.of(text(container, "getUsername")),
                    Optional.of(text(container, "getPassword"))), text(container, "getContainerId"), toString());
        } catch (InvocationTargetException e) {
            throw failed(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
    }

    private static Object asked(Object container, String method) throws ReflectiveOperationException {
        Method getter = container.getClass().getMethod(method);
        // The class may be the project's own, and hidden.
        getter.setAccessible(true);
        return getter.invoke(container);
    }

    private static String text(Object container, String method) throws ReflectiveOperationException {
        return String.valueOf(asked(container, method));
    }

    private IllegalStateException failed(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String said = ServerUrl.withoutSecrets(cause.getMessage() == null ? cause.toString() : cause.getMessage())
                .lines().findFirst().orElse("");
        boolean noDocker = said.contains("valid Docker environment");
        return new IllegalStateException(this + " gave no database (" + said + ")" + (noDocker
                ? ": start Docker, or return the URL of a server that runs"
                : ""), failure);
    }

    /** For people. */
    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName() + "()";
    }
}
