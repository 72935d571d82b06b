package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused of a race of services before anything is built. */
class CompareServicesTest extends CommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--service spring-mvc --baseline 4.1.0 | unknown service 'spring-mvc', expected one of"
                    + " spring-mvc+jdbc/platform, ",
            "--service spring-mvc+jdbc | both arms are today's, there is nothing to compare: name the version of one"
                    + " with --baseline or --candidate, or two services",
            "--baseline-service spring-mvc+jdbc | --baseline-service also needs --candidate-service: two services race",
            "--candidate-service spring-mvc+jdbc | --candidate-service also needs --baseline-service",
            "--service spring-mvc+jdbc --baseline-service spring-mvc+jdbc | --service names the one service of both arms",
            "--service spring-mvc+jdbc --baseline 4.1.0 --client pgjdbc+hikari/virtual --jfr | --client, --jfr do"
                    + " nothing in a race of services: leave them out",
            "--service spring-mvc+jdbc --baseline 4.1.0 --jdk 21 | --jdk does nothing in a race of services: leave it",
            "--service spring-mvc+jdbc --baseline 4.1.0 -Dregatta.tls=true | -Dregatta.tls is what drivers are told, and"
                    + " a service connects as its framework does: leave it out",
            "--service spring-mvc+jdbc --baseline 4.1.0 -Dregatta.jfr=true | -Dregatta.jfr does nothing in a race of"
                    + " services: leave it out",
            "--service spring-mvc+jdbc --baseline 4.1.0 -Dregatta.baselines=x | -Dregatta.baselines does nothing in a"
                    + " race of services: leave it out",
            "--service spring-webflux+r2dbc-without-pool --baseline 4.1.0 --pool 5 | --pool 5:"
                    + " spring-webflux+r2dbc-without-pool/event-loop has no pool of a chosen size"})
    void whatContradictsItselfIsRefused(String arguments, String sentence) {
        assertThat(run("compare --workload persons " + arguments)).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains(sentence);
        assertThat(races).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"select-1", "persons()"})
    void aServiceAnswersItsOwnRequestsOnly(String workload) {
        assertThat(run("compare --service spring-mvc+jdbc --baseline 4.1.0 --workload " + workload))
                .isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("--workload: unknown request '" + workload
                + "', a service answers persons, world, worlds");
    }
}
