package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Fingerprint;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;

class FactsTest {

    private static final Facts BEGUN = SimulatedExploration.interrupted().facts();

    private static Facts facts(String commit, Fingerprint environment, Optional<String> inputs) {
        return new Facts(BEGUN.schema(), BEGUN.tool(), commit, "2026-12-01T00:00:00Z", BEGUN.plan(), BEGUN.ask(),
                BEGUN.recipes(), environment, inputs, false);
    }

    @Test
    void whatIsMeasuredWithTheSameGoesOn() {
        Facts begun = facts("abc", BEGUN.environment(), Optional.of("1"));
        assertThat(begun.mixes(facts("abc", BEGUN.environment(), Optional.of("1")))).isEmpty();
        // Files that were written before inputs were kept.
        assertThat(facts("abc", BEGUN.environment(), Optional.empty())
                .mixes(facts("abc", BEGUN.environment(), Optional.of("1")))).isEmpty();
    }

    @Test
    void pointsOfTwoCommitsInputsOrMachinesAreNotMixed() {
        Facts begun = facts("abc", BEGUN.environment(), Optional.of("1"));
        assertThat(begun.mixes(facts("def", BEGUN.environment(), Optional.of("1"))))
                .contains("by commit abc, and this is def");
        assertThat(begun.mixes(facts("abc", BEGUN.environment(), Optional.of("2"))))
                .contains("with other classes, jars or options than those that are here now");
        assertThat(begun.mixes(facts("abc", BEGUN.environment().with(Map.of("jdk", "21")), Optional.of("1"))))
                .contains("in another environment (jdk 25 -> 21)");
    }

    @Test
    void theInputsAreKept() {
        assertThat(facts("abc", BEGUN.environment(), Optional.of("1")).completed(BEGUN.plan()).inputs()).contains("1");
    }
}
