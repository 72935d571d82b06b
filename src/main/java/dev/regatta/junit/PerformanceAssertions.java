package dev.regatta.junit;

/** Entry point of the assertions, to be imported statically. */
public final class PerformanceAssertions {

    private PerformanceAssertions() {
    }

    /** Assertions on a cell's result. */
    public static CellResultAssert assertThat(CellResult result) {
        return new CellResultAssert(result);
    }
}
