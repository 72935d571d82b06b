package dev.regatta.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import org.junit.jupiter.api.Test;

/** What the suites leave out is left out on purpose. */
class SuitesTest {

    /** Else nobody notices that their baselines are missing, and they are not soaked. */
    @Test
    void theStacksOfTheDefaultSuiteAreThoseThatAreCalledJudged() {
        assertThat(Stacks.all().stream().filter(Stack::judged).map(Stack::id)).containsExactlyInAnyOrderElementsOf(
                Suites.byDefault().stream().map(cell -> cell.client().stack()).distinct().toList());
    }
}
