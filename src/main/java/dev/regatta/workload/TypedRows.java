package dev.regatta.workload;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An operation on a table with a column of each common type. It finds one row by all of its values, each a parameter of
 * its own type, and then reads {@code rows} rows with all their columns. Its digest is that of the id found, and of
 * every value read. MariaDB has no type with a time zone, and one for a UUID since 10.7 only: there such a time is stored
 * as it is in UTC, and a UUID as its text.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 * @param rows    rows read, 1 to {@value #ROWS}
 */
public record TypedRows(String id, String summary, int rows) implements Workload {

    /** Rows of the table; ids are 1 to {@value}. */
    static final int ROWS = 200;

    private static final String TABLE = "typed";
    private static final List<String> NAMES = List.of("flag", "number", "large", "amount", "ratio", "day", "moment",
            "stamp", "zoned", "code", "content", "note");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");
    private static final List<Row> ALL = IntStream.rangeClosed(1, ROWS).mapToObj(Row::of).toList();

    /**
     * A row without its id.
     *
     * @param content not to be changed
     * @param absent  always {@code null}
     */
    public record Row(boolean flag, int number, long large, BigDecimal amount, double ratio, LocalDate day,
            LocalTime moment, LocalDateTime stamp, OffsetDateTime zoned, UUID code, byte[] content, String note,
            String absent) {

        private static final LocalDateTime FIRST = LocalDateTime.of(1999, 12, 31, 22, 58, 57);

        static Row of(int id) {
            long hash = id * 0x9E37_79B9_7F4A_7C15L;
            var content = new byte[32];
            for (int i = 0; i < content.length; i++) {
                content[i] = (byte) (hash >> i);
            }
            LocalDateTime stamp = FIRST.plusHours(37L * id).plusSeconds(id).plusNanos(id * 4_321_000L);
            return new Row(id % 3 == 0, World.number(id), hash, BigDecimal.valueOf((hash >>> 34) + 1, 4), id / 8.0,
                    stamp.toLocalDate(), stamp.toLocalTime(), stamp,
                    stamp.plusMinutes(11).atOffset(ZoneOffset.UTC),
                    new UUID(hash & ~0xF000L | 0x4000, hash >>> 2 | Long.MIN_VALUE), content,
                    "Grüße № " + id + " von der 帆船-Regatta", null);
        }

        /** {@link #zoned} as a type without a time zone holds it. */
        public LocalDateTime inUtc() {
            return zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
        }

        /** The digest after reading this row next. */
        public long mix(long before) {
            long digest = Digest.mix(Digest.mix(before, flag ? 1 : 0), number);
            digest = mix(digest, large);
            digest = mix(digest, amount.setScale(4).unscaledValue().longValueExact());
            digest = mix(digest, Double.doubleToLongBits(ratio));
            digest = mix(digest, day.toEpochDay());
            digest = mix(digest, moment.toNanoOfDay());
            digest = mix(mix(digest, stamp.toEpochSecond(ZoneOffset.UTC)), stamp.getNano());
            digest = mix(mix(digest, zoned.toEpochSecond()), zoned.getNano());
            digest = mix(mix(digest, code.getMostSignificantBits()), code.getLeastSignificantBits());
            digest = Digest.mix(Digest.mix(digest, Arrays.hashCode(content)), note);
            return Digest.mix(digest, absent == null ? 0 : 1);
        }

        private static long mix(long digest, long value) {
            return Digest.mix(Digest.mix(digest, (int) (value >> Integer.SIZE)), (int) value);
        }

        private List<String> literals(Dialect dialect) {
            String bytes = HexFormat.of().formatHex(content);
            return List.of(Boolean.toString(flag), Integer.toString(number), Long.toString(large),
                    amount.toPlainString(), Double.toString(ratio), quoted(day.toString()),
                    quoted(MOMENT.format(moment)), quoted(STAMP.format(stamp)),
                    quoted(STAMP.format(inUtc()) + switch (dialect) {
                        case POSTGRESQL -> "+00";
                        case MARIADB -> "";
                    }), quoted(code.toString()), switch (dialect) {
                        case POSTGRESQL -> quoted("\\x" + bytes);
                        case MARIADB -> "x" + quoted(bytes);
                    }, quoted(note));
        }

        private static String quoted(String text) {
            return "'" + text + "'";
        }
    }

    /** Checks the shape. */
    public TypedRows {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        if (rows < 1 || rows > ROWS) {
            throw new IllegalArgumentException("workload " + id + ": rows are 1 to " + ROWS + ", got " + rows);
        }
    }

    /** The row with this id. */
    public static Row row(int id) {
        return ALL.get(id - 1);
    }

    /** The query for the id of a row: its id, its values in the order of {@link Row}, and a null. */
    public String find(Dialect dialect) {
        return "SELECT id FROM " + TABLE + " WHERE id = ? AND "
                + NAMES.stream().map(name -> name + " = ?").collect(Collectors.joining(" AND ")) + " AND absent "
                + switch (dialect) {
                    case POSTGRESQL -> "IS NOT DISTINCT FROM ?";
                    case MARIADB -> "<=> ?";
                };
    }

    /** The query for all values of rows by their ids: the first id, then the last. */
    public String read() {
        return "SELECT " + String.join(", ", NAMES) + ", absent FROM " + TABLE
                + " WHERE id BETWEEN ? AND ? ORDER BY id";
    }

    /** The last id that an operation reads. */
    public int last(int[] keys) {
        return keys[0] + rows - 1;
    }

    @Override
    public int keys() {
        return 1;
    }

    @Override
    public int ids() {
        return ROWS - rows + 1;
    }

    @Override
    public long expected(int[] keys) {
        long digest = Digest.mix(Digest.EMPTY, keys[0]);
        for (int row = keys[0]; row <= last(keys); row++) {
            digest = row(row).mix(digest);
        }
        return digest;
    }

    /** Drops what is there, creates the table and fills it. */
    static List<String> statements(Dialect dialect) {
        String types = switch (dialect) {
            case POSTGRESQL -> "flag boolean NOT NULL, number int NOT NULL, large bigint NOT NULL, "
                    + "amount numeric(20, 4) NOT NULL, ratio double precision NOT NULL, day date NOT NULL, "
                    + "moment time NOT NULL, stamp timestamp NOT NULL, zoned timestamptz NOT NULL, code uuid NOT NULL, "
                    + "content bytea NOT NULL, note text NOT NULL, absent text";
            case MARIADB -> "flag boolean NOT NULL, number int NOT NULL, large bigint NOT NULL, "
                    + "amount decimal(20, 4) NOT NULL, ratio double NOT NULL, day date NOT NULL, "
                    + "moment time(6) NOT NULL, stamp datetime(6) NOT NULL, zoned datetime(6) NOT NULL, "
                    + "code char(36) NOT NULL, content varbinary(64) NOT NULL, "
                    + "note varchar(100) CHARACTER SET utf8mb4 NOT NULL, absent varchar(40)";
        };
        var rows = new ArrayList<String>();
        for (int id = 1; id <= ROWS; id++) {
            rows.add("(" + id + ", " + String.join(", ", row(id).literals(dialect)) + ", NULL)");
        }
        return List.of("DROP TABLE IF EXISTS " + TABLE,
                "CREATE TABLE " + TABLE + " (id int PRIMARY KEY, " + types + ")"
                        + (dialect == Dialect.MARIADB ? " ENGINE=InnoDB" : ""),
                "INSERT INTO " + TABLE + " VALUES " + String.join(", ", rows));
    }
}
