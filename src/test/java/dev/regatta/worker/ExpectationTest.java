package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    @Test
    void aWorkloadOfTheCatalogSaysWhatIsExpected() {
        int[] keys = {17};
        Expectation drawn = Expectation.of(Workloads.POINT_SELECT);
        assertThat(drawn.holds(keys, Workloads.POINT_SELECT.expected(keys))).isTrue();
        assertThat(drawn.holds(keys, Workloads.POINT_SELECT.expected(keys) + 1)).isFalse();
        Expectation constant = Expectation.of(Workloads.SELECT_1);
        assertThat(constant.holds(new int[0], Workloads.SELECT_1.expected(new int[0]))).isTrue();
        assertThat(constant.holds(new int[0], 0)).isFalse();
    }

    @Test
    void aProjectsOwnCodeMustReturnForADrawWhatItReturnedBefore() {
        Expectation own = Expectation.of(OwnCode.of("openOrders"));
        assertThat(own.holds(new int[]{1}, 4711)).isTrue();
        assertThat(own.holds(new int[]{OwnCode.DRAWS}, 4712)).isTrue();
        assertThat(own.holds(new int[]{1}, 4711)).isTrue();
        assertThat(own.holds(new int[]{1}, 4712)).isFalse();
        assertThat(own.why()).contains("for the same draw").contains("leave out what changes");
    }

    @Test
    void aDigestOfZeroIsRememberedAsWell() {
        Expectation own = Expectation.of(OwnCode.of("openOrders"));
        assertThat(own.holds(new int[]{3}, 0)).isTrue();
        assertThat(own.holds(new int[]{3}, 0)).isTrue();
        assertThat(own.holds(new int[]{3}, 5)).isFalse();
    }
}
