package dev.regatta.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Facts;
import dev.regatta.explore.LatencySummary;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Point;
import dev.regatta.explore.PointId;
import dev.regatta.explore.StartReading;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class FindingsPageTest {

    private static final String NO_ANSWER = ClaimAnswer.NOT_MEASURED.toString();

    /** Two sets in which every client carries half of what the one before it does. */
    private static Exploration explored(int inFlight, String workload, boolean services, String... names) {
        List<ClientId> clients = Stream.of(names).map(ClientId::of).toList();
        var conditions = new Conditions(inFlight, inFlight, 0);
        var plan = new Plan(clients, workload, Axis.CONCURRENCY, List.of((double) inFlight), Optional.empty(),
                conditions, Arrivals.POISSON, 2, OptionalDouble.empty(), 1, 1);
        var recipes = new TreeMap<ClientId, Recipe>();
        clients.forEach(client -> recipes.put(client, new Recipe(client.stack(),
                services
                        ? List.of(artifact("service:" + client.stack() + ":0a1b"), artifact("library:HikariCP:7.0.2"),
                                artifact("library:spring-boot:4.1.2"))
                        : List.of(artifact("org.postgresql:postgresql:42.7.14")),
                new TreeMap<>())));
        List<Point> points = clients.stream().flatMap(client -> IntStream.of(1, 2).mapToObj(set -> {
            long times = 1L << clients.indexOf(client);
            return new Point(new PointId(client, conditions, PointId.Kind.CLOSED, set, 0), 0, 8000.0 / times,
                    8000.0 / times, 0, 0, 0, new LatencySummary(1000, times, times, times, times, times, times), 1000,
                    OptionalDouble.of(1000), OptionalDouble.of(1), OptionalDouble.of(0.5), OptionalDouble.of(1000), 0,
                    0,
                    "", false);
        })).toList();
        List<StartReading> starts = services
                ? clients.stream().flatMap(client -> IntStream.rangeClosed(1, 10).mapToObj(
                        number -> new StartReading(client, number, 2_000_000_000L, 23_000_000L))).toList()
                : List.of();
        return new Exploration(new Facts(Facts.SCHEMA, "0", "abc", "2026", plan, Optional.empty(), recipes,
                new Fingerprint(new TreeMap<>()), Optional.empty(), true), points, List.of(), List.of(), starts);
    }

    private static Artifact artifact(String coordinates) {
        return new Artifact(coordinates, Inputs.sha256(List.of(coordinates)));
    }

    private static Exploration drivers() {
        return explored(16, "rows-10", false, Explored.POOLED, Explored.UNPOOLED);
    }

    private static Exploration services() {
        return explored(16, "persons()", true, Explored.WEBFLUX, Explored.WEBFLUX_UNPOOLED, Explored.MVC_JPA);
    }

    private static String page(Map<String, Exploration> stored) {
        return FindingsPage.of(Claims.all(), new Studies(stored));
    }

    private static String section(String page, int question) {
        int from = page.indexOf("\n## Question " + question + "\n");
        assertThat(from).as("question %d", question).isNotNegative();
        return page.substring(from, page.indexOf("\n## ", from + 1));
    }

    /** "Not measured yet" is no answer, and what speaks of another claim would lead nowhere. */
    @Test
    void aClaimOfWhichNothingIsStoredIsNotOnThePage() {
        assertThat(page(Map.of())).doesNotContain("## Question", NO_ANSWER);
        String page = page(Map.of(Explored.WITHOUT_POOL.id(), drivers()));
        assertThat(page).contains("## Question 7\n").doesNotContain("## Question 12\n", "hole stacks", "services-16");
    }

    @Test
    void whatWholeStacksAnswerStandsBesideWhatDriversDo() {
        String page = page(
                Map.of(Explored.WITHOUT_POOL.id(), drivers(), Explored.SERVICES_SIXTEEN.id(), services()));
        assertThat(section(page, 7)).contains("* Of whole stacks: **holds in part** ([question 12](#question-12))\n");
        assertThat(section(page, 12)).contains("* Answer: **holds in part**\n",
                "* Of drivers: **holds in part** ([question 7](#question-7))\n",
                "| throughput with a pool against none, 16 in flight | 2.00 [2.00, 2.00] | more than 1.05 | yes |",
                "| median latency without a pool against with one, 16 in flight | 2.00 [2.00, 2.00] | 5 to 20 | no |");
        assertThat(page.indexOf("## Question 12\n")).isBetween(page.indexOf("## Question 7\n"),
                page.indexOf("## Question 13\n"));
    }

    @Test
    void theRatiosOfAClaimAreDrawnBesideWhatIsClaimed() {
        Map<String, Exploration> stored = Map.of(Explored.WITHOUT_POOL.id(), drivers());
        assertThat(section(page(stored), 7)).contains(
                "\n![the ratios of question 7 with their intervals](images/findings/question-7.svg)\n");
        Claim claim = Claims.all().stream().filter(one -> one.number() == 7).findFirst().orElseThrow();
        String drawn = FindingsPage.ratios(claim, new Studies(stored)).orElseThrow();
        assertThat(drawn).contains(">throughput with a pool against none, 16 in flight</text>",
                ">2.00 [2.00, 2.00]: yes</text>", ">2.00 [2.00, 2.00]: no</text>", "class=\"c2\"", "class=\"c1\"");
        assertThat(FindingsPage.ratios(claim, new Studies(Map.of()))).isEmpty();
    }

    /** "Open" alone tells nobody what to do. */
    @Test
    void whatIsNotDecidedSaysWhatItWants() {
        assertThat(FindingsPage.missing(List.of(row(2, 1.9, 2.1, "")))).isEmpty();
        assertThat(FindingsPage.missing(List.of(row(2, 1.9, 2.1, ""), row(1.1, 0.9, 1.3, ""))))
                .isEqualTo("\nOpen rows need more sets.\n");
        assertThat(FindingsPage
                .missing(List.of(row(2, 1.9, 2.1, ClaimedRatio.DATABASE), row(1.1, 0.9, 1.3, ClaimedRatio.GENERATOR))))
                .contains("a machine with more CPUs", "that others use less").doesNotContain("sets");
    }

    private static ClaimedRatio row(double value, double low, double high, String hidden) {
        return new ClaimedRatio("this", true, Optional.of(new ConfidenceInterval(value, low, high, 3)), Claimed.MORE,
                "", hidden, 3, 0);
    }

    @Test
    void aServiceIsToldByItsFrameworkAndByWhatItTakes() {
        String page = page(
                Map.of(Explored.WITHOUT_POOL.id(), drivers(), Explored.SERVICES_SIXTEEN.id(), services()));
        assertThat(page).endsWith("\n* clients: org.postgresql:postgresql:42.7.14, spring-boot:4.1.2\n");
        assertThat(section(page, 12)).contains("\n| service | deployed | start |",
                "\n| `spring-webflux+r2dbc/event-loop` | 23 MB | 2.00 s ");
        assertThat(section(page, 7)).doesNotContain("| service |");
    }

    /** Each question of whole stacks is behind the one of drivers that it asks again. */
    @Test
    void questionsAreInOrder() {
        List<Claim> all = Claims.all();
        assertThat(all).extracting(Claim::number).containsExactly(1, 2, 3, 4, 5, 11, 6, 7, 12, 8, 13, 9, 14, 10);
        IntStream.range(1, all.size()).filter(i -> all.get(i).drivers().isPresent())
                .forEach(i -> assertThat(all.get(i).asksAgain(all.get(i - 1))).isTrue());
    }
}
