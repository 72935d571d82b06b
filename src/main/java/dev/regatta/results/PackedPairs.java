package dev.regatta.results;

import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Json;
import dev.regatta.protocol.Pair;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The pairs of a cell in a tenth of the room: {@link SliceColumns} as JSON, deflated (RFC 1950), Base64.
 *
 * @param count  how many pairs
 * @param slices their slices
 */
public record PackedPairs(int count, String slices) {

    /** Many times what 3072 pairs of three arms need. */
    private static final int MOST_BYTES = 1 << 26;

    /** The pairs of a measurement. */
    static PackedPairs of(CellMeasurement cell) {
        String json = Json.line(SliceColumns.of(cell.pairs(), LatencyColumn.of(cell)));
        var bytes = new ByteArrayOutputStream();
        var deflater = new Deflater();
        // Digits hardly repeat: without short matches a twentieth less remains.
        deflater.setStrategy(Deflater.FILTERED);
        try (OutputStream packed = new DeflaterOutputStream(bytes, deflater)) {
            packed.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        } finally {
            deflater.end();
        }
        return new PackedPairs(cell.pairs().size(), Base64.getEncoder().encodeToString(bytes.toByteArray()));
    }

    /**
     * The pairs.
     *
     * @param what whose they are, for the error
     * @throws IllegalArgumentException naming {@code what} if they cannot be read
     */
    List<Pair> unpacked(String what) {
        try {
            List<Pair> pairs = Json.read(json(), SliceColumns.class, "slices").pairs();
            if (pairs.size() != count) {
                throw new IllegalArgumentException(pairs.size() + " pairs, not " + count);
            }
            return pairs;
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("the slices of " + what + " cannot be read: " + e.getMessage(), e);
        }
    }

    private String json() throws IOException {
        try (InputStream plain = new InflaterInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(slices)))) {
            byte[] bytes = plain.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IllegalArgumentException("they are more than " + MOST_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
