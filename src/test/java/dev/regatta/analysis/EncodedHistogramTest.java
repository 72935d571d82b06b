package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Slice;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;

@Execution(ExecutionMode.CONCURRENT)
class EncodedHistogramTest {

    private static final double[] PERCENTILES = {1e-9, 1, 25, 50, 90, 95, 99, 99.9, 99.999, 100};

    @ParameterizedTest
    @CsvSource({"1, 3", "64, 3", "1, 0", "1, 1", "3, 2", "1000, 4", "1, 5"})
    void itSaysWhatTheHistogramSays(long finest, int digits) {
        var random = new Random(finest + digits);
        for (int i = 0; i < 50; i++) {
            var histogram = random(random, finest, digits);
            var read = EncodedHistogram.of(encoded(histogram));
            assertThat(read.count()).isEqualTo(histogram.getTotalCount());
            for (double percentile : PERCENTILES) {
                assertThat(read.valueAt(percentile)).as("p" + percentile)
                        .isEqualTo(histogram.getValueAtPercentile(percentile));
            }
        }
    }

    @Test
    void manyMakeTheHistogramThatTheirSumIs() {
        var random = new Random(1);
        var sum = new Histogram(3);
        var parts = random.ints(8).mapToObj(i -> random(random, 1, 3)).toList();
        parts.forEach(sum::add);
        assertThat(Latencies.merged(parts.stream().map(EncodedHistogramTest::slice).toList())).isEqualTo(sum);
        assertThat(Latencies.percentileNanos(parts.stream().map(EncodedHistogramTest::slice).toList(), 99))
                .isEqualTo(sum.getValueAtPercentile(99));
    }

    @Test
    void theLargestCountsAndValuesAreRead() {
        var histogram = new Histogram(1, Long.MAX_VALUE, 3);
        histogram.recordValueWithCount(0, 3);
        histogram.recordValueWithCount(7, Long.MAX_VALUE / 2);
        histogram.recordValueWithCount(Long.MAX_VALUE, 1L << 55);
        var read = EncodedHistogram.of(encoded(histogram));
        assertThat(read.count()).isEqualTo(histogram.getTotalCount());
        assertThat(read.valueAt(100)).isEqualTo(Long.MAX_VALUE);
        assertThat(read.valueAt(50)).isEqualTo(7);
        assertThat(read.valueAt(1e-17)).isZero();
    }

    @Test
    void anEmptyOneHasNoValue() {
        var read = EncodedHistogram.of(encoded(new Histogram(3)));
        assertThat(read.count()).isZero();
        assertThat(read.valueAt(99)).isZero();
    }

    @Test
    void whatIsDamagedIsRefused() {
        byte[] bytes = Base64.getDecoder().decode(encoded(random(new Random(1), 1, 3)));
        for (int length = 0; length < bytes.length; length++) {
            refused(Arrays.copyOf(bytes, length));
        }
        for (int i = 0; i < bytes.length; i++) {
            byte[] other = bytes.clone();
            other[i] ^= 0x55;
            refused(other);
        }
        assertThatThrownBy(() -> EncodedHistogram.of("no base 64")).isInstanceOf(UnreadableLatencies.class);
    }

    @Test
    void valuesBeyondTheDeclaredRangeAreRefused() {
        // Of a histogram up to 2047, the bucket after the last; the header's third to last number is that range.
        var histogram = new Histogram(1, 4096, 3);
        histogram.recordValue(2048);
        var plain = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(plain);
        assertThat(EncodedHistogram.of(deflated(plain.array(), length)).valueAt(100)).isEqualTo(2049);
        plain.putLong(24, 2047);
        assertThatThrownBy(() -> EncodedHistogram.of(deflated(plain.array(), length)))
                .isInstanceOf(UnreadableLatencies.class).hasRootCauseMessage("too many buckets");
    }

    private static void refused(byte[] bytes) {
        assertThatThrownBy(() -> EncodedHistogram.of(Base64.getEncoder().encodeToString(bytes)))
                .isInstanceOf(UnreadableLatencies.class)
                .hasMessage("the latencies of a slice are not a compressed HdrHistogram");
    }

    private static Histogram random(Random random, long finest, int digits) {
        long highest = 4 * finest + (long) (1e9 * random.nextDouble());
        var histogram = new Histogram(finest, highest, digits);
        double spread = 1 + 3 * random.nextDouble();
        for (int i = random.nextInt(2000); i >= 0; i--) {
            double value = 300_000 * Math.exp(spread * random.nextGaussian());
            histogram.recordValueWithCount((long) Math.min(highest, value), 1 + random.nextInt(3));
        }
        return histogram;
    }

    private static Slice slice(Histogram histogram) {
        return new Slice(histogram.getTotalCount(), 20_000_000, (int) histogram.getTotalCount(), 1_000_000, 0, 0, "",
                0, encoded(histogram));
    }

    private static String encoded(Histogram histogram) {
        var plain = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(plain);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(plain.array(), length));
    }

    private static String deflated(byte[] plain, int length) {
        var deflater = new java.util.zip.Deflater();
        deflater.setInput(plain, 0, length);
        deflater.finish();
        byte[] content = new byte[length + 100];
        int size = deflater.deflate(content);
        deflater.end();
        return Base64.getEncoder().encodeToString(ByteBuffer.allocate(8 + size).putInt(0x1c849314).putInt(size)
                .put(content, 0, size).array());
    }
}
