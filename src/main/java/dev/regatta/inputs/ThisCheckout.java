package dev.regatta.inputs;

import dev.regatta.database.DefaultServer;
import dev.regatta.fork.Forks;
import dev.regatta.protocol.Describer;
import dev.regatta.protocol.Description;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.util.SortedMap;
import java.util.TreeMap;

/** Describes the checkout that this class is of. */
public final class ThisCheckout implements Describer {

    /** For {@link java.util.ServiceLoader}. */
    public ThisCheckout() {
        // Nothing is read before it is asked for.
    }

    @Override
    public Description describe() {
        SortedMap<String, String> clients = new TreeMap<>();
        Stacks.all().forEach(stack -> clients.put(stack.id(), words(stack)));
        SortedMap<Dialect, Description.Database> databases = new TreeMap<>();
        for (Dialect dialect : Dialect.values()) {
            databases.put(dialect, new Description.Database(workloads(dialect), WorkloadDefinition.data(dialect),
                    DefaultServer.of(dialect)));
        }
        return new Description(clients, Forks.JVM_OPTIONS, databases);
    }

    /**
     * All that a worker makes the client of, besides its jars and options. The catalog is described entry by entry, so
     * that an edit of one client changes the cells of this client only.
     */
    private static String words(Stack stack) {
        return "api " + stack.api().name() + ", pool " + stack.pool().name();
    }

    private static SortedMap<String, Description.Workload> workloads(Dialect dialect) {
        SortedMap<String, Description.Workload> workloads = new TreeMap<>();
        for (Workload workload : Workloads.all()) {
            if (workload.missingOn(dialect).isEmpty()) {
                workloads.put(workload.id(), WorkloadDefinition.of(workload, dialect));
            }
        }
        return workloads;
    }
}
