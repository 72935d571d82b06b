package dev.regatta.cli;

import dev.regatta.report.WorkloadGrid;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;

/** {@code regatta workloads}: what can be asked of a database, and which client can be asked to. */
@Command(name = "workloads", header = "Lists the workloads and the clients that run them.", description = {
        "Lists what each workload does, and for each database which client stack runs it; where one does not, the reason"
                + " stands below.",
        ""})
final class WorkloadsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        int width = Workloads.all().stream().mapToInt(workload -> workload.id().length()).max().orElseThrow();
        for (Workload workload : Workloads.all()) {
            out.print(String.format(Locale.ROOT, "%-" + width + "s  %s%n", workload.id(), workload.summary()));
        }
        for (Dialect dialect : Dialect.values()) {
            out.print("\n" + WorkloadGrid.text(dialect, Stacks.on(dialect)));
        }
        return Exits.GOOD;
    }
}
