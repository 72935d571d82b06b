package dev.regatta.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;

@Execution(ExecutionMode.CONCURRENT)
class RecordingTest {

    @Test
    void whatWasWrittenIsReadBack() throws IOException {
        var recording = Recordings.simulated(2, 2);
        byte[] bytes = bytes(recording);
        assertThat(Recording.read(new ByteArrayInputStream(bytes), "a recording")).isEqualTo(recording);
        assertThat(bytes(recording)).isEqualTo(bytes);
    }

    @Test
    void theOneThatComesWithRegattaHoldsBothDatabases() {
        assertThat(Hour.QUIET.recording().runs()).isNotEmpty()
                .allSatisfy(run -> assertThat(run.cells()).extracting(cell -> cell.cell().database())
                        .contains(Dialect.values()).hasSizeGreaterThan(20));
    }

    @Test
    void whatIsNoRecordingIsNamed() {
        var other = new ByteArrayOutputStream();
        assertThatThrownBy(() -> {
            try (var gzip = new java.util.zip.GZIPOutputStream(other)) {
                gzip.write("{\"runs\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
            Recording.read(new ByteArrayInputStream(other.toByteArray()), "mine.json.gz");
        }).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("mine.json.gz");
    }

    @Test
    void theTailsOfTheRecordedSlicesAreKept() {
        var random = new Random(1);
        var histogram = new Histogram(3);
        for (int i = 0; i < 3000; i++) {
            histogram.recordValue((long) (150_000 * Math.exp(0.5 * random.nextGaussian())));
        }
        var sketch = LatencySketch.of(encoded(histogram));
        var kept = decoded(sketch.encoded(1));
        var longer = decoded(sketch.encoded(1.1));
        assertThat(kept.getTotalCount()).isEqualTo(3000);
        for (double percentile : new double[]{95, 99}) {
            double before = histogram.getValueAtPercentile(percentile);
            assertThat(sketch.nanosAt(percentile)).isEqualTo(before);
            assertThat(kept.getValueAtPercentile(percentile) / before).isCloseTo(1, within(0.002));
            assertThat(longer.getValueAtPercentile(percentile) / before).isCloseTo(1.1, within(0.002));
        }
    }

    @Test
    void aRecordingIsSmall() throws IOException {
        assertThat(bytes(Recordings.simulated(1, 4)).length).isLessThan(4 * 64 * 3 * 250);
    }

    @Test
    void aCellThatRacedAgainstSomethingElseIsRefused() {
        refused(Books.results(Books.HERE, SimulatedCell.duel(1).after(256)), "did not race against itself");
        refused(Books.results(Books.HERE, SimulatedCell.book(1).after(256)), "did not race against itself");
    }

    @Test
    void aFailedOrInterruptedRunIsRefused() {
        var cell = SimulatedCell.againstItself(SimulatedCell.duel(1).after(256));
        refused(Books.results(Books.HERE, SimulatedCell.failed(cell, "out of memory")), "out of memory");
        var run = Books.results(Books.HERE, cell);
        refused(new MeasuredRun(new RunFacts(run.facts().schema(), run.facts().tool(), run.facts().started(),
                run.facts().commit(), run.facts().seed(), false, run.facts().manifest(),
                run.facts().environments(), run.facts().settings()), run.cells()), "interrupted");
    }

    @Test
    void tooFewForksOrPairsAreRefused() {
        refused(Books.results(Books.HERE, itself(16)), "forks of [16] pairs");
        refused(Books.results(Books.HERE, itself(144)), "forks of [128, 16] pairs");
        refused(Books.results(Books.HERE), "without any cell");
    }

    private static CellMeasurement itself(int pairs) {
        return SimulatedCell.againstItself(SimulatedCell.duel(1).after(pairs));
    }

    private static void refused(MeasuredRun run, String words) {
        assertThatThrownBy(() -> Recording.of(List.of(run))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("nothing was recorded: ").hasMessageContaining(words);
    }

    private static byte[] bytes(Recording recording) throws IOException {
        var bytes = new ByteArrayOutputStream();
        recording.write(bytes);
        return bytes.toByteArray();
    }

    private static String encoded(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static Histogram decoded(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (java.util.zip.DataFormatException e) {
            throw new AssertionError(e);
        }
    }
}
