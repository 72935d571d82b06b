package dev.regatta.worker;

import dev.regatta.workload.Workload;

import java.util.concurrent.atomic.AtomicLongArray;

/** What operations are expected to return; shared by all logical workers. */
sealed interface Expectation {

    /** Whether an operation with these parameters may return a result of this digest. */
    boolean holds(int[] keys, long digest);

    /** Why a result is wrong, to be read after it; empty where that is plain. */
    String why();

    /** That of a workload. */
    static Expectation of(Workload workload) {
        if (!workload.foretold()) {
            return new Remembered(new AtomicLongArray(workload.ids() + 1));
        }
        return workload.keys() == 0 ? new Constant(workload.expected(new int[0])) : new Foretold(workload);
    }

    /** The same for all parameters. */
    record Constant(long expected) implements Expectation {

        @Override
        public boolean holds(int[] keys, long digest) {
            return digest == expected;
        }

        @Override
        public String why() {
            return "";
        }
    }

    /** What the workload says. */
    record Foretold(Workload workload) implements Expectation {

        @Override
        public boolean holds(int[] keys, long digest) {
            return digest == workload.expected(keys);
        }

        @Override
        public String why() {
            return "";
        }
    }

    /**
     * What the first operation with this parameter returned.
     *
     * @param digests by the parameter; 0 where none ended yet
     */
    record Remembered(AtomicLongArray digests) implements Expectation {

        @Override
        public boolean holds(int[] keys, long digest) {
            long some = digest == 0 ? 1 : digest;
            long known = digests.get(keys[0]);
            if (known == 0) {
                known = digests.compareAndExchange(keys[0], 0, some);
            }
            return known == 0 || known == some;
        }

        @Override
        public String why() {
            return ", and another one for the same draw before: leave out what changes, such as times and generated ids,"
                    + " and sort rows that the database may send in any order";
        }
    }
}
