package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

class ForecastTest {

    private static final Plan PLAN = new Plan(
            List.of(ClientId.of("pgjdbc+hikari/virtual"), ClientId.of("vertx-pg-client+pool/event-loop")),
            "point-select", Axis.LOAD, List.of(2000.0), Optional.of(Sla.of("p99=20ms")), new Conditions(16, 256, 0),
            Arrivals.POISSON, 3, OptionalDouble.empty(), 1_000_000_000, 1);
    /** Two clients in three sets: starts of 20 s, and points of 1.2 s. */
    private static final Forecast.Work ALL = new Forecast.Work(0, 3 * 2 * 16, 3 * 2);

    @Test
    void theFirstLineSaysHowLongItTakesAndWhenItEnds() {
        assertThat(new Forecast(PLAN, ALL, ALL).words(Duration.ofHours(1)))
                .isEqualTo("96 points to measure in 3 sets of"
                        + " fresh JVMs, about 4 min, and up to 10 min where a client carries less than 500/s; it begins nothing after"
                        + " 60 min (--budget)");
    }

    @Test
    void pointsOfAHigherPercentileLastLonger() {
        var plan = new Plan(PLAN.clients(), PLAN.workload(), PLAN.axis(), PLAN.values(),
                Optional.of(Sla.of("p99.9=20ms")), PLAN.conditions(), PLAN.arrivals(), PLAN.sets(), PLAN.within(),
                PLAN.pointNanos(), PLAN.seed());
        assertThat(new Forecast(plan, ALL, ALL).words(Duration.ofHours(1)))
                .contains(" min where a client carries less than 5000/s;");
    }

    /** A set takes 79 s. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            30 | its budget of 30 s is too short for that: expect less than one set, with no load within a limit. --budget 4m or
            90 | its budget of 90 s is too short for that: expect one set, which gives estimates without intervals. --budget 4m or
            180 | its budget of 3 min is too short for that: expect 2 sets, which give wider intervals. --budget 4m or
            240 | it begins nothing after 4 min (--budget)
            """)
    void aBudgetThatIsTooShortIsToldBeforehand(int seconds, String words) {
        assertThat(new Forecast(PLAN, ALL, ALL).words(Duration.ofSeconds(seconds))).contains("; " + words);
    }

    /** Two services, of which one was started ten times: a minute that is no part of a set. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3600 | 10 starts and 96 points to measure in 3 sets of fresh JVMs, about 5 min
            50 | expect less than one set
            150 | expect one set
            300 | it begins nothing after 5 min
            """)
    void startsComeBeforeTheSets(int seconds, String words) {
        var all = new Forecast.Work(20, ALL.points(), ALL.openings());
        assertThat(new Forecast(PLAN, new Forecast.Work(10, ALL.points(), ALL.openings()), all)
                .words(Duration.ofSeconds(seconds))).contains(words);
    }

    @Test
    void whatIsMeasuredAlreadyIsNotMeasuredAgain() {
        assertThat(new Forecast(PLAN, new Forecast.Work(0, 32, 2), ALL).words(Duration.ofSeconds(60)))
                .startsWith("32 points to measure in 3 sets of fresh JVMs, about 1 min").contains("expect 2 sets");
    }
}
