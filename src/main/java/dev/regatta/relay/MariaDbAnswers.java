package dev.regatta.relay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What a server of MariaDB's protocol still has to answer on one connection, and the ids that it gives to statements. A
 * packet of OK, EOF or an error ends a result, and its flags say whether another one follows
 * (<a href="https://mariadb.com/docs/server/reference/clientserver-protocol">client/server protocol</a>).
 */
final class MariaDbAnswers implements Answers {

    private static final int HEADER_BYTES = 4;
    /** A packet of this length goes on in the next one. */
    private static final int LONGEST = 0xffffff;
    /** More than the greeting has before its flags. */
    private static final int MOST_KEPT = 128;

    private static final int COM_INIT_DB = 0x02;
    private static final int COM_FIELD_LIST = 0x04;
    private static final int COM_CREATE_DB = 0x05;
    private static final int COM_DROP_DB = 0x06;
    private static final int COM_REFRESH = 0x07;
    private static final int COM_SHUTDOWN = 0x08;
    private static final int COM_STATISTICS = 0x09;
    private static final int COM_PROCESS_INFO = 0x0a;
    private static final int COM_PROCESS_KILL = 0x0c;
    private static final int COM_DEBUG = 0x0d;
    private static final int COM_CHANGE_USER = 0x11;
    private static final int COM_STMT_RESET = 0x1a;
    private static final int COM_SET_OPTION = 0x1b;
    private static final int COM_STMT_FETCH = 0x1c;
    private static final int COM_RESET_CONNECTION = 0x1f;

    private static final int OK = 0x00;
    private static final int FILE = 0xfb;
    private static final int EOF = 0xfe;
    private static final int ERROR = 0xff;
    /** An error of this number tells how far the server is. */
    private static final int PROGRESS = 0xffff;
    /** Of an EOF in its old form: its mark, a number of warnings, and the flags. */
    private static final int EOF_BYTES = 5;

    private static final int CLIENT_DEPRECATE_EOF = 1 << 24;
    private static final int MORE_RESULTS = 8;
    private static final int ROWS_ON_REQUEST = 0x40;

    /** How an answer ends. */
    private enum Form {
        /** With its first packet. */
        PACKET,
        /** With OK or an error; other packets ask the client for more. */
        LOGIN,
        /** Behind what it tells of parameters and columns. */
        PREPARATION,
        /** With its last result. */
        RESULTS,
        /** Behind its rows. */
        ROWS
    }

    private record Asked(Form form, String sql) {}

    private final Deque<Asked> asked = new ArrayDeque<>();
    private final Map<Integer, String> prepared = new HashMap<>();
    /** Of the server; all, as long as they are not known. */
    private int flags = -1;
    private boolean greeted;
    /** Whether an EOF is behind what is told of columns. */
    private boolean marks = true;

    private final byte[] packet = new byte[MOST_KEPT];
    private int header;
    private int length;
    private int at;
    private boolean continued;

    /** Packets that tell of parameters and columns, and are still to come. */
    private int told;
    /** Whether rows are next. */
    private boolean rows;
    /** Whether the client sends a file now. */
    private boolean file;

    /** The client logs in, and understands what these flags say. */
    void loginAsked(int understood) {
        marks = (flags & understood & CLIENT_DEPRECATE_EOF) == 0;
        asked.add(new Asked(Form.LOGIN, ""));
    }

    /** The client sent a command, of the statement {@code sql} if it prepares one. */
    void asked(int command, String sql) {
        switch (command) {
            case MariaDbRequests.COM_STMT_PREPARE -> asked.add(new Asked(Form.PREPARATION, sql));
            case MariaDbRequests.COM_QUERY, MariaDbRequests.COM_STMT_EXECUTE, MariaDbRequests.COM_STMT_BULK_EXECUTE,
                    COM_PROCESS_INFO ->
                asked.add(new Asked(Form.RESULTS, ""));
            case COM_STMT_FETCH, COM_FIELD_LIST -> asked.add(new Asked(Form.ROWS, ""));
            case COM_CHANGE_USER -> asked.add(new Asked(Form.LOGIN, ""));
            case MariaDbRequests.COM_PING, COM_INIT_DB, COM_CREATE_DB, COM_DROP_DB, COM_REFRESH, COM_SHUTDOWN,
                    COM_STATISTICS, COM_PROCESS_KILL, COM_DEBUG, COM_STMT_RESET, COM_SET_OPTION, COM_RESET_CONNECTION ->
                asked.add(new Asked(Form.PACKET, ""));
            default -> {
                // A goodbye, a statement that is closed and the like have no answer.
            }
        }
    }

    /** Whether the server asked for a file: what the client sends then, whatever its number is, is no command. */
    boolean fileAsked() {
        return file;
    }

    /** The client has sent all of it. */
    void fileSent() {
        file = false;
    }

    @Override
    public boolean missing() {
        return !asked.isEmpty();
    }

    /** The text of the statement with this id, if it was seen when it was prepared. */
    String prepared(int id) {
        return prepared.getOrDefault(id, Requests.UNKNOWN);
    }

    /** The client needs a statement no more. */
    void closed(int id) {
        prepared.remove(id);
    }

    @Override
    public void read(byte[] bytes) {
        int from = 0;
        while (from < bytes.length) {
            if (header < HEADER_BYTES) {
                header(bytes[from++] & 0xff);
            } else {
                int some = Math.min(length - at, bytes.length - from);
                if (at < MOST_KEPT) {
                    System.arraycopy(bytes, from, packet, at, Math.min(some, MOST_KEPT - at));
                }
                at += some;
                from += some;
            }
            if (header == HEADER_BYTES && at == length) {
                packet();
                header = 0;
                length = 0;
                at = 0;
            }
        }
    }

    private void header(int octet) {
        if (header < HEADER_BYTES - 1) {
            length |= octet << 8 * header;
        }
        header++;
    }

    private void packet() {
        boolean more = continued;
        continued = length == LONGEST;
        if (more) {
            return;
        }
        if (!greeted) {
            greeted = true;
            greeting();
        } else if (!asked.isEmpty()) {
            answer(asked.element(), length == 0 ? OK : packet[0] & 0xff);
        }
    }

    /** A form, a version, the connection's number, eight bytes of a password, and a zero are before the flags. */
    private void greeting() {
        int low = Requests.endOfText(packet, 1) + 1 + Integer.BYTES + Long.BYTES + 1;
        // A character set and a state are between their halves.
        int high = low + 2 + 1 + 2;
        if (high + 2 <= Math.min(length, MOST_KEPT)) {
            flags = two(low) | two(high) << 16;
        }
    }

    private void answer(Asked one, int first) {
        if (first == ERROR) {
            if (two(1) != PROGRESS) {
                end();
            }
        } else if (told > 0) {
            told--;
            if (told == 0) {
                behindColumns(one, first);
            }
        } else {
            switch (one.form()) {
                case PACKET -> end();
                case LOGIN -> {
                    if (first == OK) {
                        end();
                    }
                }
                case PREPARATION -> preparation(one.sql());
                case ROWS -> {
                    if (first == EOF && length < LONGEST) {
                        end();
                    }
                }
                case RESULTS -> result(first);
            }
        }
    }

    /** A zero, the id, and how many columns and parameters are told of. */
    private void preparation(String sql) {
        prepared.put(MariaDbRequests.number(packet, 1), sql);
        int columns = two(5);
        int parameters = two(7);
        told = marked(columns) + marked(parameters);
        if (told == 0) {
            end();
        }
    }

    private int marked(int columns) {
        return columns > 0 && marks ? columns + 1 : columns;
    }

    private void behindColumns(Asked one, int last) {
        if (one.form() == Form.PREPARATION) {
            end();
        } else {
            rows = true;
            if (marks && last == EOF && (state() & ROWS_ON_REQUEST) != 0) {
                ended(state());
            }
        }
    }

    private void result(int first) {
        if (rows ? first == EOF && length < LONGEST : first == OK || first == EOF) {
            ended(state());
        } else if (!rows && first == FILE) {
            file = true;
        } else if (!rows) {
            int behind = behindNumber(0);
            int columns = packet[0] == (byte) 0xfc ? two(1) : first;
            // One byte more says whether they are told of: a client may know them from an execution before.
            boolean known = length > behind && packet[behind] == 0;
            told = (known ? 0 : columns) + (marks ? 1 : 0);
            rows = told == 0;
        }
    }

    /** The flags of an OK or EOF, which say what follows. */
    private int state() {
        return length == EOF_BYTES ? two(3) : two(behindNumber(behindNumber(1)));
    }

    private void ended(int state) {
        rows = false;
        if ((state & MORE_RESULTS) == 0) {
            end();
        }
    }

    private void end() {
        asked.remove();
        told = 0;
        rows = false;
        file = false;
    }

    /** Where a number of one to nine bytes ends. */
    private int behindNumber(int from) {
        return from + switch (packet[from] & 0xff) {
            case 0xfc -> 3;
            case 0xfd -> 4;
            case 0xfe -> 9;
            default -> 1;
        };
    }

    private int two(int from) {
        return packet[from] & 0xff | (packet[from + 1] & 0xff) << 8;
    }
}
