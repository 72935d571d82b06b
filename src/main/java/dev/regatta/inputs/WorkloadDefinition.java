package dev.regatta.inputs;

import dev.regatta.protocol.Description;
import dev.regatta.protocol.Inputs;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.World;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Digests of a workload and of the dataset. What is digested and how is a part of {@link Description#SCHEMA}: two
 * checkouts are compared by what each of them makes here.
 */
final class WorkloadDefinition {

    /** How many draws of parameters are checked for their expected results; a workload without a key has one result. */
    private static final int DRAWS = 16;

    private final Dialect dialect;
    private final List<String> texts = new ArrayList<>();

    private WorkloadDefinition(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The digests of a workload on this database. */
    static Description.Workload of(Workload workload, Dialect dialect) {
        List<String> results = results(workload);
        var definition = new WorkloadDefinition(dialect);
        definition.texts.addAll(results);
        definition.write(workload);
        definition.texts.addAll(List.of("keys " + workload.keys(), "ids " + workload.ids(),
                "ownIds " + workload.ownIds(), "waits " + workload.waits()));
        definition.write(workload.reset(dialect));
        return new Description.Workload(Inputs.sha256(definition.texts), Inputs.sha256(results));
    }

    /** SHA-256 of the statements that make the dataset on this database. */
    static String data(Dialect dialect) {
        var data = new WorkloadDefinition(dialect);
        data.write(World.statements(dialect));
        return Inputs.sha256(data.texts);
    }

    private static List<String> results(Workload workload) {
        List<String> results = new ArrayList<>();
        for (int draw = 0; draw < (workload.keys() == 0 ? 1 : DRAWS); draw++) {
            var random = new SplittableRandom(draw);
            results.add(Long.toString(
                    workload.expected(random.ints(workload.keys(), 1, workload.ids() + 1).toArray())));
        }
        return results;
    }

    /** Adds what a value holds. */
    private void write(Object value) {
        switch (value) {
            case Record record -> writeComponents(record);
            case Map<?, ?> byDialect -> texts.add(String.valueOf(byDialect.get(dialect)));
            case List<?> list -> {
                texts.add(list.size() + " elements");
                list.forEach(this::write);
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

    /**
     * All components, so that none is forgotten when a workload gets another one, but for the summary and for functions,
     * which compute expected values: their results stand for them.
     */
    private void writeComponents(Record record) {
        texts.add(record.getClass().getName());
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (!component.getName().equals("summary")
                    && !component.getType().getName().startsWith("java.util.function.")) {
                texts.add(component.getName());
                write(value(record, component.getAccessor()));
            }
        }
    }

    private static Object value(Record record, Method accessor) {
        try {
            // Some records of the package workload are not public.
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessor + " of a workload cannot be read", e);
        }
    }
}
