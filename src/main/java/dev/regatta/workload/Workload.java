package dev.regatta.workload;

import java.util.List;

/** What is asked of the database in one operation, as data that every client can run and every result can be checked by. */
public sealed interface Workload permits Reading, BatchInsert {

    /** The name on the command line and in baselines, for example {@code point-select}. */
    String id();

    /** One sentence for reports: what an operation does and who defined it. */
    String summary();

    /** The SQL text of the (one) statement of this workload in {@code dialect}; placeholders are {@code ?}. */
    String sql(Dialect dialect);

    /** How many random ids, each in 1 to {@link World#ROWS}, one operation takes as its parameters. */
    int keys();

    /** The {@link Digest} a correct client returns for an operation with these parameters. */
    long expected(int[] keys);

    /** Statements that bring the dataset back to where it was, run between stages and never inside a slice. */
    List<String> reset(Dialect dialect);
}
