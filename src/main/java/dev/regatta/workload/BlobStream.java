package dev.regatta.workload;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * An operation that writes a stream into the large object of one row and commits, and then reads it back as a stream;
 * its digest is that of the checksum of the bytes read. On PostgreSQL the column is an {@code oid} and JDBC's
 * {@code Blob} a large object, which is written in place; on MariaDB it is a {@code LONGBLOB}, written as a parameter
 * of an update.
 *
 * @param id       the workload's name
 * @param summary  one sentence for reports
 * @param contents what an operation draws its bytes from, at least 1, all of one length
 */
public record BlobStream(String id, String summary, List<Content> contents) implements Workload {

    /**
     * Bytes and their checksum.
     *
     * @param bytes    not to be changed
     * @param checksum {@link Digest#checksum(byte[])} of them
     */
    public record Content(byte[] bytes, int checksum) {

        private static final int RUN = 64;

        /** Content number {@code variation}: runs of equal bytes, which a database can compress, as most documents. */
        static Content of(int length, int variation) {
            var bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i / RUN * 7 + variation);
            }
            return new Content(bytes, Digest.checksum(bytes));
        }
    }

    /** Checks the shape. */
    public BlobStream {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        contents = List.copyOf(contents);
        if (contents.stream().mapToInt(content -> content.bytes().length).distinct().count() != 1) {
            throw new IllegalArgumentException("workload " + id + ": at least one content, all of one length");
        }
    }

    /** A blob of {@code length} bytes with {@code variations} contents to draw from. */
    static BlobStream of(String id, String summary, int length, int variations) {
        return new BlobStream(id, summary,
                IntStream.range(0, variations).mapToObj(variation -> Content.of(length, variation)).toList());
    }

    /** The length of every content in bytes. */
    public int length() {
        return contents.getFirst().bytes().length;
    }

    /** The query for the column, by id. */
    public String select() {
        return "SELECT content FROM attachment WHERE id = ?";
    }

    /** The update on a database whose column holds the bytes themselves: the bytes, then the id. */
    public String update() {
        return "UPDATE attachment SET content = ? WHERE id = ?";
    }

    /** What an operation with these parameters writes. */
    public Content content(int[] keys) {
        return contents.get(keys[1] % contents.size());
    }

    /** The id, and a number that chooses the content. */
    @Override
    public int keys() {
        return 2;
    }

    @Override
    public int ids() {
        return World.LARGE_ROWS;
    }

    @Override
    public boolean ownIds() {
        return true;
    }

    @Override
    public long expected(int[] keys) {
        return Digest.mix(Digest.EMPTY, content(keys).checksum());
    }
}
