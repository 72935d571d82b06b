package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {

    @ParameterizedTest
    @ValueSource(strings = {"mvn verify", "mvn -B -ntp verify -DskipITs \"-Dtoolchain.jdk.version=$RANGE\"",
            "sudo -E env \"PATH=$PATH\" mvn verify -Dit.test=SurroundingsIT",
            ".ci/containers mvn verify -Pfull \"-Dregatta.cells=$DATABASE/**\"",
            ".ci/ends \"0 2\" ./regatta doctor",
            "./regatta judge -Dregatta.manifest=baselines results.jsonl.gz > verdicts"})
    void isUnderstood(String command) {
        assertThatCode(() -> new ShellCommand(command).check()).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {"mvn verfiy | verfiy", "mvn verify -Pfast | -Pfast",
            "mvn verify -Dregatta.cell=x | regatta.cell", "mvn verify -Dregatta.strict=maybe | maybe",
            "mvn verify '-Dregatta.cells=oracle/**' | selects nothing",
            "mvn verify -Dpostgres.version=1 | postgres.version",
            "./regatta compare --clinet x | --clinet",
            "./regatta judge -Dregatta.nope=1 results.jsonl.gz | regatta.nope",
            ".ci/nothing | .ci/nothing", ".ci/ends 1 | exit codes", ".ci/ends 1 mvn verfiy | verfiy",
            ".ci/containers mvn verify -X | -X"})
    void whatDoesNotExistIsNamed(String command, String culprit) {
        assertThatThrownBy(() -> new ShellCommand(command).check()).hasMessageContaining(culprit);
    }
}
