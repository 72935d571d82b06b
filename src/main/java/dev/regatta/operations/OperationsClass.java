package dev.regatta.operations;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

/** Reads the annotations of a class. It is loaded for this, and not initialised. */
record OperationsClass(Class<?> type) {

    private static final String EVENT_LOOP = "event-loop";
    private static final List<String> DATABASES = List.of("postgresql", "mariadb");
    private static final List<String> THREADS = List.of("platform", "virtual");
    /** What names of clients and workloads are made of. */
    private static final String NAME = "[\\w.$]+";

    /**
     * An operation on one threading, or why it is none.
     *
     * @param type   the class that has it
     * @param method empty if the class has none
     * @param name   of the test
     * @param flaw   one sentence; empty if {@code operation} is there
     */
    record Found(Class<?> type, Optional<Method> method, String name, Optional<OperationCase> operation,
            String flaw) {}

    /**
     * Whether a class has operations, or says so, and can be made: an abstract one is for those that extend it. One without
     * the annotation has a test that says so, for it would race nothing unnoticed.
     */
    static boolean is(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && (type.isAnnotationPresent(DatabaseOperations.class) || hasOperation(type));
    }

    private static boolean hasOperation(Class<?> type) {
        try {
            return declared(type).anyMatch(method -> method.isAnnotationPresent(Operation.class));
        } catch (LinkageError e) {
            // It is a test of others, some class of which is missing.
            return false;
        }
    }

    /**
     * All operations, by their names, each on all of its threadings. Those of superclasses are the class's own, unless it
     * has a method of that name. A class without any has a test that says so: it would pass unnoticed.
     */
    List<Found> operations() {
        if (!type.isAnnotationPresent(DatabaseOperations.class)) {
            return none(
                    "has @Operation and no @DatabaseOperations: put that on the class, with its database, or make the class abstract");
        }
        List<Method> methods = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            List<Method> declared = declared(each).filter(method -> !names.contains(method.getName())).toList();
            declared.stream().filter(method -> method.isAnnotationPresent(Operation.class))
                    .filter(method -> names.add(method.getName())).forEach(methods::add);
            declared.forEach(method -> names.add(method.getName()));
        }
        if (methods.isEmpty()) {
            return none("has @DatabaseOperations and no operation: put @Operation on the methods that are to race");
        }
        return methods.stream().sorted(Comparator.comparing(Method::getName)).flatMap(this::each).toList();
    }

    private List<Found> none(String why) {
        return List.of(new Found(type, Optional.empty(), "no operation", Optional.empty(),
                type.getSimpleName() + " " + why));
    }

    /** What a compiler adds, such as bridges, has the annotations of what it stands for. */
    private static Stream<Method> declared(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).filter(method -> !method.isSynthetic());
    }

    private Stream<Found> each(Method method) {
        Operation asked = method.getAnnotation(Operation.class);
        Optional<String> flaw = flaw(method, asked);
        if (flaw.isPresent()) {
            return Stream.of(new Found(type, Optional.of(method), method.getName(), Optional.empty(), flaw.get()));
        }
        List<String> threads = asynchronous(method.getReturnType())
                ? List.of(EVENT_LOOP)
                : asked.threads().length == 0 ? THREADS : List.of(asked.threads());
        return threads.stream().distinct()
                .map(threading -> new OperationCase(type.getAnnotation(DatabaseOperations.class).database(),
                        type.getName(), method.getName(), threading, asked.inFlight()))
                .map(operation -> new Found(type, Optional.of(method), operation.toString(), Optional.of(operation),
                        ""));
    }

    private Optional<String> flaw(Method method, Operation asked) {
        String name = type.getSimpleName() + "." + method.getName();
        String database = type.getAnnotation(DatabaseOperations.class).database();
        if (!DATABASES.contains(database)) {
            return Optional.of(name + ": operations run on " + String.join(" or ", DATABASES)
                    + ", and its class says " + database);
        }
        Optional<String> server = serverFlaw();
        if (server.isPresent()) {
            return server;
        }
        Optional<String> reset = resetFlaw();
        if (reset.isPresent()) {
            return reset;
        }
        if (!(type.getName() + "." + method.getName()).matches(NAME)) {
            return Optional
                    .of(name + ": operations and their classes have names of the letters a to z, digits, _ and $");
        }
        if (declared(method.getDeclaringClass()).filter(other -> other.getName().equals(method.getName()))
                .count() > 1) {
            return Optional.of(name + " is the name of several methods: give the operation one of its own");
        }
        if (nothing(method)) {
            return Optional
                    .of(name + " returns nothing: an operation returns what it read, or how many rows it wrote, so"
                            + " that old and new code are known to do the same");
        }
        if (method.getParameterCount() > 0
                && !Arrays.equals(method.getParameterTypes(), new Class<?>[]{Draw.class})) {
            return Optional.of(name + " has other parameters than a Draw: draw them from one");
        }
        boolean asynchronous = asynchronous(method.getReturnType());
        List<String> unknown = Arrays.stream(asked.threads()).filter(threading -> !THREADS.contains(threading))
                .toList();
        if (!unknown.isEmpty() || asynchronous && asked.threads().length > 0) {
            return Optional.of(name + ": threads = " + Arrays.toString(asked.threads()) + (asynchronous
                    ? ", but it returns a " + method.getReturnType().getSimpleName()
                            + ", which completes on threads of its own: leave them out"
                    : ", expected " + String.join(" or ", THREADS)));
        }
        if (asked.inFlight() < 1 || asked.inFlight() > 1000) {
            return Optional.of(name + ": inFlight = " + asked.inFlight() + ", expected 1 to 1000");
        }
        return Optional.empty();
    }

    private Optional<String> serverFlaw() {
        try {
            return ServerMethod.of(type).flatMap(ServerMethod::flaw);
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private Optional<String> resetFlaw() {
        return Arrays.stream(type.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(Reset.class))
                .filter(method -> Modifier.isStatic(method.getModifiers()) || method.getParameterCount() > 0
                        || method.getReturnType() != void.class)
                .findFirst()
                .map(method -> type.getSimpleName() + "." + method.getName() + " resets the data and must be"
                        + " void, without parameters, and not static");
    }

    /** Whether it returns nothing, now or later. */
    private static boolean nothing(Method method) {
        Class<?> returned = method.getReturnType();
        return returned == void.class || returned == Void.class
                || asynchronous(returned) && method.getGenericReturnType() instanceof ParameterizedType of
                        && Arrays.equals(of.getActualTypeArguments(), new Type[]{Void.class});
    }

    /** Reactive Streams are known by their name: not every project has them. */
    private static boolean asynchronous(Class<?> returned) {
        return CompletionStage.class.isAssignableFrom(returned) || Flow.Publisher.class.isAssignableFrom(returned)
                || publishes(returned);
    }

    private static boolean publishes(Class<?> type) {
        return type != null && (type.getName().equals("org.reactivestreams.Publisher")
                || publishes(type.getSuperclass()) || Arrays.stream(type.getInterfaces())
                        .anyMatch(OperationsClass::publishes));
    }
}
