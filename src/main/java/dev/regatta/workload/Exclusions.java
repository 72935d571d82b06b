package dev.regatta.workload;

import java.util.List;
import java.util.Optional;

/** The workloads that a client cannot run, and why: the one place where they are named. */
public final class Exclusions {

    /**
     * Clients that do not run a workload.
     *
     * @param stacks   how the names of their stacks start; empty for every stack
     * @param dialect  the database where it does not run; empty for both
     * @param workload the workload's id
     * @param reason   why, to be read after "… does not run …: "
     */
    private record Exclusion(String stacks, Optional<Dialect> dialect, String workload, String reason) {

        boolean matches(String stack, String workload, Dialect dialect) {
            return stack.startsWith(stacks) && this.workload.equals(workload)
                    && this.dialect.stream().allMatch(dialect::equals);
        }
    }

    private static final List<Exclusion> TABLE = List.of(
            new Exclusion("", Optional.of(Dialect.MARIADB), "copy-in", "COPY is a statement of PostgreSQL"),
            new Exclusion("wire", Optional.empty(), "copy-in",
                    "the raw wire has no writes of its own, which are what is measured: old against new decides"),
            new Exclusion("r2dbc-", Optional.empty(), "copy-in",
                    "R2DBC has no COPY; what is measured is the CopyManager of pgjdbc"),
            new Exclusion("wire", Optional.empty(), "metadata", "DatabaseMetaData is a part of JDBC"),
            new Exclusion("r2dbc-", Optional.empty(), "metadata", "DatabaseMetaData is a part of JDBC"),
            new Exclusion("wire", Optional.empty(), "blob",
                    "the raw wire has no streams, which are what is measured: old against new decides"),
            new Exclusion("r2dbc-postgresql", Optional.empty(), "blob",
                    "its Blob is a value of type bytea, large objects are out of its reach"),
            new Exclusion("r2dbc-mariadb", Optional.empty(), "blob",
                    "R2DBC's Blob is an ordinary parameter, as in large-parameter; what is measured is that of JDBC"));

    private Exclusions() {
    }

    /**
     * Why the clients of {@code stack}, for example {@code pgjdbc+hikari}, or {@code wire}, do not run {@code workload} on
     * {@code dialect}; empty if they do.
     */
    public static Optional<String> of(String stack, Workload workload, Dialect dialect) {
        return TABLE.stream().filter(exclusion -> exclusion.matches(stack, workload.id(), dialect)).findFirst()
                .map(Exclusion::reason);
    }
}
