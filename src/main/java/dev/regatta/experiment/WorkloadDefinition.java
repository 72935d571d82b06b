package dev.regatta.experiment;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Inputs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Digests of a workload, its data and its results. They are read from the classes of any checkout by the same rules, so
 * that two checkouts can be compared.
 *
 * @param definition SHA-256 of the workload: its record without the summary, for the cell's database, the statements
 *                   that reset it, and the results it expects
 * @param data       SHA-256 of the statements that make the dataset
 * @param results    SHA-256 of the results it expects: two definitions that differ in them cannot race
 */
record WorkloadDefinition(String definition, String data, String results) {

    private static final String PACKAGE = "dev.regatta.workload.";
    /** How many draws of parameters are checked for their expected results; a workload without a key has one result. */
    private static final int DRAWS = 16;

    /**
     * The definition of the cell's workload as {@code classes} have it; empty if they have no such workload.
     *
     * @throws IllegalStateException if they define workloads in another way than this checkout
     */
    static Optional<WorkloadDefinition> of(ClassLoader classes, CellId cell) {
        try {
            Object dialect = classes.loadClass(PACKAGE + "Dialect").getMethod("of", String.class).invoke(null,
                    cell.database().id());
            var all = (List<?>) classes.loadClass(PACKAGE + "Workloads").getMethod("all").invoke(null);
            for (Object workload : all) {
                if (cell.workload().equals(call(workload, "id"))) {
                    return Optional.of(of(classes, workload, dialect));
                }
            }
            return Optional.empty();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException("the workload " + cell.workload() + " cannot be read from these classes ("
                    + (e instanceof InvocationTargetException ? e.getCause() : e)
                    + "): its checkout is of another generation of Regatta, merge the one into the other", e);
        }
    }

    private static WorkloadDefinition of(ClassLoader classes, Object workload, Object dialect)
            throws ReflectiveOperationException {
        List<String> results = results(workload);
        List<String> texts = new ArrayList<>(results);
        write(workload, dialect, texts);
        for (String name : List.of("keys", "ids", "ownIds", "waits")) {
            texts.add(name + " " + call(workload, name));
        }
        Method reset = workload.getClass().getMethod("reset", dialect.getClass());
        reset.setAccessible(true);
        write(reset.invoke(workload, dialect), dialect, texts);
        List<String> data = new ArrayList<>();
        write(classes.loadClass(PACKAGE + "World").getMethod("statements", dialect.getClass()).invoke(null, dialect),
                dialect, data);
        return new WorkloadDefinition(Inputs.sha256(texts), Inputs.sha256(data), Inputs.sha256(results));
    }

    private static List<String> results(Object workload) throws ReflectiveOperationException {
        int keys = (Integer) call(workload, "keys");
        int ids = (Integer) call(workload, "ids");
        Method expected = workload.getClass().getMethod("expected", int[].class);
        expected.setAccessible(true);
        List<String> results = new ArrayList<>();
        for (int draw = 0; draw < (keys == 0 ? 1 : DRAWS); draw++) {
            var random = new SplittableRandom(draw);
            results.add(String.valueOf(expected.invoke(workload, (Object) random.ints(keys, 1, ids + 1).toArray())));
        }
        return results;
    }

    /**
     * Adds what a value holds to {@code texts}. Functions, which compute expected values, are left out: their results
     * stand for them.
     */
    private static void write(Object value, Object dialect, List<String> texts) throws ReflectiveOperationException {
        switch (value) {
            case Record record -> {
                texts.add(record.getClass().getName());
                for (RecordComponent component : record.getClass().getRecordComponents()) {
                    if (!component.getName().equals("summary")
                            && !component.getType().getName().startsWith("java.util.function.")) {
                        texts.add(component.getName());
                        write(call(record, component.getName()), dialect, texts);
                    }
                }
            }
            case Map<?, ?> byDialect -> texts.add(String.valueOf(byDialect.get(dialect)));
            case List<?> list -> {
                texts.add(list.size() + " elements");
                for (Object element : list) {
                    write(element, dialect, texts);
                }
            }
            case byte[] bytes -> texts.add(Base64.getEncoder().encodeToString(bytes));
            case String text -> texts.add(text);
            case Number number -> texts.add(number.toString());
            case Boolean truth -> texts.add(truth.toString());
            case Enum<?> constant -> texts.add(constant.name());
            default -> throw new IllegalStateException("a " + value.getClass().getName()
                    + " in a workload cannot be compared with that of another checkout: make it a record, list or number");
        }
    }

    private static Object call(Object target, String name) throws ReflectiveOperationException {
        Method method = target.getClass().getMethod(name);
        method.setAccessible(true);
        return method.invoke(target);
    }
}
