package dev.regatta.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OwnCodeTest {

    @Test
    void itsIdIsThatOfAWorkload() {
        assertThat(Workloads.of("openOrders()")).isEqualTo(OwnCode.of("openOrders"));
        assertThat(OwnCode.of("openOrders").method()).isEqualTo("openOrders");
        assertThat(Workloads.all()).noneMatch(workload -> OwnCode.is(workload.id()));
        assertThatThrownBy(() -> Workloads.of("openOrders")).hasMessageContaining("unknown workload");
        assertThatThrownBy(() -> new OwnCode("open orders()")).hasMessageContaining("not the name of a method");
    }

    @Test
    void nobodyKnowsWhatItReturns() {
        assertThat(OwnCode.of("openOrders").foretold()).isFalse();
        assertThatThrownBy(() -> OwnCode.of("openOrders").expected(new int[]{1}))
                .isInstanceOf(IllegalStateException.class);
        assertThat(Workloads.all()).allMatch(Workload::foretold);
    }
}
