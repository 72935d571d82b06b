package dev.regatta.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

class OwnCodeDigestTest {

    private enum State {
        OPEN, PAID
    }

    private enum SameName {
        PAID, OPEN
    }

    private record Item(String name, BigDecimal price) {}

    private record Order(long id, State state, List<Item> items, Optional<LocalDate> paid) {}

    private static long digest(Object result) {
        return OwnCodeDigest.of(result, "openOrders()");
    }

    private static Order order(String price) {
        return new Order(7, State.OPEN, List.of(new Item("rope", new BigDecimal(price))), Optional.empty());
    }

    @Test
    void equalValuesHaveOneDigest() {
        assertThat(digest(order("1.50"))).isEqualTo(digest(order("1.50")));
        assertThat(digest(new ArrayList<>(List.of(1, 2)))).isEqualTo(digest(new LinkedList<>(List.of(1, 2))));
        assertThat(digest(1)).isEqualTo(digest(1L));
    }

    @Test
    void everyPartOfAValueCounts() {
        assertThat(IntStream.range(0, 1000).mapToLong(number -> digest(List.of(number, "a"))).distinct()).hasSize(1000);
        List<Object> different = Arrays.asList(null, 0, true, false, 'a', "a", 66, "", 1.5, 1.5f, State.OPEN,
                State.PAID,
                List.of(), List.of(1), List.of(1, 2), List.of(2, 1), Set.of(), Set.of(1), Map.of(), Map.of(1, 2),
                Map.of(2, 1), Optional.of(1), new int[]{1}, new int[]{1, 2}, new byte[]{1, 2, 3}, new String[]{"b"},
                order("1.50"), order("1.5"), LocalDate.EPOCH, Instant.EPOCH, Duration.ofSeconds(1), OptionalInt.of(3),
                new UUID(1, 2));
        assertThat(different.stream().map(OwnCodeDigestTest::digest)).doesNotHaveDuplicates();
    }

    @Test
    void setsAndMapsHaveNoOrder() {
        assertThat(digest(new LinkedHashSet<>(List.of("a", "b", "c"))))
                .isEqualTo(digest(new LinkedHashSet<>(List.of("c", "a", "b"))))
                .isEqualTo(digest(new HashSet<>(List.of("a", "b", "c"))));
        Map<String, Integer> one = new LinkedHashMap<>();
        one.put("a", 1);
        one.put("b", 2);
        Map<String, Integer> other = new LinkedHashMap<>();
        other.put("b", 2);
        other.put("a", 1);
        assertThat(digest(one)).isEqualTo(digest(other));
    }

    /** An identity hash would be another one in each JVM. */
    @Test
    void enumsCountByTheirNames() {
        assertThat(digest(State.OPEN)).isEqualTo(digest(SameName.OPEN)).isNotEqualTo(digest(SameName.PAID));
    }

    @Test
    void whatHasNoValueIsRefusedWithWhatToReturn() {
        assertThatThrownBy(() -> digest(List.of(new Object()))).hasMessage("openOrders() returned a java.lang.Object,"
                + " whose value cannot be compared: return numbers, texts, enums, dates and times, or records, lists,"
                + " sets, maps, arrays and optionals of them");
        assertThatThrownBy(() -> digest(new Date())).hasMessageContaining("java.util.Date");
        assertThatThrownBy(() -> digest(List.of(1).stream())).hasMessageContaining("cannot be compared");
    }

    @Test
    void whatHoldsItselfIsRefused() {
        List<Object> endless = new ArrayList<>();
        endless.add(endless);
        assertThatThrownBy(() -> digest(endless)).hasMessageContaining("nested more than 64 deep");
    }
}
