package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.cli.Bisection.Attempt;
import dev.regatta.cli.Bisection.Outcome;
import dev.regatta.cli.Bisection.Trial;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

class BisectionTest {

    private final List<String> asked = new ArrayList<>();

    @Test
    void everyPlaceOfTheChangeIsFoundInFewSteps() {
        for (int count = 2; count <= 33; count++) {
            for (int first = 1; first < count; first++) {
                asked.clear();
                assertThat(search(count, first, Set.of())).as("%d of %d", first, count)
                        .isEqualTo(new Outcome.Found(attempt(first - 1, Trial.GOOD), attempt(first, Trial.BAD)));
                assertThat(asked).doesNotHaveDuplicates()
                        .hasSizeLessThanOrEqualTo(2 + (int) Math.ceil(Math.log(count) / Math.log(2)));
            }
        }
    }

    @Test
    void theEndsAreAskedFirst() {
        search(9, 5, Set.of());
        assertThat(asked).startsWith("v8", "v0", "v4");
    }

    @Test
    void anEndThatIsNotWhatItWasSaidToBeEndsTheSearch() {
        assertThat(search(5, 9, Set.of())).isEqualTo(new Outcome.WrongEnd(attempt(4, Trial.GOOD), Trial.BAD));
        assertThat(asked).containsExactly("v4");
        assertThat(search(5, 0, Set.of())).isEqualTo(new Outcome.WrongEnd(attempt(0, Trial.BAD), Trial.GOOD));
        assertThat(search(5, 2, Set.of(4))).isEqualTo(new Outcome.WrongEnd(attempt(4, Trial.UNKNOWN), Trial.BAD));
    }

    @Test
    void theUnknownIsPassedOverForItsNeighbours() {
        assertThat(search(9, 7, Set.of(4)))
                .isEqualTo(new Outcome.Found(attempt(6, Trial.GOOD), attempt(7, Trial.BAD)));
        assertThat(asked).startsWith("v8", "v0", "v4", "v3");
    }

    @Test
    void whatCannotBeToldApartStaysSuspect() {
        assertThat(search(9, 5, Set.of(4, 5))).isEqualTo(new Outcome.Narrowed(attempt(3, Trial.GOOD),
                attempt(6, Trial.BAD), List.of("v4", "v5", "v6")));
        assertThat(search(4, 2, Set.of(1, 2))).isEqualTo(new Outcome.Narrowed(attempt(0, Trial.GOOD),
                attempt(3, Trial.BAD), List.of("v1", "v2", "v3")));
    }

    @Test
    void everyChangeAmongUnknownsLiesWithinTheSuspects() {
        int count = 8;
        for (int mask = 0; mask < 1 << count - 2; mask++) {
            int bits = mask;
            var unknown = Set.copyOf(
                    IntStream.range(1, count - 1).filter(index -> (bits >> index - 1 & 1) == 1).boxed().toList());
            for (int first = 1; first < count; first++) {
                asked.clear();
                String wanted = "v" + first;
                switch (search(count, first, unknown)) {
                    case Outcome.Found(Attempt good, Attempt bad) -> assertThat(bad.version()).isEqualTo(wanted);
                    case Outcome.Narrowed(Attempt good, Attempt bad, List<String> suspects) -> assertThat(suspects)
                            .contains(wanted);
                    case Outcome.WrongEnd end -> throw new AssertionError(end);
                }
                assertThat(asked).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void oneVersionIsNoLine() {
        assertThatThrownBy(() -> search(1, 0, Set.of())).hasMessage("a search needs two ends, got [v0]");
    }

    private Outcome search(int count, int firstBad, Set<Integer> unknown) {
        var versions = IntStream.range(0, count).mapToObj(index -> "v" + index).toList();
        return Bisection.search(versions, version -> {
            int index = Integer.parseInt(version.substring(1));
            return attempt(index,
                    unknown.contains(index) ? Trial.UNKNOWN : index < firstBad ? Trial.GOOD : Trial.BAD);
        }, attempt -> asked.add(attempt.version()));
    }

    private static Attempt attempt(int index, Trial answer) {
        return new Attempt("v" + index, answer, "");
    }
}
