package dev.regatta.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.workload.Digest;
import dev.regatta.workload.World;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

@Execution(ExecutionMode.CONCURRENT)
class BodyDigestTest {

    private static final int[] NO_KEYS = {};

    static long digest(String body) {
        byte[] bytes = ("…" + body + "…").getBytes(StandardCharsets.UTF_8);
        int around = "…".getBytes(StandardCharsets.UTF_8).length;
        return BodyDigest.of(bytes, around, bytes.length - around);
    }

    static String world(int id) {
        return "{\"id\":" + id + ",\"randomNumber\":" + World.number(id) + "}";
    }

    static String persons() {
        var first = new String[]{"Ada", "Alan", "Barbara", "Donald", "Edsger", "Frances", "Grace", "John", "Leslie",
                "Margaret"};
        var last = new String[]{"Lovelace", "Turing", "Liskov", "Knuth", "Dijkstra", "Allen", "Hopper", "Backus",
                "Lamport", "Hamilton"};
        return IntStream.range(0, first.length)
                .mapToObj(row -> "{\"id\":" + (row + 1) + ",\"firstName\":\"" + first[row] + "\",\"lastName\":\""
                        + last[row] + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void isThatOfADriverWhichReadTheSameRows() {
        assertThat(digest(world(7))).isEqualTo(ServiceRequest.WORLD.expected(new int[]{7}));
        assertThat(digest("[" + world(7) + "," + world(9) + "]")).isNotEqualTo(digest(world(7)))
                .isNotEqualTo(digest("[" + world(9) + "," + world(7) + "]"));
        assertThat(digest(persons())).isEqualTo(ServiceRequest.PERSONS.expected(NO_KEYS));
        int[] ids = IntStream.rangeClosed(1, 20).map(i -> 37 * i).toArray();
        assertThat(digest(IntStream.of(ids).mapToObj(BodyDigestTest::world).collect(Collectors.joining(",", "[", "]"))))
                .isEqualTo(ServiceRequest.WORLDS.expected(ids));
    }

    @Test
    void doesNotCareForSpaceOrderOfFieldsAndWhatAFrameworkWrapsAroundRows() {
        String links = ",\"_links\":{\"self\":{\"href\":\"http://x/\\\"id\\\":8\"}}}";
        String hal = "{\n \"_embedded\" : { \"worlds\" : [ {\"randomNumber\" : " + World.number(7) + ",\n \"id\" : 7"
                + links + ", " + world(9).replace("}", links) + "] }, \"page\" : {\"size\":20, \"number\":0} }";
        assertThat(digest(hal)).isEqualTo(digest("[" + world(7) + "," + world(9) + "]"));
    }

    /** Texts are not made into strings, and have their hash codes all the same. */
    @Test
    void textsThatAreNotAsciiHaveTheDigestOfStrings() {
        assertThat(digest("{\"id\":1,\"firstName\":\"Zoë\",\"lastName\":\"\"}"))
                .isEqualTo(Digest.mix(Digest.mix(Digest.mix(Digest.EMPTY, 1), "Zoë"), ""));
        assertThat(digest("{\"id\":1,\"firstName\":null,\"lastName\":\"A\"}")).isEqualTo(Digest.EMPTY);
    }

    @Test
    void isAnotherOneForEveryThingThatIsWrong() {
        long right = digest(persons());
        assertThat(digest(persons().replace("Ada", "Eva"))).isNotEqualTo(right);
        assertThat(digest(persons().replace("Turing", "Touring"))).isNotEqualTo(right);
        assertThat(digest(persons().replace("\"id\":3", "\"id\":4"))).isNotEqualTo(right);
        assertThat(digest(persons().substring(0, 200))).isNotEqualTo(right);
        assertThat(digest(persons().replace("firstName", "first_name"))).isEqualTo(Digest.EMPTY);
        assertThat(digest(world(7).replace(":7", ":null"))).isEqualTo(Digest.EMPTY);
        assertThat(digest("{\"status\":500,\"error\":\"Internal Server Error\"}")).isEqualTo(Digest.EMPTY);
        assertThat(digest("")).isEqualTo(Digest.EMPTY);
        assertThat(digest("{\"id\":\"")).isEqualTo(Digest.EMPTY);
        assertThat(digest("\"\\")).isEqualTo(Digest.EMPTY);
    }
}
