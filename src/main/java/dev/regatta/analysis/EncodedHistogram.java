package dev.regatta.analysis;

import org.HdrHistogram.Histogram;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The content of a compressed HdrHistogram. A {@link Histogram} would have to allocate and walk through thousands of
 * empty buckets, while a slice fills a few hundred and a verdict asks most slices for one percentile only. The answers
 * are the same as those of the {@link Histogram}. This class reads version 2 of the encoding, which workers write: a
 * header of eight bytes, then deflated data with another header of 40 bytes and the counts. Each count is a ZigZag
 * LEB128 number; a negative number stands for that many empty buckets.
 * <p>
 * Packed results name the buckets instead: {@code >4980*12 5130 5133*2} means twelve operations in bucket 4980, one in
 * 5130 and two in 5133 of a histogram of three digits from 1 ns on.
 */
public final class EncodedHistogram {

    /** How a text begins that names buckets; Base64 never does. */
    public static final String NAMED = ">";

    /** Every bucket of three digits has a lower number. */
    public static final int NO_BUCKET = 1 << 16;

    private static final int COMPRESSED = 0x1c849314;
    private static final int PLAIN = 0x1c849313;
    private static final int OUTER_BYTES = 2 * Integer.BYTES;
    private static final int HEADER_BYTES = 40;
    /** Deflate makes nothing smaller than by this factor. */
    private static final int DENSEST = 1032;
    private static final int MOST_DIGITS = 5;
    private static final int DIGITS = 3;
    /** With three digits the width of buckets doubles every 2^10 of them. */
    private static final int HALF_BITS = 10;
    /** Nanoseconds, half of all that a number can hold: no latency is longer. */
    private static final long LONGEST = 1L << 60;

    private final long finest;
    private final int digits;
    private final int[] buckets;
    private final long[] values;
    private final long[] counts;
    private final long total;

    private EncodedHistogram(ByteBuffer header, ByteBuffer content) {
        header.position(OUTER_BYTES);
        require(header.getInt() == 0, "shifted counts");
        digits = header.getInt();
        finest = header.getLong();
        long highest = header.getLong();
        require(digits >= 0 && digits <= MOST_DIGITS && finest >= 1, "a damaged header");
        var widths = new Buckets(finest, digits, highest);
        // A count takes at least one byte.
        int[] places = new int[content.capacity()];
        long[] found = new long[content.capacity()];
        long[] often = new long[content.capacity()];
        int size = 0;
        long index = 0;
        long sum = 0;
        while (content.hasRemaining()) {
            long count = number(content);
            if (count > 0) {
                found[size] = widths.highest(index);
                places[size] = Math.toIntExact(index);
                often[size++] = count;
                sum = Math.addExact(sum, count);
            }
            index += count < 0 ? Math.negateExact(count) : 1;
            require(index >= 0, "too many buckets");
        }
        buckets = Arrays.copyOf(places, size);
        values = Arrays.copyOf(found, size);
        counts = Arrays.copyOf(often, size);
        total = sum;
    }

    private EncodedHistogram(String[] words) {
        finest = 1;
        digits = DIGITS;
        var widths = new Buckets(finest, digits, LONGEST);
        buckets = new int[words.length];
        values = new long[words.length];
        counts = new long[words.length];
        long sum = 0;
        for (int i = 0; i < words.length; i++) {
            int times = words[i].indexOf('*');
            buckets[i] = Integer.parseInt(words[i], 0, times < 0 ? words[i].length() : times, 10);
            counts[i] = times < 0 ? 1 : Long.parseLong(words[i], times + 1, words[i].length(), 10);
            require(buckets[i] >= (i == 0 ? 0 : buckets[i - 1]) && counts[i] > 0, "a damaged count");
            values[i] = widths.highest(buckets[i]);
            sum = Math.addExact(sum, counts[i]);
        }
        total = sum;
    }

    /**
     * The histogram of a slice.
     *
     * @throws UnreadableLatencies if the text is not a histogram
     */
    public static EncodedHistogram of(String latencies) {
        try {
            if (latencies.startsWith(NAMED)) {
                String words = latencies.substring(NAMED.length());
                return new EncodedHistogram(words.isEmpty() ? new String[0] : words.split(" "));
            }
            byte[] encoded = Base64.getDecoder().decode(latencies);
            var outer = ByteBuffer.wrap(encoded);
            require(outer.getInt() == COMPRESSED, "another version");
            require(outer.getInt() == outer.remaining(), "another length");
            return inflated(outer);
        } catch (DataFormatException | RuntimeException e) {
            throw new UnreadableLatencies("the latencies of a slice are not a compressed HdrHistogram", e);
        }
    }

    private static EncodedHistogram inflated(ByteBuffer deflated) throws DataFormatException {
        var inflater = new Inflater();
        try {
            inflater.setInput(deflated.duplicate());
            var header = next(inflater, HEADER_BYTES);
            require(header.getInt() == PLAIN, "another version");
            int bytes = header.getInt();
            require(bytes >= 0 && bytes <= (long) DENSEST * deflated.remaining(), "a damaged header");
            var content = next(inflater, bytes);
            // The end holds a checksum.
            require(inflater.inflate(new byte[1]) == 0 && inflater.finished(), "another length");
            return new EncodedHistogram(header, content);
        } finally {
            inflater.end();
        }
    }

    private static ByteBuffer next(Inflater inflater, int bytes) throws DataFormatException {
        byte[] next = new byte[bytes];
        require(inflater.inflate(next) == bytes, "too short");
        return ByteBuffer.wrap(next);
    }

    /** Whether its buckets are those of three digits from 1 ns on, which a text can name. */
    public boolean nameable() {
        return finest == 1 && digits == DIGITS;
    }

    /** How many buckets hold a value. */
    public int size() {
        return buckets.length;
    }

    /**
     * The number of the bucket, of those that a text can name, into which a value falls.
     *
     * @param value in nanoseconds, at least 0
     */
    public static int bucketOf(long value) {
        int doublings = Math.max(0, Buckets.bits(value) - HALF_BITS - 1);
        return (doublings << HALF_BITS) + (int) (value >> doublings);
    }

    /** The number of the {@code i}-th bucket that holds a value, ascending. */
    public int bucket(int i) {
        return buckets[i];
    }

    /** The largest value of the {@code i}-th of these buckets. */
    public long value(int i) {
        return values[i];
    }

    /** How many values the {@code i}-th of these buckets holds, above 0. */
    public long count(int i) {
        return counts[i];
    }

    /** How many values were recorded. */
    public long count() {
        return total;
    }

    /** The value below or at which {@code percentile} percent of the recorded ones lie; 0 where there is none. */
    public long valueAt(double percentile) {
        long wanted = Math.max(1, (long) Math.ceil(Math.nextDown(percentile) * total / 100));
        for (int i = 0; i < values.length; i++) {
            wanted -= counts[i];
            if (wanted <= 0) {
                return values[i];
            }
        }
        return 0;
    }

    /** An empty histogram with the resolution of this one; it grows as needed. */
    Histogram empty() {
        var histogram = new Histogram(finest, Math.max(2 * finest, valueAt(100)), digits);
        histogram.setAutoResize(true);
        return histogram;
    }

    /** Records its values in another one. */
    void addTo(Histogram histogram) {
        for (int i = 0; i < values.length; i++) {
            histogram.recordValueWithCount(values[i], counts[i]);
        }
    }

    private static long number(ByteBuffer from) {
        long bits = 0;
        int shift = 0;
        for (byte next; shift < Long.SIZE; shift += 7) {
            next = from.get();
            // The ninth byte has no mark of an end.
            if (shift == 56 || next >= 0) {
                bits |= (long) (next & 0xFF) << shift;
                break;
            }
            bits |= (long) (next & 0x7F) << shift;
        }
        return bits >>> 1 ^ -(bits & 1);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    /**
     * Which values fall into which bucket. The first buckets have one width, and there are as many as the digits need.
     * After them the width doubles again and again, and each width has half as many buckets.
     */
    private static final class Buckets {

        private final int unit;
        private final int half;
        private final int bits;

        /** @param highest what the histogram must hold: its buckets go on up to the next power of two */
        Buckets(long finest, int digits, long highest) {
            unit = bits(finest) - 1;
            half = bits(2 * (long) Math.pow(10, digits) - 1) - 1;
            bits = Math.max(bits(highest), unit + half + 1);
            require(bits < Long.SIZE, "a damaged header");
        }

        /** The largest value of a bucket. */
        long highest(long index) {
            long doublings = Math.max(0, (index >> half) - 1);
            require(unit + half + 1 + doublings <= bits, "too many buckets");
            long within = index - (doublings << half);
            return (within + 1 << unit + (int) doublings) - 1;
        }

        private static int bits(long number) {
            return Long.SIZE - Long.numberOfLeadingZeros(number);
        }
    }
}
